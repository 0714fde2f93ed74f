import Testing

@testable import Faceplate

private struct Shown: Preferences {
    @Setting var titles = true
    @Setting var dark = false
    @Setting var count = 3
}

struct SettingsBatchTests {
    @Test
    func isOneRevisionAndReadsItsValues() throws {
        let settings = try Make.memory()
        let preferences = try Shown(settings)
        try settings.batch(note: "both") {
            preferences.dark = false
            #expect(!preferences.dark)
            preferences.count = 4
            preferences.dark = true
            #expect(preferences.count == 4 && preferences.dark)
            #expect(settings.text("theme") == "dark" && settings.revision == 0)
        }
        #expect(settings.revision == 1 && preferences.count == 4)
        #expect(settings.recentRevision(1)?.note == "both")
        #expect(settings.recentRevision(1)?.changes.count == 2)
    }

    @Test
    func isSeenOnlyByItsTask() async throws {
        let settings = try Make.memory()
        let preferences = try Shown(settings)
        try await settings.batch(note: "later") {
            try await preferences.$count.set(4)
            let elsewhere = await Task.detached { preferences.count }.value
            #expect(elsewhere == 3 && preferences.count == 4)
        }
        #expect(preferences.count == 4 && settings.recentRevision(1)?.note == "later")
    }

    /// Each store has a batch of its own.
    @Test
    func readsTheEnclosingBatch() async throws {
        let (settings, others) = (try Make.memory(), try Make.memory())
        let (outer, inner) = (try Shown(settings), try Shown(others))
        try settings.batch {
            outer.count = 4
            try others.batch {
                inner.count = 5
                outer.titles = false
                #expect(outer.count == 4 && inner.count == 5)
            }
        }
        #expect(!outer.titles && inner.titles)
        try await settings.batch {
            try await outer.$count.set(6)
            try await others.batch {
                try await inner.$count.set(7)
                #expect(outer.count == 6 && inner.count == 7)
            }
        }
        #expect(outer.count == 6 && inner.count == 7)
    }

    @Test
    func savesNothingIfItThrows() throws {
        struct Stop: Error {}
        let settings = try Make.memory()
        let preferences = try Shown(settings)
        #expect(throws: Stop.self) {
            try settings.batch {
                preferences.count = 4
                throw Stop()
            }
        }
        #expect(preferences.count == 3 && settings.revision == 0)
    }

    /// The inner batch is saved at its own end, and without it what it set is not saved.
    @Test
    func insideAnotherIsASeparateRevision() throws {
        struct Stop: Error {}
        let settings = try Make.memory()
        let preferences = try Shown(settings)
        try settings.batch {
            preferences.titles = false
            try settings.batch { preferences.count = 4 }
            #expect(settings.revision == 1)
            #expect(throws: Stop.self) {
                try settings.batch {
                    preferences.dark = true
                    throw Stop()
                }
            }
        }
        #expect(settings.revision == 2 && preferences.count == 4)
        #expect(!preferences.titles && !preferences.dark)
    }

    /// Overrides are for reading; an assignment goes to the store.
    @Test
    func writesToTheStoreUnderOverrides() throws {
        let preferences = try Shown(Make.memory())
        preferences.settings?.withOverlay(["count": 5]) {
            preferences.count = 4
            #expect(preferences.count == 5)
        }
        #expect(preferences.count == 4)
    }

    @Test
    func savesNothingIfOneValueIsRejected() throws {
        let settings = try Make.memory(
            Make.panel(#"count edit_integer "itemMaximum": 5, "itemValue": 3"#, "dark switch"))
        let preferences = try Shown(settings)
        #expect(throws: ApplyError.self) {
            try settings.batch {
                preferences.count = 6
                preferences.dark = true
            }
        }
        #expect(!preferences.dark && settings.revision == 0)
    }
}
