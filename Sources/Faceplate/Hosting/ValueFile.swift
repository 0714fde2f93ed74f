import FaceplateSchema
import Logging

/// A source that is a configuration file of the program, which others edit, too.
///
/// Its values are in use, whether the rules accept them or not. A value that equals its default is still set
/// there, and secrets of the schema can be among the values, as text.
package protocol ValueFile: ValueSource {
    /// True if the file may contain something other than what `get` returned or `set` wrote last; it must be fast,
    /// since it is asked before each commit.
    var isChanged: Bool { get }

    /// The values of the file; it answers at once.
    func get() throws -> [String: Value]

    /// The parts of the file that `get` could not use, one sentence each.
    var problems: [String] { get }
}

extension Settings {
    /// Uses the values of a file from now on.
    ///
    /// A file that cannot be read is one of the `problems`, and no change is accepted until it can be read. The
    /// settings keep the values that they had.
    package func use(_ file: any ValueFile) {
        connect(file)
        do throws(ApplyError) {
            try applyAndWait(readingSource)
        } catch {
            logger.error("the file: \(error)")
        }
    }

    /// The batch that reads the file, if another writer changed it.
    var readingChangedFile: Batch? {
        let (source, isUnread) = state.withLock { ($0.source, $0.isSourceUnread) }
        guard let file = source as? any ValueFile, isUnread || file.isChanged else { return nil }
        return readingSource
    }

    func filled(
        _ batch: Batch, from file: any ValueFile, on snapshot: Snapshot, _ reader: any StorageReader
    ) throws(ApplyError) -> Batch {
        do {
            let values = try file.get()
            var batch = batch
            batch.assignments = try differences(of: values, file, from: snapshot, reader)
            state.withLock { state in
                state.sourceProblems = file.problems
                state.isSourceUnread = false
                state.isFileUnreadable = false
            }
            return batch
        } catch {
            let sentence = (error as? any SpokenError)?.description ?? "\(error)"
            state.withLock { state in
                state.sourceProblems = [sentence]
                state.isFileUnreadable = true
            }
            throw .store(StoreError(.failed, sentence))
        }
    }

    private func differences(
        of values: [String: Value], _ file: any ValueFile, from snapshot: Snapshot,
        _ reader: any StorageReader
    ) throws -> [Assignment] {
        let owned = file.keys.compactMap { snapshot.schema.settings[$0] }
        let secrets =
            owned.contains { $0.isSecret && snapshot.isSet($0) } ? try reader.state().secrets : [:]
        return try owned.compactMap { setting -> Assignment? in
            guard !snapshot.isLocked(setting) else { return nil }
            guard let value = values[setting.key] else {
                return snapshot.isSet(setting) ? Assignment(setting.key, .reset) : nil
            }
            if let secret = secrets[setting.key] {
                guard try .text(unsealed(secret, key: setting.key, snapshot.schema)) != value else {
                    return nil
                }
            } else if !setting.isSecret, snapshot.isSet(setting),
                snapshot.storedValue(of: setting) == value
            {
                return nil
            }
            return Assignment(setting.key, .json(value.json))
        }
    }
}
