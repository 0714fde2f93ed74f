import Faceplate

/// A `curl` command that sets a setting to its current value, or presses a button, for copying into
/// scripts.
struct CurlCommand {
    let text: String

    /// `nil` when a post cannot change the row; `address` is the URL of the panel's first page.
    init?(_ row: Row, address: String) {
        guard row.face.item?.control == .button || row.setting != nil, row.lock == nil else {
            return nil
        }
        let target = Self.quoted(address)
        if let item = row.face.item, item.control == .button {
            // The reader fills in the inputs without a default.
            let inputs = (item.inputs?.columns ?? []).filter {
                $0.defaultValue == nil && !$0.canBeMissing
            }.map { column in
                let name = "\(row.key)[\(column.key)]"
                // Process lists show arguments, but not files.
                return item.inputs?.secrets.contains(column.key) == true
                    ? " --data-urlencode '\(name)@FILE'"
                    : " -d '\(name)=\(SettingKeySyntax.variableName(column.key))'"
            }
            text = "curl -d \(row.key)=press\(inputs.joined()) \(target)"
            return
        }
        guard let setting = row.setting else { return nil }
        if setting.isSecret {
            // The secret is read from a variable, because process lists show arguments.
            text = "printf %s \"$SECRET\" | curl --data-urlencode \(row.key)@- \(target)"
        } else if setting.control == .editFile {
            text = "curl -F \(row.key)=@FILE \(target)"
        } else {
            let value = row.value.map { Self.text(of: $0, setting) } ?? ""
            let option = Self.isPlain(value) ? "-d" : "--data-urlencode"
            text = "curl \(option) \(Self.quoted(row.key + "=" + value)) \(target)"
        }
    }

    /// A form without a language accepts JSON for lists and records.
    private static func text(of value: Value, _ setting: Schema.Setting) -> String {
        switch value {
        case .boolean(let isOn): isOn ? "YES" : "NO"
        case .list, .record, .null: JSONWriter().text(value.json)
        default: setting.rules.fieldText(of: value, locale: nil)
        }
    }

    private static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0.isUnreserved || $0 == UInt8(ascii: ":") }
    }

    private static func quoted(_ text: String) -> String {
        let isWord = text.utf8.allSatisfy { byte in
            byte.isUnreserved || ":=/".utf8.contains(byte)
        }
        return isWord ? text : "'" + text.replacing("'", with: "'\\''") + "'"
    }
}
