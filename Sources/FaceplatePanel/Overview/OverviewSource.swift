import Faceplate

/// The content of the first page that is not a setting: the profiles, and the last changes.
struct OverviewSource: Sendable {
    let profiles: [Profile]
    /// Only of revisions in memory.
    let revision: @Sendable (Int) -> Revision?
    var found = FoundProfile()
}

extension OverviewSource {
    /// The most revisions in which visible changes are looked for.
    private static let mostRead = 64

    /// Newest first.
    func lastChanges(
        _ count: Int, _ context: PageContext
    ) -> [(revision: Revision, isWhole: Bool)] {
        var found: [(revision: Revision, isWhole: Bool)] = []
        let newest = context.snapshot.revision
        var number = newest
        while found.count < count, number > max(newest - Self.mostRead, 0),
            let whole = revision(number)
        {
            number -= 1
            let shown = context.view.part(of: whole)
            guard !shown.changes.isEmpty else { continue }
            found.append((shown, shown.changes.count == whole.changes.count))
        }
        return found
    }

    /// Looked for only when settings or profiles have changed.
    func active(_ context: PageContext) -> ActiveProfile? {
        guard !profiles.isEmpty else { return nil }
        return found.profile(profiles, context) { ActiveProfile(self, context) }
    }
}

final class FoundProfile: Sendable {
    private struct Finding {
        let snapshot: Snapshot
        let profiles: [Profile]
        let rights: Rights
        let profile: ActiveProfile?
    }

    private let last = Locked<Finding?>(nil)

    func profile(
        _ profiles: [Profile], _ context: PageContext, find: () -> ActiveProfile?
    ) -> ActiveProfile? {
        if let last = last.withLock({ $0 }), last.snapshot === context.snapshot,
            last.profiles == profiles, last.rights == context.rights
        {
            return last.profile
        }
        let found = find()
        last.withLock {
            $0 = Finding(
                snapshot: context.snapshot, profiles: profiles, rights: context.rights,
                profile: found)
        }
        return found
    }
}

/// The part of the overview that depends on the schema alone.
struct OverviewFace: Sendable {
    let count: Int
    let required: [Schema.Setting]

    init(_ schema: Schema) {
        count = schema.settings.count { !$0.isHidden && $0.control != .button }
        required = schema.settings.filter { setting in
            setting.isRequired || schema.items[setting.key]?.rules.requiredWhen != nil
        }
    }
}

/// The profile that was switched to last, or whose values are all in use.
struct ActiveProfile: Sendable {
    private static let mostRevisions = 256

    let name: String
    /// Only those that the reader may see.
    let differing: [String]

    init?(_ source: OverviewSource, _ context: PageContext) {
        guard !source.profiles.isEmpty else { return nil }
        let snapshot = context.snapshot
        func differing(_ profile: Profile) -> [String] {
            profile.assignments(in: snapshot).map(\.key)
        }
        if let name = Self.lastSwitch(source, snapshot.revision),
            let profile = source.profiles.first(where: { $0.name == name })
        {
            self.name = name
            self.differing = differing(profile)
            return
        }
        let whole = source.profiles.first { profile in
            differing(profile).isEmpty
                && !profile.content(in: snapshot.schema).entries.isEmpty
        }
        guard let whole else { return nil }
        name = whole.name
        self.differing = []
    }

    private static func lastSwitch(_ source: OverviewSource, _ newest: Int) -> String? {
        var undone: Set<Int> = []
        var number = newest
        while number > max(newest - mostRevisions, 0), let revision = source.revision(number) {
            if case .undo(let other, nil)? = revision.reversal, !undone.contains(number) {
                undone.insert(other)
            }
            if revision.origin == .profile, revision.reversal == nil, !undone.contains(number) {
                return revision.note
            }
            number -= 1
        }
        return nil
    }
}

/// The profiles of a panel as they were last read from the storage.
///
/// They are read again for a request of the first page after something has changed, so that other requests need not wait.
final class ProfileBook: Sendable {
    private struct State {
        var profiles: [Profile] = []
        /// As of the last reading; `nil` before the first.
        var changes: Int?
        var number = 0
    }

    private let state = Locked(State())
    let found = FoundProfile()

    init(_ settings: Settings) {
        read(settings)
    }

    /// The number increases when the profiles change.
    var known: (profiles: [Profile], number: Int) {
        state.withLock { ($0.profiles, $0.number) }
    }

    func isOld(_ settings: Settings) -> Bool {
        state.withLock { $0.changes } != settings.profileChanges.withLock { $0 }
    }

    /// Can block; the profiles stay as they are if the storage cannot be read.
    func read(_ settings: Settings) {
        let changes = settings.profileChanges.withLock { $0 }
        let profiles = try? settings.profiles.all()
        state.withLock { state in
            state.changes = changes
            guard let profiles, profiles != state.profiles else { return }
            state.profiles = profiles
            state.number += 1
        }
    }
}
