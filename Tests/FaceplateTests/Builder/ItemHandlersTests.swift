import Faceplate
import Testing

/// Handlers that are declared together with their items.
struct ItemHandlersTests {
    private let seen = Locked<[String]>([])

    private func settings() throws -> Settings {
        let note = note
        return try Settings.inMemory(
            Schema {
                Group("g") {
                    Text("head")
                    EditInteger("port", default: 80).data(["unit": "px"]).onChange { note($0) }
                    EditText("name").onChange { note($0) }
                    EditPassword("word").onChange { note($0) }
                    Info("uptime").data(7).value { item in
                        item.data == 7 ? .text("\(item.key) \(item.position)") : nil
                    }
                    Choice("voice").options { _ in [ProvidedOption("alto"), ProvidedOption("bass")]
                    }
                }
                Group("theme") {
                    Select("light").onSelect { note($0) }
                    Select("dark").data("night").onSelect { note($0) }
                }.onChange { note($0) }
            })
    }

    private var note: @Sendable (SettingChange<Value?>) -> Void {
        { [seen] change in
            let told =
                "\(change.key)[\(change.position)] \(change.old?.plainText ?? "-") -> "
                + "\(change.new?.plainText ?? "-") by \(change.origin)"
                + (change.data.map { " " + JSONWriter().text($0) } ?? "")
            seen.withLock { $0.append(told) }
        }
    }

    /// Returns the calls that the handlers received for a batch.
    private func told(
        _ settings: Settings, _ values: [(String, Assignment.Input)], origin: Origin = .program
    ) throws -> [String] {
        _ = try settings.applyAndWait(
            Batch(values.map { Assignment($0.0, $0.1) }, origin: origin))
        // Closing waits for all work on the settings' queue.
        settings.close()
        return seen.withLock { $0 }
    }

    @Test func receiveOldNewAndOrigin() throws {
        #expect(
            try told(settings(), [("port", .text("90")), ("name", .text("a"))], origin: .browser)
                == [#"port[1] 80 -> 90 by browser {"unit":"px"}"#, "name[2]  -> a by browser"])
    }

    @Test func prefersTheContentOfTheProgram() throws {
        var content = ProvidedContent()
        content.options["voice"] = { [ProvidedOption("tenor")] }
        content.values["uptime"] = { 42 }
        let settings = try Settings.inMemory(
            Schema {
                Group("g") {
                    Choice("voice").options { _ in [ProvidedOption("alto")] }
                    Info("uptime").value { _ in 7 }
                }
            }, content: content)
        #expect(settings.value("uptime") == 42)
        #expect(settings.snapshot.schema.items["voice"]?.options.map(\.value) == ["tenor"])
    }

    @Test func aResetHasTheDefaultAsNewValue() throws {
        let settings = try settings()
        _ = try settings.applyAndWait(Batch([Assignment("port", .text("90"))], origin: .cli))
        #expect(
            try told(settings, [("port", .reset)]).last
                == #"port[1] 90 -> 80 by program {"unit":"px"}"#)
    }

    @Test func doNotReceiveSecrets() throws {
        #expect(try told(settings(), [("word", .text("hush"))]) == ["word[3] - -> - by program"])
    }

    @Test func areCalledForAnOptionAndItsGroup() throws {
        #expect(
            try told(settings(), [("theme", .text("dark"))]) == [
                "theme[0] light -> dark by program", #"theme[1] light -> dark by program "night""#,
            ])
    }

    @Test func areNotCalledForTextThatEqualsAKey() throws {
        #expect(
            try told(settings(), [("name", .text("port"))]) == ["name[2]  -> port by program"])
    }

    @Test func provideValuesAndOptions() throws {
        let settings = try settings()
        #expect(settings.value("uptime") == "uptime 4")
        #expect(settings.snapshot.schema.items["voice"]?.options.map(\.value) == ["alto", "bass"])
        #expect(settings.value("voice") == "alto")
    }

    @Test func aReplacedGroupAddsItsHandlers() throws {
        let settings = try settings()
        let note = note
        try settings.content.replaceGroup(
            "theme", with: Group("sound") { Switch("loud").onChange { note($0) } })
        #expect(
            try told(settings, [("loud", .text("YES"))]) == ["loud[0] false -> true by program"])
    }

    @Test func laterHandlersReplaceEarlierOnes() throws {
        let settings = try settings()
        let (seen, note) = (seen, note)
        try settings.content.replaceGroup(
            "theme",
            with: Group("sound") {
                Switch("loud").onChange { _ in seen.withLock { $0.append("earlier") } }
            })
        try settings.content.replaceGroup(
            "sound", with: Group("sound") { Switch("loud").onChange { note($0) } })
        #expect(
            try told(settings, [("loud", .text("YES"))]) == ["loud[0] false -> true by program"])
    }

    @Test func aNewSchemaAddsItsHandlers() throws {
        let settings = try settings()
        let note = note
        try settings.adopt(
            Schema { Group("g") { Switch("fresh").onChange { note($0) } } },
            labels: LabelCatalog())
        #expect(
            try told(settings, [("fresh", .text("YES"))]) == ["fresh[0] false -> true by program"])
    }
}
