import FaceplateDocument
package import FaceplateSchema
import Foundation

/// The values in a file: an export of Faceplate, a property list of `UserDefaults`, or a configuration file.
///
/// The values are independent of a panel; `plan(for:)` assigns them to the settings of one. Values may
/// be secrets, so they are never shown.
public struct ImportedValues: Sendable {
    /// A value in the file, with the types that JSON does not have.
    enum Value: Sendable {
        case json(JSONValue)
        /// Text that is read like the input of a person; `json` is its meaning in the file, if the format has types.
        case text(String, json: JSONValue?)
        /// The values of a section of INI, whose keys can be complete without its name.
        indirect case section([Entry])
        /// Values by key, which may be values of separate settings.
        indirect case object(JSONValue, [Entry])
        /// A list, whose elements can be text that is read like the input of a person.
        indirect case list(JSONValue, [Value])
        case date(CivilDateTime)
        case data([UInt8])
        case onDefault
        /// A redacted secret: the file only contains whether it is set.
        case hidden
    }

    struct Entry: Sendable {
        let key: String
        let value: Value
    }

    /// The values in the order of the file; for a repeated key of a property list, the last value.
    private(set) var entries: [Entry]
    private var sealed: SealedSecrets?
    private let file: String

    /// The largest size of a file in bytes: 16 MiB.
    package static let maximumSize = SchemaReader.maximumSize

    /// The keys in the order of the file.
    public var keys: [String] { entries.map(\.key) }

    /// The values without a schema, by their keys in lower case with `_` for punctuation; secrets that are only marked
    /// are left out.
    package var plainValues: [(key: String, value: JSONValue)] {
        let inSections = entries.flatMap { entry -> [String] in
            if case .section(let entries) = entry.value { entries.map(\.key) } else { [] }
        }
        let counts = inSections.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        return entries.flatMap { entry -> [(key: String, value: JSONValue)] in
            guard case .section(let entries) = entry.value else {
                return [Self.plain(entry)].compactMap(\.self)
            }
            // Only a key of several sections needs their names.
            return entries.compactMap { inside in
                let key = counts[inside.key] == 1 ? inside.key : "\(entry.key).\(inside.key)"
                return Self.plain(Entry(key: key, value: inside.value))
            }
        }
    }

    private static func plain(_ entry: Entry) -> (key: String, value: JSONValue)? {
        let key = SettingKeySyntax.folded(KeyNames.sound(entry.key))
        switch entry.value {
        case .json(let json), .object(let json, _), .list(let json, _): return (key, json)
        case .text(let text, let json): return (key, json ?? .text(text))
        case .date(let time): return (key, .text("\(time)Z"))
        case .data(let bytes): return (key, .text(Data(bytes).base64EncodedString()))
        case .onDefault: return (key, nil)
        case .hidden, .section: return nil
        }
    }

    /// True when the file contains encrypted secrets that are not opened yet.
    public var hasSealedSecrets: Bool { sealed != nil }

    /// Reads a file.
    ///
    /// - Parameter format: The format; `nil` to use the ending of the name for YAML, TOML, INI and `.env`, and to
    ///   recognize JSON and property lists by their content.
    /// - Throws: `ImportError` if the file cannot be read, or does not contain values by key.
    public init(at path: String, format: ValuesFormat? = nil) throws(ImportError) {
        let bytes: [UInt8]
        do throws(LabelFileError) {
            bytes = try SchemaFile.bytes(of: path)
        } catch {
            throw ImportError(path, error.message)
        }
        self = try Self(bytes, file: path, format: format)
    }

    /// Reads the contents of a file.
    ///
    /// - Parameters:
    ///   - file: The file name for error messages.
    ///   - format: The format; `nil` to use the ending of `file` for YAML, TOML, INI and `.env`, and to recognize JSON
    ///     and property lists by their content.
    /// - Throws: `ImportError` if the file does not contain values by key.
    public init(
        _ bytes: [UInt8], file: String, format: ValuesFormat? = nil
    ) throws(ImportError) {
        guard bytes.count <= Self.maximumSize else {
            throw ImportError(file, "It has over \(Self.maximumSize) bytes.")
        }
        self.file = file
        entries = []
        let read = try Self.entries(bytes, file, format ?? ValuesFormat(path: file))
        entries = read.filter { entry in
            guard Self.isSealed(entry) else { return true }
            sealed = Self.text(of: entry.value).map(SealedSecrets.init)
            return false
        }
    }

    private static func isSealed(_ entry: Entry) -> Bool {
        entry.key == SealedSecrets.name
            || entry.key == SettingKeySyntax.variableName(SealedSecrets.name)
    }

    private static func text(of value: Value) -> String? {
        switch value {
        case .text(let text, _): text
        case .json(let json): json.string
        default: nil
        }
    }

    /// Decrypts the secrets in the file, which the plan then contains.
    ///
    /// It does nothing for a file without encrypted secrets, and takes about 0.2 seconds for others.
    ///
    /// - Throws: `ImportError` if the pass phrase is wrong or the file was changed.
    public mutating func openSecrets(passPhrase: String) throws(ImportError) {
        guard let sealed else { return }
        do throws(SealedSecrets.Failure) {
            let secrets = try sealed.opened(with: passPhrase)
            let named = Set(secrets.map(\.name))
            entries.removeAll { named.contains($0.key) }
            entries += secrets.map { Entry(key: $0.name, value: .json($0.value)) }
            self.sealed = nil
        } catch {
            switch error {
            case .form:
                throw ImportError(file, "The secrets in '\(SealedSecrets.name)' cannot be read.")
            case .passPhrase:
                throw ImportError(
                    file,
                    "The pass phrase does not open the secrets in '\(SealedSecrets.name)'.")
            }
        }
    }

    private static func entries(
        _ bytes: [UInt8], _ file: String, _ format: ValuesFormat?
    ) throws(ImportError) -> [Entry] {
        if let format = format?.document {
            do throws(DocumentError) {
                return try entries(
                    of: Document(reading: bytes, as: format, maximumSize: maximumSize))
            } catch {
                throw ImportError(file, error.description)
            }
        }
        do throws(ImportError) {
            if let object = try object(bytes, file) { return entries(of: object) }
            return try entries(ofPropertyList: bytes, file)
        } catch {
            guard format == nil, let guess = ValuesFormat(guessing: bytes) else { throw error }
            return try entries(bytes, file, guess)
        }
    }

    private static func entries(
        ofPropertyList bytes: [UInt8], _ file: String
    ) throws(ImportError) -> [Entry] {
        let list: PropertyList
        do throws(PropertyListError) {
            list = try PropertyListReader.read(bytes)
        } catch {
            let isList = bytes.starts(with: "bplist".utf8) || bytes.first == UInt8(ascii: "<")
            throw ImportError(
                file,
                isList
                    ? "It is not a property list that can be read: \(error.description)"
                    : "Its format is not known: \(error.description)")
        }
        guard let dictionary = list.dictionary else {
            throw ImportError(file, "It contains \(list.kind), where values by key were expected.")
        }
        return entries(of: dictionary, list.json)
    }

    /// `nil` if the bytes may be a property list.
    private static func object(
        _ bytes: [UInt8], _ file: String
    ) throws(ImportError) -> JSONObject? {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let first = bytes.dropFirst(start).first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return nil }
        let json: JSONValue
        do throws(JSONError) {
            json = try JSONReader.read(start == 0 ? bytes : Array(bytes.dropFirst(start)))
        } catch {
            // The old text form of property lists begins like JSON.
            if (try? PropertyListReader.read(bytes)) != nil { return nil }
            throw ImportError(file, "\(error)")
        }
        guard let object = json.object else {
            throw ImportError(
                file, "It contains a JSON \(json.typeName), where values by key were expected.")
        }
        return object
    }

    // MARK: - Values

    /// - Parameter json: The dictionary as JSON, which has each key once, at its first position. It is
    ///   converted only once, including nested dictionaries, because converting at each level would copy
    ///   deep values many times.
    private static func entries(of dictionary: PropertyList.Dictionary, _ json: JSONValue)
        -> [Entry]
    {
        (json.object?.members ?? []).compactMap { member in
            dictionary[member.name].map {
                Entry(key: member.name, value: value(of: $0, member.value))
            }
        }
    }

    private static func entries(of object: JSONObject) -> [Entry] {
        object.members.map { Entry(key: $0.name, value: value(of: $0.value)) }
    }

    private static func value(of list: PropertyList, _ json: JSONValue) -> Value {
        switch list {
        case .date(let time): .date(time)
        case .data(let bytes): .data(bytes)
        case .dictionary(let dictionary): .object(json, entries(of: dictionary, json))
        default: part(json)
        }
    }

    /// Returns a part of a value, in which `null` is no reset.
    static func part(_ json: JSONValue) -> Value {
        switch json.content {
        case .array(let elements): .list(json, elements.map(part))
        case .object(let object):
            .object(json, object.members.map { Entry(key: $0.name, value: part($0.value)) })
        case .null, .boolean, .number, .string: .json(json)
        }
    }

    /// Returns a plain value, or the value of a listed setting: `{"value": …, "isSet": …}`.
    static func value(of json: JSONValue) -> Value {
        guard let object = json.object else { return part(json) }
        guard let value = object["value"], case .boolean(let isSet)? = object["isSet"]?.content
        else { return .object(json, entries(of: object)) }
        guard isSet else { return .onDefault }
        if value.object?.members.map(\.name) == ["set"] { return .hidden }
        return part(value)
    }
}
