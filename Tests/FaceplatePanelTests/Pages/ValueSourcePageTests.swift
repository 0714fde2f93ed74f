import Faceplate
import FaceplateTesting
import Testing

@testable import FaceplatePanel

/// A dial that the program owns.
private final class Dial: ValueSource {
    let keys = ["k"]
    let value = Locked<Value?>(5)

    func get() -> [String: Value] {
        var values: [String: Value] = [:]
        values["k"] = value.withLock { $0 }
        return values
    }

    func set(_ values: [String: Value?]) -> Veto? {
        guard let new = values["k"] else { return nil }
        if new == 13 { return .key("k", "Thirteen is not on the dial") }
        value.withLock { $0 = new }
        return nil
    }
}

struct ValueSourcePageTests {
    private func make(_ dial: Dial) throws -> TestPanel {
        let panel = try TestPanel.make(TestPanel.item("edit_integer"))
        try panel.settings.use(dial)
        return panel
    }

    @Test(arguments: [
        "/", "/?view=text", "/api/settings", "/api/settings/k", "/fragments/k", "/api/export",
        "/api/settings?search=k", "/api/panel",
    ])
    func everyPageShowsTheCurrentValue(target: String) async throws {
        let dial = Dial()
        let panel = try make(dial)
        #expect(await panel.client.get(target).text.contains("5"))
        dial.value.withLock { $0 = 77 }
        #expect(await panel.client.get(target).text.contains("77"))
    }

    @Test func aPostIsAcceptedOrRejectedByTheProgram() async throws {
        let dial = Dial()
        let panel = try make(dial)
        #expect(await panel.browse(["k": "8"]).status == 303)
        #expect(dial.value.withLock { $0 } == 8)
        let refused = await panel.browse(["k": "13"])
        #expect(refused.status == 422)
        #expect(TestPanel.row(in: refused.text).contains("Thirteen is not on the dial"))
        #expect(TestPanel.row(in: refused.text).contains(#"value="13""#))
        #expect(dial.value.withLock { $0 } == 8 && panel.settings.value("k") == 8)
    }

    @Test func aChangeOfTheProgramIsInTheHistory() async throws {
        let dial = Dial()
        let panel = try make(dial)
        dial.value.withLock { $0 = 6 }
        _ = await panel.page()
        let changes = await panel.client.get("/api/changes").text
        #expect(changes.contains(#""from":5,"to":6"#), "\(changes)")
        #expect(await panel.post(["_undo": "2"]).status == 303)
        #expect(dial.value.withLock { $0 } == 5)
    }
}
