import ArgumentParser
import Faceplate
import FaceplateSchema
import Foundation

/// The candidates that a shell offers for an argument, from the database that the command line names.
///
/// A database that cannot be read offers none, and nothing is printed.
enum SettingCompletion {
    /// The number of revisions that are offered.
    private static let revisionLimit = 20

    /// The keys of settings.
    static let keys = CompletionKind.custom { arguments, _, _ in
        settings(for: arguments)?.snapshot.schema.settings.map(\.key) ?? []
    }

    /// Keys with `=`, and after it the values that the setting accepts: options, `true` and `false`.
    static let pairs = CompletionKind.custom { arguments, _, prefix in
        guard let settings = settings(for: arguments) else { return [] }
        let schema = settings.snapshot.schema
        guard let equals = prefix.firstIndex(of: "="),
            let setting = schema.settings[String(prefix[..<equals])]
        else { return schema.settings.map { "\($0.key)=" } }
        return values(of: setting).map { "\(setting.key)=\($0)" }
    }

    /// The numbers of the newest revisions.
    static let revisions = CompletionKind.custom { arguments, _, _ in
        let found = try? settings(for: arguments)?.revisions(limit: revisionLimit)
        return found?.map { String($0.number) } ?? []
    }

    private static func values(of setting: Schema.Setting) -> [String] {
        switch setting.rules.kind {
        case .boolean: ["true", "false"]
        case .option(let rules): rules.values.map(\.plainText)
        case .choices(let rules): rules.options.map(\.plainText)
        case .picker(let rules): rules.options.map(\.plainText)
        case .integer, .decimal, .text, .secret, .color, .file, .date, .time, .dateTime, .duration,
            .list, .table, .any:
            []
        }
    }

    /// Opens the database that a command line names; `nil` without one that can be read.
    private static func settings(for arguments: [String]) -> Settings? {
        func option(_ name: String) -> String? {
            if let joined = arguments.last(where: { $0.hasPrefix("\(name)=") }) {
                return String(joined.dropFirst(name.count + 1))
            }
            guard let place = arguments.lastIndex(of: name), place + 1 < arguments.count
            else { return nil }
            return arguments[place + 1]
        }
        let location = DatabaseLocation(
            named: option("--database"), schema: option("--schema"),
            environment: ProcessInfo.processInfo.environment)
        guard let path = location.path else { return nil }
        return try? Settings.openForReading(at: path, locks: .ofEnvironment, logger: .silent)
    }
}
