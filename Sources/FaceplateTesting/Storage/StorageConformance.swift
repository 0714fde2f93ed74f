public import Faceplate

/// Says whether a storage keeps the promises of `SettingsStorage`.
///
/// ```swift
/// @Test(arguments: StorageConformance.Promise.allCases)
/// func keeps(promise: StorageConformance.Promise) throws {
///     let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
///     try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
///     try StorageConformance { try MyStorage(folder.appending(path: $0)) }.check(promise)
/// }
/// ```
///
/// Each promise is checked on storages of its own; some are opened several times at once, and used
/// from several threads.
public struct StorageConformance: Sendable {
    /// What a storage is to do.
    public enum Promise: String, Sendable, CaseIterable {
        case startsEmpty
        case keepsEachChange
        case keepsItForTheNextOne
        case keepsNothingOfAWriteThatFails
        case showsWritersTheStateBefore
        case answersEachQuery
        case forgetsWhatItIsTold
        case keepsEveryText
        case losesNoWrite
        case showsNoHalfOfAWrite
        case keepsItsKey
        case carriesSettings
        case carriesAnotherSchema
        case isSharedBySettings
    }

    /// A promise that was not kept.
    public struct Broken: Error, Sendable, Hashable, CustomStringConvertible {
        /// Which one.
        public let promise: Promise
        /// What was seen, and what should have been.
        public let reason: String

        /// The words for people.
        public var description: String { "\(promise.rawValue): \(reason)" }
    }

    /// A storage by its name.
    public typealias Opener = @Sendable (_ name: String) throws -> any SettingsStorage

    let open: Opener
    /// How long is waited for a storage that may have locked itself out.
    package var patience: Duration = .seconds(10)

    /// Checks storages that `open` gives.
    ///
    /// - Parameter open: opens a storage by its name, of ASCII letters: empty the first time, and with
    ///   what is in it whenever it is called again, also while the one before is in use.
    public init(_ open: @escaping Opener) {
        self.open = open
    }

    /// Checks one promise; may take some seconds where a write takes long.
    ///
    /// - Throws: `Broken`, or what the storage throws.
    public func check(_ promise: Promise) throws {
        let check = StorageCheck(promise: promise, open: open, patience: patience)
        switch promise {
        case .startsEmpty: try check.startsEmpty()
        case .keepsEachChange: try check.keepsEachChange()
        case .keepsItForTheNextOne: try check.keepsItForTheNextOne()
        case .keepsNothingOfAWriteThatFails: try check.keepsNothingOfAWriteThatFails()
        case .showsWritersTheStateBefore: try check.showsWritersTheStateBefore()
        case .answersEachQuery: try check.answersEachQuery()
        case .forgetsWhatItIsTold: try check.forgetsWhatItIsTold()
        case .keepsEveryText: try check.keepsEveryText()
        case .losesNoWrite: try check.losesNoWrite()
        case .showsNoHalfOfAWrite: try check.showsNoHalfOfAWrite()
        case .keepsItsKey: try check.keepsItsKey()
        case .carriesSettings: try check.carriesSettings()
        case .carriesAnotherSchema: try check.carriesAnotherSchema()
        case .isSharedBySettings: try check.isSharedBySettings()
        }
    }
}

/// One promise on its way.
struct StorageCheck: Sendable {
    let promise: StorageConformance.Promise
    let open: StorageConformance.Opener
    let patience: Duration

    /// The storage of this promise.
    func storage() throws -> any SettingsStorage { try open(promise.rawValue) }

    func require(_ isSo: Bool, _ reason: @autoclosure () -> String) throws {
        if !isSo { throw StorageConformance.Broken(promise: promise, reason: reason()) }
    }

    func require<Value: Equatable>(_ value: Value, is expected: Value, _ what: String) throws {
        func words(_ value: Value) -> String {
            let text = "\(value)"
            return text.prefix(500) + (text.utf8.count > 500 ? "…" : "")
        }
        try require(
            value == expected, "\(what) is \(words(value)), and should be \(words(expected)).")
    }

    /// Whether a storage holds what a model of it does.
    func require(_ storage: any SettingsStorage, holds model: StorageContents) throws {
        try storage.read { try require($0, holds: model) }
    }

    func require(_ reader: any StorageReader, holds model: StorageContents) throws {
        try require(try reader.version(), isExactly: model.version(), "The version")
        try require(
            ExactState(try reader.state()), isExactly: ExactState(model.state()), "The state")
        try require(try reader.labels(), isExactly: model.labels(), "What is said of words")
        let all = RevisionQuery()
        try require(try reader.revisions(all), isExactly: model.revisions(all), "History")
        try require(
            try reader.agreements(), isExactly: model.agreements(), "What was agreed on")
    }
}
