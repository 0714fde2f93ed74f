/// The format of a configuration file.
package enum DocumentFormat: String, CaseIterable, Sendable {
    /// With comments and trailing commas, if the file has them.
    case json
    case yaml, toml, ini
    /// Environment variables, one on a line.
    case environment = "env"

    /// Creates the format for a file's name; `nil` for names that tell none.
    package init?(path: String) {
        let name = path.split(separator: "/").last.map { $0.lowercased() } ?? ""
        let endings: [(DocumentFormat, [String])] = [
            (.json, [".json", ".jsonc"]), (.yaml, [".yaml", ".yml"]),
            (.toml, [".toml"]), (.ini, [".ini", ".cfg", ".conf", ".editorconfig"]),
            (.environment, [".env"]),
        ]
        if name.hasPrefix(".env.") {
            self = .environment
        } else if let format = endings.first(where: { $0.1.contains(where: name.hasSuffix) })?.0 {
            self = format
        } else {
            return nil
        }
    }

    /// True when every value is text, which the reader of a setting interprets.
    package var hasOnlyText: Bool { self == .ini || self == .environment }

    var syntax: any DocumentSyntax {
        switch self {
        case .json: JSONSyntax()
        case .yaml: YAMLSyntax()
        case .toml: TOMLSyntax()
        case .ini: INISyntax()
        case .environment: EnvironmentSyntax()
        }
    }
}
