import Faceplate
import FaceplateImport

/// A read of all values as a file.
struct ExportQuery: QueryInput {
    static let format = InputField.choice(
        "format", \ExportQuery.format, "The format of the file.")
    static let changed = InputField.flag(
        "changed", \ExportQuery.isChanged, "Only settings that are set or locked.")
    static let portable = InputField.flag(
        "portable", \ExportQuery.isPortable, "Leave out the values of this machine.")
    static let comments = InputField.flag(
        "comments", \ExportQuery.hasComments,
        "Titles, and short help, as comments in the language of the request; JSON has none.")
    static let fields = [format, changed, portable, comments]

    var format: ValuesFormat?
    var isChanged = false
    var isPortable = false
    var hasComments = false
}

/// An import of a file, or a switch to a profile: by a program, or by the buttons of a form.
struct ImportQuery: QueryInput {
    static let format = InputField.choice(
        "format", \ImportQuery.format, "The format of the file.")
    static let dryRun = InputField.flag(
        "dry_run", \ImportQuery.isDryRun, ChangeOptions.dryRun.summary)
    static let partial = InputField.flag(
        "partial", \ImportQuery.isPartial, "Save the accepted values even if others are rejected.")
    static let fields = [format, dryRun, partial]

    var format: ValuesFormat?
    var isDryRun = false
    var isPartial = false

    /// The name of the buttons that save, whose value is `all` or `partial`.
    static let applyField = "_apply"

    static let preview = ImportQuery(isDryRun: true)
}

extension ImportQuery {
    /// A form without a pressed button asks for a preview.
    init(buttonOf fields: [FormField]) {
        let wish = fields[Self.applyField]
        self.init(isDryRun: wish == nil, isPartial: wish == "partial")
    }
}
