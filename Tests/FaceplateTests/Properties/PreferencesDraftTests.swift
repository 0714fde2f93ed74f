import Observation
import Testing

@testable import Faceplate

private struct Shown: Preferences {
    @Setting var titles = true
    @Setting var dark = false
    @Setting var count = 3
    @Setting var share = 0.5
}

private struct Former: Preferences {
    @Setting var nick = "Ann"
}

struct PreferencesDraftTests {
    @Test
    func keepsChangesUntilTheCommit() async throws {
        let settings = try Make.memory()
        let preferences = try Shown(settings)
        let draft = try preferences.draft()
        #expect(!draft.hasChanges)
        draft.count = 4
        draft.dark = true
        #expect(draft.count == 4 && preferences.count == 3 && settings.revision == 0)
        #expect(draft.changedKeys == ["count", "dark"])
        let outcome = try await draft.commit(note: "form")
        #expect(settings.recentRevision(1)?.note == "form")
        #expect(outcome.revision == 1 && outcome.changes.map(\.key) == ["count", "theme"])
        #expect(!draft.hasChanges && preferences.count == 4 && draft.count == 4)
        #expect(try await draft.commit().revision == 1)
    }

    @Test
    func hasNoChangesAfterRestoringTheValues() throws {
        let draft = try Shown(Make.memory()).draft()
        draft.count = 4
        #expect(draft.count == 4)
        draft.count = 3
        draft.titles = true
        #expect(!draft.hasChanges && draft.count == 3)
    }

    @Test
    func aResetIsAChangeUnlessAllHaveTheirDefaults() async throws {
        let preferences = try Shown(Make.memory())
        let draft = try preferences.draft()
        preferences.count = 4
        preferences.titles = false
        try await preferences.$titles.reset()
        try await draft.values.$titles.reset()
        #expect(!draft.hasChanges)
        preferences.titles = false
        #expect(draft.titles && draft.changedKeys == ["titles"])
        #expect(!draft.values.$titles.isSet && preferences.$titles.isSet)
        try await draft.commit()
        #expect(preferences.titles && !preferences.$titles.isSet)
    }

    @Test
    func aDraftValueIsSetOnlyInTheDraft() throws {
        let preferences = try Shown(Make.memory())
        let draft = try preferences.draft()
        draft.count = 4
        #expect(draft.values.$count.isSet && !preferences.$count.isSet)
    }

    /// An infinite number cannot be stored.
    @Test
    func clearsARejectionWhenAValueIsAccepted() throws {
        let draft = try Shown(Make.memory()).draft()
        draft.share = .infinity
        #expect(draft.values.$share.refusal != nil)
        draft.share = 0.25
        #expect(draft.values.$share.refusal == nil && draft.share == 0.25)
    }

    @Test
    func readsTheEnclosingBatch() throws {
        let settings = try Make.memory()
        let preferences = try Shown(settings)
        let draft = try preferences.draft()
        try settings.batch {
            preferences.titles = false
            #expect(!draft.titles)
        }
    }

    @Test
    func receivesChangesOfOthers() async throws {
        let settings = try Make.memory(Make.panel("count edit_integer \"itemValue\": 3"))
        let draft = try Shown(settings).draft()
        let changes = draft.values.$count.changesOfOthers
        try settings.assign(("count", .text("5")))
        settings.close()
        var news: [Int] = []
        for await change in changes { news.append(change.new) }
        #expect(news == [5])
    }

    @Test
    func aValueSetTwiceIsOneChange() throws {
        let draft = try Shown(Make.memory()).draft()
        for _ in 1...2 { draft.count = 4 }
        #expect(draft.changedKeys == ["count"] && draft.count == 4)
    }

    @Test
    func reportsThatAnOptionCannotBeTurnedOff() async throws {
        let preferences = try Shown(Make.memory())
        let draft = try preferences.draft()
        draft.dark = true
        try await draft.commit()
        draft.dark = false
        #expect(draft.hasChanges)
        await #expect(throws: ApplyError.self) { try await draft.commit() }
    }

    /// The item `name` was once called `nick`.
    @Test
    func readsAValueSetUnderAFormerKey() async throws {
        let preferences = try Former(Make.memory())
        let draft = try preferences.draft()
        draft.nick = "Bob"
        #expect(draft.nick == "Bob" && preferences.nick == "Ann")
        try await draft.commit()
        #expect(preferences.nick == "Bob")
    }

    @Test
    func discardsAllChangesAtOnce() throws {
        let draft = try Shown(Make.memory()).draft()
        draft.count = 4
        #expect(draft.count == 4)
        draft.discard()
        #expect(!draft.hasChanges && draft.count == 3)
    }

    @Test
    func showsChangesOfOthers() throws {
        let settings = try Make.memory()
        let preferences = try Shown(settings)
        let draft = try preferences.draft()
        draft.count = 4
        #expect(draft.titles)
        preferences.titles = false
        #expect(!draft.titles && draft.changedKeys == ["count"])
        preferences.count = 4
        #expect(!draft.hasChanges)
    }

    @Test
    func isUnchangedAfterARejection() async throws {
        let settings = try Make.memory(
            Make.panel("count edit_integer \"itemValue\": 3, \"itemMaximum\": 5"))
        let draft = try Shown(settings).draft()
        draft.count = 6
        await #expect(throws: ApplyError.self) { try await draft.commit() }
        #expect(draft.count == 6 && draft.hasChanges && settings.revision == 0)
    }

    @Test
    func notifiesObservers() throws {
        let preferences = try Shown(Make.memory())
        let draft = try preferences.draft()
        let told = Locked([0, 0])
        func track() {
            withObservationTracking {
                _ = draft.hasChanges
            } onChange: {
                told.withLock { $0[0] += 1 }
            }
            withObservationTracking {
                _ = draft.count
            } onChange: {
                told.withLock { $0[1] += 1 }
            }
        }
        for step in 1...3 {
            track()
            switch step {
            case 1: draft.count = 4
            case 2: draft.discard()
            default: preferences.count = 5
            }
            #expect(told.withLock { $0 } == [step, step])
        }
    }

    @Test
    func keepsValuesSetDuringTheCommit() async throws {
        let settings = try Make.memory()
        let preferences = try Shown(settings)
        let draft = try preferences.draft()
        settings.willSave { _ in
            draft.titles = false
            draft.count = 6
            return nil
        }
        draft.count = 4
        draft.dark = true
        try await draft.commit()
        #expect(preferences.count == 4 && preferences.dark && preferences.titles)
        #expect(draft.changedKeys == ["count", "titles"] && draft.count == 6)
    }
}
