import ArgumentParser
import Faceplate
import FaceplateImport
import FaceplateSchema

struct DiffCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Compare the values of databases and exported files.",
        discussion: """
            Each side is a database, or a file of values as 'import' reads it. Prints each setting \
            whose value differs as 'KEY: old -> new'. A setting that a file does not name has its \
            default there, if one side is a database or a schema is named. Two databases also \
            compare their secrets, without showing them. A side can be the URL of a running panel, \
            which sends no secrets.

            Exit codes: 0 for equal values, 1 for different values, 2 for an error.

            Examples:
              faceplate diff garden.sqlite garden.yaml
              faceplate diff old.json new.toml --schema garden.json
              faceplate diff garden.sqlite http://127.0.0.1:8080/
            """)

    /// Different values exit with 1.
    static let errorCode: ExitCode? = .comparisonFailed

    @Argument(help: "The database, file or URL of old values.")
    var old: String

    @Argument(help: "The database, file or URL of new values.")
    var new: String

    @Option(
        help: ArgumentHelp(
            "The schema file that describes the values of two files, or of a file and a URL.",
            valueName: "schema"))
    var schema: String?

    @OptionGroup var remote: RemoteOptions
    @OptionGroup var output: OutputOptions

    func perform() async throws {
        let sources = try [old, new].map { try ComparedSource($0, remote) }
        defer { for source in sources { source.close() } }
        let named = try schema.map { try SchemaFile.reporting(path: $0).schema }
        let schema =
            sources.lazy.filter { !$0.isRemote }.compactMap(\.schema).first
            ?? named ?? sources.lazy.compactMap(\.schema).first
        let comparison = try ValuesComparison(
            sources[0].side(schema), sources[1].side(schema), schema)
        output.show(comparison.json, or: comparison.lines)
        for note in comparison.notes { StandardStreams.say(note) }
        if !comparison.isSame { throw ExitCode.refused }
    }
}

private enum ComparedSource {
    case panel(any CommandPanel)
    case file(ImportedValues)

    init(_ path: String, _ remote: RemoteOptions) throws {
        if ["http://", "https://", "unix:"].contains(where: path.hasPrefix) {
            self = .panel(try RemotePanel(remote.connection(to: PanelAddress(path))))
            return
        }
        let isDatabase: Bool
        do throws(RegularFile.Refusal) {
            let mark = Array("SQLite format 3\0".utf8)
            isDatabase = try RegularFile(StoreAddress(path).file).bytes(upTo: mark.count).starts(
                with: mark)
        } catch {
            throw Failure(error, path)
        }
        self =
            isDatabase
            ? .panel(try Settings.openForReading(at: path, logger: .silent))
            : .file(try ImportedValues(at: path))
    }

    func close() {
        if case .panel(let panel) = self { panel.close() }
    }

    /// The schema of a running panel has no conditions of defaults.
    var isRemote: Bool {
        if case .panel(let panel) = self { panel is RemotePanel } else { false }
    }

    var schema: Schema? {
        if case .panel(let panel) = self { panel.snapshot.schema } else { nil }
    }

    func side(_ schema: Schema?) throws -> ComparedSide {
        switch self {
        case .panel(let panel): try ComparedSide(panel)
        case .file(let values):
            try schema.map { try ComparedSide(values.plan(for: $0), $0) } ?? ComparedSide(values)
        }
    }
}

private struct ComparedSide {
    enum Content: Equatable {
        case value(Value)
        /// Data that is not a value of its setting.
        case json(JSONValue)
        /// The key is known, and has no value.
        case absent
        case secret(ComparedSecret)
    }

    private(set) var contents = KeyedArray<Content>()
    /// The keys without a setting, as the file has them.
    private(set) var unknown: [String] = []
    let isFile: Bool
    /// True for a file without a schema, whose values can be text for numbers and Booleans.
    var isUntyped = false

    init(_ panel: any CommandPanel) throws {
        isFile = false
        let snapshot = panel.snapshot
        for setting in snapshot.schema.settings {
            contents[setting.key] =
                setting.isSecret
                ? .secret(try panel.secret(setting))
                : snapshot.value(of: setting).map(Content.value) ?? .absent
        }
    }

    /// - Throws: `Failure` if a value does not fit its setting, which would otherwise be taken for the default.
    init(_ plan: ImportPlan, _ schema: Schema) throws(Failure) {
        guard plan.refusals.isEmpty else {
            throw Failure(.refused, plan.refusals.map { "'\($0.source)': \($0.message)" })
        }
        isFile = true
        for entry in plan.entries {
            guard let setting = schema.settings[entry.key], !setting.isSecret else { continue }
            let value = try? setting.rules.value(fromJSON: entry.value)
            contents[entry.key] = value.map(Content.value) ?? .json(entry.value)
        }
        for key in plan.silent where contents[key] == nil {
            guard let setting = schema.settings[key], !setting.isSecret else { continue }
            contents[key] = implied(setting, in: schema)
        }
        unknown = plan.unknown.map(\.key)
    }

    /// The content of a setting that a file does not name: its default beside the values of the file.
    func implied(_ setting: Schema.Setting, in schema: Schema?) -> Content {
        let value = setting.defaultValue { key in
            guard let tested = schema?.setting(named: key) else { return nil }
            var value = tested.plainDefault
            if case .value(let known)? = contents[tested.key] { value = known }
            return tested.key == key
                ? tested.valueInConditions(value) : .boolean(value == .text(key))
        }
        return value.map(Content.value) ?? .absent
    }

    init(_ values: ImportedValues) {
        isFile = true
        isUntyped = true
        for (key, json) in values.plainValues {
            contents[key] =
                Value(json: json).map(Content.value) ?? (json.isNull ? .absent : .json(json))
        }
    }
}

private struct ValuesComparison {
    private struct Difference {
        let key: String
        let old: ComparedSide.Content?
        let new: ComparedSide.Content?
    }

    private let differences: [Difference]
    private let schema: Schema?
    let notes: [String]

    init(_ old: ComparedSide, _ new: ComparedSide, _ schema: Schema?) {
        self.schema = schema
        let isUntyped = old.isUntyped || new.isUntyped
        var skipped: [String] = []
        var unsent: [String] = []
        let keys = old.contents.keys + new.contents.keys.filter { old.contents[$0] == nil }
        differences = keys.compactMap { key in
            let setting = schema?.settings[key]
            var (first, second) = (old.contents[key], new.contents[key])
            let isInAFile = old.isFile && first == nil || new.isFile && second == nil
            if let setting, isInAFile {
                // A file does not name secrets, and a portable one no values of a machine.
                guard !setting.isSecret, setting.scope == .portable, setting.control != .button
                else {
                    skipped.append(key)
                    return nil
                }
                if old.isFile { first = first ?? old.implied(setting, in: schema) }
                if new.isFile { second = second ?? new.implied(setting, in: schema) }
            }
            if first.isSetSecret, second.isSetSecret, [first, second].contains(.secret(.unknown)) {
                unsent.append(key)
                return nil
            }
            guard first != second, !isUntyped || !Self.isSameText(first, second) else {
                return nil
            }
            return Difference(key: key, old: first, new: second)
        }
        let unknown = old.unknown + new.unknown
        notes =
            Self.note("Not compared, because a file does not name them", skipped)
            + Self.note("Not compared, because a panel does not send them", unsent)
            + Self.note("Not compared, because no setting has these keys", unknown)
    }

    private static func note(_ sentence: String, _ keys: [String]) -> [String] {
        guard !keys.isEmpty else { return [] }
        let more = keys.count > 20 ? " and \(keys.count - 20) more" : ""
        return ["\(sentence): \(keys.prefix(20).joined(separator: ", "))\(more)."]
    }

    /// Returns true for values that differ only in type, such as 80 in YAML and "80" in INI.
    private static func isSameText(
        _ old: ComparedSide.Content?, _ new: ComparedSide.Content?
    ) -> Bool {
        guard case .value(let old)? = old, case .value(let new)? = new else { return false }
        return old.plainText.utf8.elementsEqual(new.plainText.utf8)
    }

    var isSame: Bool { differences.isEmpty }

    var lines: [String] {
        differences.map { difference in
            let isOther = difference.old.isSetSecret && difference.new.isSetSecret
            return "\(difference.key): \(text(difference.old, difference.key)) -> "
                + text(difference.new, difference.key) + (isOther ? " (another value)" : "")
        }
    }

    private func text(_ content: ComparedSide.Content?, _ key: String) -> String {
        switch content {
        case .value(let value): ShownText.of(value, schema?.settings[key])
        case .json(let json): ShownText.line(JSONWriter().text(json))
        case .absent: "-"
        case .secret(let secret): secret == .notSet ? "not set" : "set"
        case nil: "(not there)"
        }
    }

    var json: JSONValue {
        let changed = differences.map { difference -> (String, JSONValue) in
            (difference.key, ["from": Self.json(difference.old), "to": Self.json(difference.new)])
        }
        return ["same": .boolean(isSame), "changed": .object(changed)]
    }

    private static func json(_ content: ComparedSide.Content?) -> JSONValue {
        switch content {
        case .value(let value): value.json
        case .json(let json): json
        case .absent, nil: nil
        case .secret(let secret): ["set": .boolean(secret != .notSet)]
        }
    }
}

extension ComparedSide.Content? {
    fileprivate var isSetSecret: Bool {
        if case .secret(let secret)? = self { secret != .notSet } else { false }
    }
}
