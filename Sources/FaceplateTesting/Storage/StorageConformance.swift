public import Faceplate

/// Conformance tests for types that conform to `SettingsStorage`.
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
/// Each promise is checked with separate storages. Some checks open a storage several times at once
/// and use it from several threads.
public struct StorageConformance: Sendable {
    /// A requirement for storages.
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
        case isSyncedBySettings
    }

    /// An error for a promise that the storage breaks.
    public struct Broken: SpokenError, Hashable {
        /// The broken promise.
        public let promise: Promise
        /// The observed and the expected behavior.
        public let reason: String

        /// A message for people.
        public var description: String { "\(promise.rawValue): \(reason)" }
    }

    /// A function that opens a storage by its name.
    public typealias Opener = @Sendable (_ name: String) throws -> any SettingsStorage

    let open: Opener
    package var patience: Duration = .seconds(10)

    /// Creates conformance tests.
    ///
    /// - Parameter open: Opens a storage by its name, which consists of ASCII letters. The first call for a
    ///   name returns an empty storage. Later calls return a storage with the same contents, even while
    ///   an earlier one is open.
    public init(_ open: @escaping Opener) {
        self.open = open
    }

    /// Checks one promise; takes some seconds if writes are slow.
    ///
    /// - Throws: `Broken`, or an error of the storage.
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
        case .isSyncedBySettings: try check.isSyncedBySettings()
        }
    }
}

struct StorageCheck: Sendable {
    let promise: StorageConformance.Promise
    let open: StorageConformance.Opener
    let patience: Duration

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

    func require(_ storage: any SettingsStorage, holds model: StorageContents) throws {
        try storage.read { try require($0, holds: model) }
    }

    func require(_ reader: any StorageReader, holds model: StorageContents) throws {
        try require(try reader.version(), isExactly: model.version(), "The version")
        try require(
            ExactState(try reader.state()), isExactly: ExactState(model.state()), "The state")
        try require(try reader.labels(), isExactly: model.labels(), "The labels")
        let all = RevisionQuery()
        try require(try reader.revisions(all), isExactly: model.revisions(all), "History")
        try require(
            try reader.oldestRevision(), isExactly: model.oldestRevision(), "The oldest revision")
        for kind in StoredState.RecordKind.allCases {
            try require(
                try reader.records(kind), isExactly: model.records(kind),
                "The records of '\(kind.rawValue)'")
        }
    }
}
