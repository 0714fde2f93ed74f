import ArgumentParser
import FaceplateImport

/// The option for the format of a file of values.
struct ValuesFormatOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The format of the file. (default: by the ending of its name)",
            valueName: ValuesFormat.allCases.map(\.rawValue).joined(separator: "|")),
        transform: Self.format)
    var format: ValuesFormat?

    private static func format(_ text: String) throws -> ValuesFormat {
        guard let format = ValuesFormat(rawValue: text) else {
            let names = ValuesFormat.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("'\(text)' is not a format. Use one of \(names).")
        }
        return format
    }
}
