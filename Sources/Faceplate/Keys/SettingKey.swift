/// The key of a setting, with the Swift type of its value.
///
/// Keys are static members, which `faceplate generate` or the plugin `FaceplateKeys` writes from
/// the schema, so that a misspelt one does not compile:
///
/// ```swift
/// extension SettingKey {
///     static var displayTitles: SettingKey<Bool> { SettingKey<Bool>("display_titles", default: true) }
/// }
/// let shows = settings[.displayTitles]
/// ```
///
/// `Content` is optional for a setting that has no value until somebody gives one.
public struct SettingKey<Content: SettingValue>: Sendable, Hashable, CustomStringConvertible {
    /// The setting's key in the schema.
    public let name: String
    private let makeFallback: @Sendable () -> Content

    /// Names a setting.
    ///
    /// - Parameter fallback: the default of the schema that the program was written for. The
    ///   default of the schema in use is what readers get; this one is made only where it is read.
    public init(_ name: String, default fallback: @autoclosure @escaping @Sendable () -> Content) {
        self.name = name
        makeFallback = fallback
    }

    /// What is read where the schema in use has no such setting, or one of another type.
    public var fallback: Content { makeFallback() }

    /// Names a setting that has no value until somebody gives one.
    public init<Wrapped>(_ name: String) where Content == Wrapped? {
        self.init(name, default: nil)
    }

    /// The name.
    public var description: String { name }

    /// Whether both name the same setting.
    public static func == (left: Self, right: Self) -> Bool { left.name == right.name }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }

    /// What a value is for the program.
    func content(_ value: Value?) -> Content { Content(settingValue: value) ?? fallback }
}

/// The key of a secret, which is written like a setting and read by `Settings.secret(_:)` alone.
public struct SecretKey: Sendable, Hashable, CustomStringConvertible {
    /// The secret's key in the schema.
    public let name: String

    /// Names a secret.
    public init(_ name: String) {
        self.name = name
    }

    /// The name.
    public var description: String { name }
}
