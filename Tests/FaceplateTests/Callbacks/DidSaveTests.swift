import FaceplateTestSupport
import Testing

@testable import Faceplate

struct DidSaveTests {
    @Test
    func distinguishesOwnSavesFromOthers() throws {
        let bench = try Bench()
        let (settings, other) = (try bench.open(watches: true), try bench.open())
        let own = Locked<[[String]]>([])
        let others = Locked<[[String]]>([])
        settings.didSave { revision in own.withLock { $0.append(revision.changes.map(\.key)) } }
        settings.didChangeExternally { revision in
            others.withLock { $0.append(revision.changes.map(\.key)) }
        }
        try settings.assign(("titles", .text("NO")), ("name", .text("Ann")))
        try settings.assign(("titles", .text("NO")))
        try other.assign(("level", .text("low")))
        #expect(eventually { others.withLock { $0 } == [["level"]] })
        #expect(own.withLock { $0 } == [["titles", "name"]])
    }

    /// A new schema repeats no revision.
    @Test
    func aNewSchemaRepeatsNoRevision() throws {
        let settings = try Make.memory()
        try settings.assign(("titles", .text("NO")))
        let numbers = Locked<[Int]>([])
        settings.didSave { revision in numbers.withLock { $0.append(revision.number) } }
        settings.didChangeExternally { revision in
            numbers.withLock { $0.append(revision.number) }
        }
        try settings.adopt(Make.schema(Make.panel.replacing("\"Ann\"", with: "\"Eve\"")))
        #expect(settings.text("name") == "Eve" && numbers.withLock { $0 }.isEmpty)
        try settings.assign(("titles", .text("YES")))
        #expect(numbers.withLock { $0 } == [2])
    }

    @Test
    func reportsAHandlerOfAnUnknownKey() throws {
        let settings = try Make.memory()
        let observation = settings.didChange("themes") { _ in }
        for known in ["theme", "dark"] { settings.didChange(known) { _ in } }
        let problem =
            "The app has a handler for changes of 'themes', which the schema does not have. "
            + "Did you mean 'theme'?"
        #expect(settings.problems == [problem])
        observation.cancel()
        #expect(settings.problems.isEmpty)
    }

    @Test
    func notifiesOfChangesOfOneItem() throws {
        let settings = try Make.memory()
        let told = Locked<[SettingChange<Value?>]>([])
        let observation = settings.didChange("theme") { change in
            told.withLock { $0.append(change) }
        }
        settings.didChange("dark") { change in told.withLock { $0.append(change) } }
        try settings.assign(("dark", .text("YES")), ("titles", .text("NO")))
        observation.cancel()
        try settings.assign(("theme", .reset), origin: .script)
        let changes = told.withLock { $0 }
        #expect(changes.map(\.key) == ["theme", "theme", "theme"])
        #expect(changes.map(\.new) == ["dark", "dark", "light"])
        #expect(changes.last?.old == "dark" && changes.last?.origin == .script)
        #expect(
            changes.map(\.revision.number) == [1, 1, 2] && !changes.contains(where: \.isExternal))
    }
}
