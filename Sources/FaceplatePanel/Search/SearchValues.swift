import Faceplate

/// The values of a snapshot in the form that a search compares: current and default values, as shown and as stored.
///
/// Secrets, and values that are shown as dots, are left out, so that they cannot be found letter by letter. Switches
/// are left out because On and Off would match everywhere, and options because the index contains their titles.
struct SearchValues: Sendable {
    private static let mostBytes = 2048

    private let texts: [String: [[UInt8]]]

    /// `shown` returns a value as users read it; `nil` when only the stored form is searched.
    init(_ snapshot: Snapshot, shown: (Value, Schema.Setting) -> String?) {
        var texts: [String: [[UInt8]]] = [:]
        for setting in snapshot.schema.settings where Self.isSearched(setting, snapshot.schema) {
            var values = [snapshot.value(of: setting)]
            if snapshot.isSet(setting) { values.append(snapshot.defaultValue(of: setting)) }
            var found: [[UInt8]] = []
            for value in values.compactMap(\.self) {
                let words =
                    Self.words(of: value, setting) + (shown(value, setting).map { [$0] } ?? [])
                for word in words where !word.isEmpty {
                    let folded = SearchFolding.folded(Self.cut(word))
                    if !found.contains(folded) { found.append(folded) }
                }
            }
            if !found.isEmpty { texts[setting.key] = found }
        }
        self.texts = texts
    }

    subscript(setting: Schema.Setting) -> [[UInt8]] { texts[setting.key] ?? [] }

    private static func isSearched(_ setting: Schema.Setting, _ schema: Schema) -> Bool {
        guard !setting.isSecret, !setting.isHidden,
            ControlViews.view(of: setting.control)?.isSearched != false
        else { return false }
        return schema.items[setting.key]?.isObscured != true
    }

    private static func words(of value: Value, _ setting: Schema.Setting) -> [String] {
        switch value {
        case .boolean: []
        case .list(let values): [values.flatMap { words(of: $0, setting) }.joined(separator: "\n")]
        // The bytes of a file are not text.
        case .record where setting.control == .editFile: []
        case .record(let parts):
            parts.sorted { $0.key < $1.key }.flatMap { words(of: $0.value, setting) }
        default: [value.plainText]
        }
    }

    private static func cut(_ text: String) -> String {
        guard text.utf8.count > mostBytes else { return text }
        return String(decoding: text.utf8.prefix(mostBytes), as: UTF8.self)
    }
}

extension Schema.Item {
    var isObscured: Bool { hints.isObscured || cells.contains { $0.hints.isObscured } }
}
