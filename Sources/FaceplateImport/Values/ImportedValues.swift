import FaceplateSchema
import Foundation

/// The values of another system: a property list of `UserDefaults`, or a JSON object of values by key.
///
/// The values are independent of a panel; `plan(for:)` assigns them to the settings of one. Values may
/// be secrets, so they are never shown.
public struct ImportedValues: Sendable {
    /// A value in the file, with the types that JSON does not have.
    enum Value: Sendable {
        case json(JSONValue)
        /// Values by key, which may be values of separate settings.
        indirect case object(JSONValue, [Entry])
        case date(CivilTime)
        case data([UInt8])
        /// A setting that uses its default in the file.
        case onDefault
        /// A redacted secret: the file only contains whether it is set.
        case hidden
    }

    struct Entry: Sendable {
        let key: String
        let value: Value
    }

    /// The values in the order of the file; for a repeated key, the last value.
    let entries: [Entry]

    /// The largest size of a file in bytes: 16 MiB.
    public static let maximumSize = SchemaReader.maximumSize

    /// The keys in the order of the file.
    public var keys: [String] { entries.map(\.key) }

    /// Reads a file.
    ///
    /// - Throws: `ImportError` if the file cannot be read, or does not contain values by key.
    public init(at path: String) throws(ImportError) {
        let bytes: [UInt8]
        do throws(LabelFileError) {
            bytes = try SchemaFile.bytes(of: path)
        } catch {
            throw ImportError(path, error.message)
        }
        self = try Self(bytes, file: path)
    }

    /// Reads the contents of a file: JSON, or a property list in XML, binary or text form.
    ///
    /// - Parameter file: The file name for error messages.
    /// - Throws: `ImportError` if the file does not contain values by key.
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

    /// Reads a JSON object; `nil` if the bytes may be a property list.
    private static func object(
        _ bytes: [UInt8], _ file: String
    ) throws(ImportError) -> JSONObject? {
        let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return nil }
        let json: JSONValue
        do throws(JSONError) {
            json = try JSONReader.read(bytes)
        } catch {
            // The old text form of property lists begins like JSON.
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

    /// Returns the entries of a dictionary.
    ///
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
        default: .json(json)
        }
    }

    /// Returns a plain value, or the value of a listed setting: `{"value": …, "isSet": …}`.
    private static func value(of json: JSONValue) -> Value {
        guard let object = json.object else { return json.isNull ? .onDefault : .json(json) }
        guard let value = object["value"], case .boolean(let isSet)? = object["isSet"]?.content
        else { return .object(json, entries(of: object)) }
        guard isSet else { return .onDefault }
        if value.object?.members.map(\.name) == ["set"] { return .hidden }
        return .json(value)
    }
}
