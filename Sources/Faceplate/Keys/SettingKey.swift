/// The key of a setting, with the Swift type of its value.
///
/// Keys are static members, which `faceplate generate` or the plugin `FaceplateKeys` generates from the schema. A
/// misspelled key therefore does not compile:
///
/// ```swift
/// extension SettingKey {
///     static var displayTitles: SettingKey<Bool> { SettingKey<Bool>("display_titles", default: true) }
/// }
/// let shows = settings[.displayTitles]
/// ```
///
/// `Content` is optional for a setting that can be without a value.
public struct SettingKey<Content: SettingValue>: Sendable, Hashable, CustomStringConvertible {
    /// The setting's key in the schema.
    public let name: String
    private let makeFallback: @Sendable () -> Content

    /// Creates the key of a setting.
    ///
    /// - Parameter fallback: the default of the schema that the program was written for. Readers get the default of the
    ///   current schema; this one is evaluated only when it is needed.
    public init(_ name: String, default fallback: @autoclosure @escaping @Sendable () -> Content) {
        self.name = name
        makeFallback = fallback
    }

    /// The content to use when the current schema has no such setting, or one of another type.
    public var fallback: Content { makeFallback() }

    /// Creates the key of a setting that can be without a value.
    public init<Wrapped>(_ name: String) where Content == Wrapped? {
        self.init(name, default: nil)
    }

    /// The name.
    public var description: String { name }

    /// Returns true when both keys name the same setting.
    public static func == (left: Self, right: Self) -> Bool { left.name == right.name }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }

    func content(_ value: Value?) -> Content { Content(settingValue: value) ?? fallback }
}

/// The key of a secret, which is set like a setting but read only by `Settings.secret(_:)`.
public struct SecretKey: Sendable, Hashable, CustomStringConvertible {
    /// The secret's key in the schema.
    public let name: String

    /// Creates the key of a secret.
    public init(_ name: String) {
        self.name = name
    }

    /// The name.
    public var description: String { name }
}
