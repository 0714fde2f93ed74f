/// A draft of preferences, whose changes are saved together as one revision.
///
/// A property returns the value that was set in the draft, else the current value of the settings. A draft can be
/// passed to any thread. Observation tracking covers `hasChanges` and the properties.
@dynamicMemberLookup
public final class PreferencesDraft<Values: Preferences>: Sendable {
    /// The properties; setting one changes only the draft.
    public let values: Values
    private let overlay: Overlay
    private let observation: Settings.Observation

    init(_ settings: Settings, of preferences: Values) {
        let overlay = Overlay(settings, .override)
        self.overlay = overlay
        values = preferences.bound(to: .draft(overlay))
        observation = settings.onNews { overlay.observed.changed() }
    }

    deinit {
        observation.cancel()
    }

    /// A property of the draft.
    public subscript<Value>(dynamicMember path: ReferenceWritableKeyPath<Values, Value>) -> Value {
        get { values[keyPath: path] }
        set { values[keyPath: path] = newValue }
    }

    /// True when a property of the draft differs from the settings.
    public var hasChanges: Bool { !changedKeys.isEmpty }

    /// The keys of the properties that differ from the settings, sorted.
    ///
    /// It is computed at each access. A property that was set to the current value of the settings is not included.
    public var changedKeys: [String] {
        overlay.observed.track()
        return overlay.assignments(over: overlay.settings.snapshot).map(\.key)
    }

    /// Saves all changes as one revision, and waits until it is on disk.
    ///
    /// If one value is rejected, nothing is saved, and the draft stays unchanged. Without changes, no revision is made.
    ///
    /// - Parameter note: a note that history stores.
    /// - Throws: `ApplyError` if a value is rejected or the store cannot be written.
    @discardableResult
    public func commit(note: String? = nil) async throws(ApplyError) -> Outcome {
        let replacements = overlay.replacements
        let assignments = overlay.assignments(over: overlay.settings.committed)
        var outcome = Outcome(revision: overlay.settings.revision, changes: [])
        if !assignments.isEmpty {
            outcome = try await overlay.settings.apply(
                Batch(assignments, origin: .program, note: note))
        }
        // Values that were set in the meantime are not part of this commit.
        overlay.forget(replacements)
        notify()
        return outcome
    }

    /// Discards all changes, so that the properties return the values of the settings again.
    ///
    /// A `commit` that is still running is not affected.
    public func discard() {
        overlay.forget(overlay.replacements)
        notify()
    }

    private func notify() {
        overlay.observed.changed()
        for child in Mirror(reflecting: values).children {
            (child.value as? any PreferencesProperty)?.changed()
        }
    }
}

extension Preferences {
    /// Creates a draft of these preferences, without changes.
    ///
    /// - Throws: `ApplyError` if the program's own store cannot be opened.
    public func draft() throws(ApplyError) -> PreferencesDraft<Self> {
        guard let settings else { throw .store(OwnStore.failure(of: Self.self)) }
        return PreferencesDraft(settings, of: self)
    }
}
