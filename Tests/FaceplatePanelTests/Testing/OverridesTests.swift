import Faceplate
import FaceplatePanel
import FaceplateTesting
import Testing

struct OverridesTests {
    private struct Shown: Preferences {
        @Setting var titles = true
        @Setting var size = 3
        @Setting var own = "a"
    }

    private static let json = """
        [{"groupKey": "g", "items": [
          {"itemKey": "titles", "itemControlType": "switch", "itemValue": "YES"},
          {"itemKey": "size", "itemControlType": "edit_integer", "itemValue": 3, "itemMaximum": 9},
          {"itemKey": "code", "itemControlType": "edit_password"}]},
         {"groupKey": "theme", "items": [
          {"itemKey": "light", "itemControlType": "select", "itemValue": "YES"},
          {"itemKey": "dark", "itemControlType": "select"}]}]
        """

    @Test
    func areReadByPropertiesAndPages() async throws {
        let settings = try Settings.inMemory(json: Self.json)
        let preferences = try Shown(settings)
        try await settings.withOverrides(["titles": false, "size": 7, "own": "b"]) {
            #expect(!preferences.titles && preferences.size == 7 && preferences.own == "b")
            #expect(settings.integer("size") == 7)
            #expect(await PanelClient(settings).get().text.contains("value=\"7\""))
        }
        #expect(preferences.titles && preferences.size == 3 && preferences.own == "a")
        #expect(settings.revision == 0)
    }

    @Test
    func areNestedAndEndWhenTheBodyThrows() throws {
        struct Stop: Error {}
        let settings = try Settings.inMemory(json: Self.json)
        let preferences = try Shown(settings)
        try settings.withOverrides(["size": 7]) {
            #expect(throws: Stop.self) {
                try settings.withOverrides(["size": 8]) {
                    #expect(preferences.size == 8)
                    throw Stop()
                }
            }
            #expect(preferences.size == 7)
        }
        #expect(preferences.size == 3)
    }

    @Test
    func areSeenOnlyByTheirTask() async throws {
        let settings = try Settings.inMemory(json: Self.json)
        let preferences = try Shown(settings)
        await withTaskGroup(of: Bool.self) { group in
            for number in 1...8 {
                group.addTask {
                    (try? await settings.withOverrides(["size": .integer(Int64(number))]) {
                        for _ in 0..<20 {
                            await Task.yield()
                            if preferences.size != number { return false }
                        }
                        return await Task { preferences.size }.value == number
                    }) ?? false
                }
            }
            for await isRight in group { #expect(isRight) }
        }
        #expect(preferences.size == 3)
    }

    @Test
    func doNotAffectOtherSettings() throws {
        let (one, other) = (
            try Settings.inMemory(json: Self.json), try Settings.inMemory(json: Self.json)
        )
        try one.withOverrides(["size": 7]) { #expect(other.integer("size") == 3) }
    }

    @Test
    func mustBeValidValues() throws {
        let settings = try Settings.inMemory(json: Self.json)
        for values in [
            ["size": Value.integer(10)], ["size": "x"], ["titles": "perhaps"], ["dark": false],
            ["code": "x"],
        ] {
            #expect(throws: KeyProblem.self) { try settings.withOverrides(values) {} }
        }
    }
}
