/// A row of a table as a Swift structure.
///
/// `faceplate generate` generates one for each table; the names of the parts are the keys of the columns.
public protocol SettingRecord: SettingValue {
    /// Creates a row from its parts; `nil` if a part is missing or has another type.
    init?(record: [String: Value])

    /// The parts of the row that are set, by column key.
    var record: [String: Value] { get }
}

extension SettingRecord {
    /// Creates a row from its value.
    public init?(settingValue: Value?) {
        guard case .record(let parts) = settingValue else { return nil }
        self.init(record: parts)
    }

    /// The value of the row.
    public var settingValue: Value? { .record(record) }
}

/// A file: the value of an `edit_file`.
public struct SettingFile: SettingValue, Hashable {
    /// The name of the file, without a folder.
    public var name: String
    /// The media type that the sender specified; it is not verified.
    public var type: String
    /// The content of the file.
    public var bytes: [UInt8]

    /// Creates a file.
    public init(name: String, type: String = "application/octet-stream", bytes: [UInt8]) {
        self.name = name
        self.type = type
        self.bytes = bytes
    }

    /// Creates a file from its value.
    public init?(settingValue: Value?) {
        guard let file = settingValue.flatMap(FileRules.file) else { return nil }
        self.init(name: file.name, type: file.type, bytes: file.bytes)
    }

    /// The value of the file; its name and size are checked when it is set.
    public var settingValue: Value? {
        .record([
            "name": .text(name), "type": .text(type), "data": .text(Base64.text(of: bytes)),
        ])
    }
}
