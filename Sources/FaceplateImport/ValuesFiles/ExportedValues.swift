public import Faceplate
public import FaceplateSchema

/// The values of settings for a file that `ImportedValues` reads.
///
/// Equal values result in equal files. Secrets are left out, unless a pass phrase seals them.
public struct ExportedValues: Sendable {
    /// The settings in a file.
    public enum Selection: String, CaseIterable, Sendable {
        /// Every setting, with its default if it has no other value.
        case all
        /// The settings that are set or locked.
        case set
    }

    /// The rows of the file, in the order of the schema.
    package private(set) var rows: [ValuesFormat.Row]
    /// The keys of the secrets that are set and not in the file.
    public private(set) var secrets: [String]
    /// The keys of the settings whose values are meant for this machine, if the export is portable.
    package let machineKeys: [String]
    private let panel: String

    /// Reads the values of a snapshot.
    ///
    /// - Parameters:
    ///   - selection: The settings in the file.
    ///   - isPortable: `true` to leave out the values of this machine: settings with the scope `machine`, read-only
    ///     settings, and locked ones.
    ///   - comments: The language of a comment before each value, with the title of the setting and the first line of
    ///     its help, up to 100 characters, and the sentence of a deprecated setting; `nil` for no such comments. JSON
    ///     has none.
    public init(
        _ snapshot: Snapshot, selection: Selection = .all, isPortable: Bool = false,
        comments: LocaleTag? = nil
    ) {
        let labels = comments.map {
            LabelResolver(schema: snapshot.schema, catalog: snapshot.labels, locale: $0)
        }
        var rows: [ValuesFormat.Row] = []
        var secrets: [String] = []
        var machineKeys: [String] = []
        let sections = snapshot.schema.sectionsOfINI
        for setting in snapshot.schema.settings {
            // The state of a button changes only with its action.
            guard setting.control != .button else { continue }
            if setting.isSecret, !snapshot.hasSecret(setting) { continue }
            let provenance = snapshot.provenance(of: setting)
            guard selection == .all || provenance != .onDefault else { continue }
            if isPortable, Self.isMachines(setting, snapshot) {
                machineKeys.append(setting.key)
            } else if setting.isSecret {
                secrets.append(setting.key)
            } else {
                rows.append(
                    Self.row(setting, snapshot, labels, sections.contains(setting.key)))
            }
        }
        self.rows = rows
        self.secrets = secrets
        self.machineKeys = machineKeys
        panel = snapshot.schema.key
    }

    private static func isMachines(_ setting: Schema.Setting, _ snapshot: Snapshot) -> Bool {
        setting.scope == .machine || setting.isReadOnly || snapshot.isLocked(setting)
    }

    private static func row(
        _ setting: Schema.Setting, _ snapshot: Snapshot, _ labels: LabelResolver?,
        _ isSection: Bool
    ) -> ValuesFormat.Row {
        let value = snapshot.value(of: setting)
        // Only values of several types need text that distinguishes them.
        let text: String? =
            switch setting.rules.kind {
            case .any, .alternatives:
                value.map { setting.baseRules.fieldText(of: $0, locale: nil) }
            default: nil
            }
        return ValuesFormat.Row(
            group: setting.groupKey, key: setting.key, value: value, text: text,
            comments: labels.map { comments(on: setting, snapshot.schema, $0) } ?? [],
            isSection: isSection)
    }

    /// In characters.
    private static let longestHelp = 100

    private static func comments(
        on setting: Schema.Setting, _ schema: Schema, _ labels: LabelResolver
    ) -> [String] {
        let item = schema.items[setting.key]
        let help = item.flatMap(labels.help)?.text
        let line = help?.split(whereSeparator: \.isNewline).first.map(String.init)
        let sentence = item.flatMap {
            $0.isDeprecated ? labels.deprecation(of: $0, ProblemWords(labels.locale))?.text : nil
        }
        return [labels.title(of: setting.key).text]
            + [line].compactMap(\.self).filter { $0.count <= longestHelp }
            + [sentence].compactMap(\.self)
    }

    /// Adds the secrets, encrypted with a pass phrase.
    ///
    /// It takes about 0.2 seconds.
    ///
    /// - Throws: `StoreError` if a secret cannot be decrypted, `ExportError` for an empty pass phrase.
    public mutating func seal(from settings: Settings, passPhrase: String) throws {
        guard !passPhrase.isEmpty else { throw ExportError(message: "The pass phrase is empty.") }
        var found: [(key: String, value: String)] = []
        for key in secrets {
            if let value = try settings.secret(key) { found.append((key, value)) }
        }
        guard !found.isEmpty else { return }
        let sealed = try SealedSecrets(found, passPhrase: passPhrase)
        rows.insert(
            ValuesFormat.Row(group: "", key: SealedSecrets.name, value: .text(sealed.text)), at: 0)
        secrets = []
    }

    /// Returns the keys of the values that a file of this format cannot contain.
    package func unwritable(as format: ValuesFormat) -> [String] {
        rows.filter { !format.canHold($0) }.map(\.key)
    }

    /// Returns the text of a file; comments name the secrets and the values of this machine that are left out.
    public func text(as format: ValuesFormat) -> String {
        let leftOut = unwritable(as: format)
        let unwritable = Set(leftOut)
        let notes =
            ["Values of '\(panel)', for 'faceplate import'."]
            + Self.note("Secrets that are left out", secrets)
            + Self.note("Values of the machine that are left out", machineKeys)
            + Self.note("Values that are left out, because \(format.limitation)", leftOut)
        return format.text(of: rows.filter { !unwritable.contains($0.key) }, comments: notes)
    }

    private static func note(_ title: String, _ keys: [String]) -> [String] {
        keys.isEmpty ? [] : ["\(title): \(keys.joined(separator: ", "))."]
    }
}

/// An error that prevents an export.
public struct ExportError: SpokenError, Hashable {
    /// The reason in one sentence.
    public let message: String

    /// The reason.
    public var description: String { message }
}
