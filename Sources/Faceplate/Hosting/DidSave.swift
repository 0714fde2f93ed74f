import FaceplateSchema
import Foundation
import Logging

extension Settings {
    /// Calls `handler` after each save through these settings, with the changes of that save only.
    ///
    /// The handler runs on the settings' own queue, in order. It is not called for a save that changed nothing. For
    /// revisions of every kind, use `observe(_:)`.
    ///
    /// - Returns: the observation; cancel it to stop the calls.
    @discardableResult
    public func didSave(_ handler: @escaping @Sendable (Revision) -> Void) -> Observation {
        observe { if !$0.isExternal { handler($0) } }
    }

    /// Calls `handler` after each revision that another process made, or another `Settings` object of this process on
    /// the same file.
    ///
    /// The handler runs on the settings' own queue, in order.
    ///
    /// - Returns: the observation; cancel it to stop the calls.
    @discardableResult
    public func didChangeExternally(
        _ handler: @escaping @Sendable (Revision) -> Void
    ) -> Observation {
        observe { if $0.isExternal { handler($0) } }
    }

    /// Calls `handler` after each change of one setting, from any source.
    ///
    /// The key of an option means its group. The values are those that the program reads: a setting that was reset has
    /// its default, and a secret is `nil`. The handler runs on the settings' own queue, in order. A key that is not in
    /// the schema is logged, and reported in `problems` as long as it is missing.
    ///
    /// - Returns: the observation; cancel it to stop the calls.
    @discardableResult
    public func didChange(
        _ key: String, _ handler: @escaping @Sendable (SettingChange<Value?>) -> Void
    ) -> Observation {
        let id = UUID()
        let problem = state.withLock { state in
            state.followedKeys[id] = key
            return state.snapshot.problem(ofFollowing: key)
        }
        if let problem { logger.error("\(problem)") }
        let observation = observe { [weak self] revision in
            guard let snapshot = self?.committed else { return }
            let key = snapshot.schema.settingKey(of: key)
            let setting = snapshot.schema.settings[key] ?? Schema.Setting(privateKey: key)
            for change in revision.reported where change.key == key {
                handler(
                    SettingChange(
                        key, from: revision.value(change.old, of: setting, in: snapshot),
                        to: revision.value(change.new, of: setting, in: snapshot), revision,
                        snapshot))
            }
        }
        return Observation { [weak self] in
            observation.cancel()
            _ = self?.state.withLock { $0.followedKeys.removeValue(forKey: id) }
        }
    }
}

extension Snapshot {
    func problem(ofFollowing key: String) -> String? {
        guard schema.reference(key) == nil else { return nil }
        return "The app has a handler for changes of '\(key)', which the schema does not have."
            + NearestWord.suggestion(for: key, among: schema.settings.map(\.key))
    }
}
