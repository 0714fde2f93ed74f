/// Preferences whose changes are kept aside until they are committed, as one revision.
///
/// Its properties read as they were set here, else as the settings are at the moment. May be passed
/// to any thread; observation tracking is told of `hasChanges` and of the properties.
@dynamicMemberLookup
public final class PreferencesDraft<Values: Preferences>: Sendable {
    /// The properties; setting one changes the draft alone.
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

    /// Whether some property reads otherwise here than in the settings.
    public var hasChanges: Bool { !changedKeys.isEmpty }

    /// The keys of those properties, in order.
    public var changedKeys: [String] {
        overlay.observed.track()
        return overlay.assignments(over: overlay.settings.snapshot).map(\.key)
    }

    /// Saves all changes as one revision, and waits until it is on disk.
    ///
    /// Where one value is refused nothing is saved, and the draft stays as it is. Without changes
    /// there is no revision.
    ///
    /// - Parameter note: words that history keeps.
    /// - Throws: what was refused, or that the store cannot be written.
    @discardableResult
    public func commit(note: String? = nil) async throws(ApplyError) -> Outcome {
        let wishes = overlay.wishes
        let assignments = overlay.assignments(over: overlay.settings.committed)
        var outcome = Outcome(revision: overlay.settings.revision, changes: [])
        if !assignments.isEmpty {
            outcome = try await overlay.settings.apply(
                Batch(assignments, origin: .program, note: note))
        }
        // What was set meanwhile is no part of it.
        overlay.forget(wishes)
        tell()
        return outcome
    }

    /// Forgets all changes.
    public func discard() {
        overlay.forget(overlay.wishes)
        tell()
    }

    private func tell() {
        overlay.observed.changed()
        for child in Mirror(reflecting: values).children {
            (child.value as? any PreferencesProperty)?.changed()
        }
    }
}

extension Preferences {
    /// A draft of these preferences, without changes.
    ///
    /// - Throws: `ApplyError` where the program's own store cannot be opened.
    public func draft() throws(ApplyError) -> PreferencesDraft<Self> {
        guard let settings else { throw .store(OwnStore.failure(of: Self.self)) }
        return PreferencesDraft(settings, of: self)
    }
}
