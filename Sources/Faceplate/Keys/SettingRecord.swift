/// A row of a table as a Swift structure.
///
/// `faceplate generate` writes one for each table; the names of the parts are the columns' keys.
public protocol SettingRecord: SettingValue {
    /// Reads the parts; `nil` where one is missing or of another type.
    init?(record: [String: Value])

    /// The parts as they are set.
    var record: [String: Value] { get }
}

extension SettingRecord {
    /// Reads a row.
    public init?(settingValue: Value?) {
        guard case .record(let parts) = settingValue else { return nil }
        self.init(record: parts)
    }

    /// A row.
    public var settingValue: Value? { .record(record) }
}

/// A file: the value of an `edit_file`.
public struct SettingFile: SettingValue, Hashable {
    /// Its name, without a folder.
    public var name: String
    /// The media type that the sender gave, which nothing may rely on.
    public var type: String
    /// What it holds.
    public var bytes: [UInt8]

    /// Makes a file.
    public init(name: String, type: String = "application/octet-stream", bytes: [UInt8]) {
        self.name = name
        self.type = type
        self.bytes = bytes
    }

    /// Reads a file.
    public init?(settingValue: Value?) {
        guard let file = settingValue.flatMap(FileRules.file) else { return nil }
        self.init(name: file.name, type: file.type, bytes: file.bytes)
    }

    /// A file; its name and size are checked when it is set.
    public var settingValue: Value? {
        .record([
            "name": .text(name), "type": .text(type), "data": .text(FileRules.base64(of: bytes)),
        ])
    }
}
