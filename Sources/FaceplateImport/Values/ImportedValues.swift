import FaceplateSchema
import Foundation

/// The values that another system's store holds: a property list of `UserDefaults`, or a JSON object
/// of values by key.
///
/// Nothing is known of any panel yet: `plan(for:)` says what the values mean to one. Values may be
/// secrets, so they are shown nowhere.
public struct ImportedValues: Sendable {
    /// A value as it was written, as far as JSON does not say it.
    enum Value: Sendable {
        case json(JSONValue)
        /// Values by key, which may be settings of their own.
        indirect case object(JSONValue, [Entry])
        case date(CivilTime)
        case data([UInt8])
        /// It is on its default there.
        case onDefault
        /// A secret, of which the file says only whether there is one.
        case hidden
    }

    struct Entry: Sendable {
        let key: String
        let value: Value
    }

    /// In the order of the file; of a repeated key, the last.
    let entries: [Entry]

    /// The most bytes that a file may have: 16 MiB.
    public static let maximumSize = SchemaReader.maximumSize

    /// The keys in the order of the file.
    public var keys: [String] { entries.map(\.key) }

    /// Reads a file.
    ///
    /// - Throws: `ImportError` where it cannot be read, or holds no values by key.
    public init(at path: String) throws(ImportError) {
        let bytes: [UInt8]
        do throws(LabelFileError) {
            bytes = try SchemaFile.bytes(of: path)
        } catch {
            throw ImportError(path, error.message)
        }
        self = try Self(bytes, file: path)
    }

    /// Reads what a file holds: JSON, or a property list in XML, binary or text form.
    ///
    /// - Parameter file: what the error names.
    /// - Throws: `ImportError` where it holds no values by key.
    public init(_ bytes: [UInt8], file: String) throws(ImportError) {
        guard bytes.count <= Self.maximumSize else {
            throw ImportError(file, "It has over \(Self.maximumSize) bytes.")
        }
        if let object = try Self.object(bytes, file) {
            entries = Self.entries(of: object)
            return
        }
        let list: PropertyList
        do throws(PropertyListError) {
            list = try PropertyListReader.read(bytes)
        } catch {
            throw ImportError(
                file,
                "It is neither JSON nor a property list that can be read: \(error.description)")
        }
        guard let dictionary = list.dictionary else {
            throw ImportError(file, "It holds \(list.kind), where values by key were expected.")
        }
        entries = Self.entries(of: dictionary, list.json)
    }

    /// `nil` for what may be a property list.
    private static func object(
        _ bytes: [UInt8], _ file: String
    ) throws(ImportError) -> JSONObject? {
        let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return nil }
        let json: JSONValue
        do throws(JSONError) {
            json = try JSONReader.read(bytes)
        } catch {
            // The old text form begins like JSON.
            if (try? PropertyListReader.read(bytes)) != nil { return nil }
            throw ImportError(file, "\(error)")
        }
        guard let object = json.object else {
            throw ImportError(
                file, "It holds a JSON \(json.typeName), where values by key were expected.")
        }
        return object
    }

    // MARK: - Values

    /// - Parameter json: the same in JSON, which has each key once, where it stands first. It is
    ///   made once for all that is inside: copies would be as many as dictionaries are deep.
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
        default: .json(json)
        }
    }

    /// A value, or what a listing of settings tells of one: `{"value": …, "isSet": …}`.
    private static func value(of json: JSONValue) -> Value {
        guard let object = json.object else { return json.isNull ? .onDefault : .json(json) }
        guard let value = object["value"], case .boolean(let isSet)? = object["isSet"]?.content
        else { return .object(json, entries(of: object)) }
        guard isSet else { return .onDefault }
        if value.object?.members.map(\.name) == ["set"] { return .hidden }
        return .json(value)
    }
}
