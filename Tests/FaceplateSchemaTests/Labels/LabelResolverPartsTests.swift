import Testing

@testable import FaceplateSchema

/// The labels of the parts of an item: columns, elements, states, options, ends, units.
struct LabelResolverPartsTests {
    private static let schema = """
        {"panelChecks": [{"require": "s", "message": "check_one"}, {"require": "s", "message": {"fr": "Deux", "en": "Two"}}],
         "groups": [{"groupKey": "g", "groupHeader": "head",
          "groupFooterWhen": [{"when": "s", "footer": "foot_one"}, {"when": "s", "footer": "Foot two"}], "items": [
          {"itemKey": "s", "itemControlType": "switch"},
          {"itemKey": "servers", "itemControlType": "edit_table", "itemColumns": [
            {"itemKey": "host.name", "itemControlType": "edit_text"},
            {"itemKey": "port", "itemControlType": "edit_integer", "itemTitle": "Gate", "itemUnit": "ports"},
            {"itemKey": "level", "itemControlType": "choice", "itemOptions": ["low"]}]},
          {"itemKey": "names", "itemControlType": "edit_list", "itemElement": {"itemControlType": "edit_text"}},
          {"itemKey": "account", "itemControlType": "button", "itemConfirm": "Sure?", "itemStates": [
            {"state": "out", "title": "Sign in"}, {"state": "in"}]},
          {"itemKey": "speed", "itemControlType": "slider", "itemMinimum": 0, "itemMaximum": 9, "itemMinimumLabel": "Slow"},
          {"itemKey": "size", "itemControlType": "segment", "itemOptions": [1, {"value": 2, "short": "M"}]},
          {"itemKey": "net", "itemControlType": "page", "itemSummary": "{s}", "groups": []}]}]}
        """

    private static func resolver(_ words: [String: String] = [:]) throws -> (LabelResolver, Schema)
    {
        let schema = try Schema.make(Self.schema)
        var files = LabelCatalog()
        for (key, text) in words { files.set(text, for: key, in: .english) }
        return (
            LabelResolver(
                schema: schema, catalog: schema.catalog(with: files), locale: .english), schema
        )
    }

    @Test func usesPlainLabelsOfTheSchemaLast() throws {
        let (words, schema) = try Self.resolver()
        func item(_ key: String) throws -> Schema.Item { try #require(schema.items[key]) }
        let table = try item("servers")
        #expect(
            table.cells.map { words.title(of: $0).text } == ["Host name", "Gate", "Level"])
        #expect(words.unit(of: table.cells[1])?.text == "ports")
        let account = try item("account")
        #expect(words.title(of: account, state: "out").text == "Sign in")
        #expect(words.title(of: account, state: "in").text == "Account")
        #expect(words.title(of: account, state: "nobody").text == "Account")
        #expect(words.confirmation(of: account, state: "in")?.text == "Sure?")
        #expect(words.minimum(of: try item("speed"))?.text == "Slow")
        #expect(words.maximum(of: try item("speed")) == nil)
        let size = try item("size")
        #expect(size.options.map { words.shortTitle(of: $0, in: size).text } == ["1", "M"])
        #expect(words.summary(of: try item("net"))?.text == "{s}")
        let group = schema.groups[0]
        #expect(words.header(of: group)?.text == "head")
        #expect(words.footers(of: group).map(\.text) == ["foot_one", "Foot two"])
        #expect(words.checks.map(\.text) == ["check_one", "Two"])
    }

    @Test(arguments: ["km/h", "{count} km/h"])
    func aUnitHasTheLanguageOfItsText(written: String) throws {
        let (words, schema) = try Self.resolver(["SPEED.unit": written])
        let unit = words.unit(of: try #require(schema.items["speed"]))
        #expect(unit?.text == "km/h" && unit?.locale == .english)
    }

    @Test func findsLabelsOfPartsByTheKeyOfTheirItem() throws {
        let (words, schema) = try Self.resolver([
            "SERVERS.column.host.name": "Host", "SERVERS.column.host.name.help": "Its name",
            "SERVERS.column.port.unit": "gates", "SERVERS.column.level.option.low": "Low",
            "NAMES.element": "Name", "NAMES.element.placeholder": "Ann",
            "ACCOUNT.state.in": "Sign out", "ACCOUNT.state.in.confirm": "Really?",
            "SPEED.minimum": "Slowest", "SPEED.maximum": "Fastest", "SPEED.unit": "km/h",
            "SIZE.option.1": "Small", "SIZE.option.1.short": "S", "SIZE.option.1.help": "Tiny",
            "NET.summary": "{s}!", "G.header": "Head", "HEAD": "Heading", "FOOT_ONE": "Foot one",
            "CHECK_ONE": "One", "SERVERS": "Servers",
        ])
        func item(_ key: String) throws -> Schema.Item { try #require(schema.items[key]) }
        let table = try item("servers")
        #expect(words.title(of: table).text == "Servers")
        #expect(table.cells.map { words.title(of: $0).text } == ["Host", "Gate", "Level"])
        #expect(words.help(of: table.cells[0])?.text == "Its name")
        #expect(words.unit(of: table.cells[1])?.text == "gates")
        #expect(words.title(of: table.cells[2].options[0], in: table.cells[2]).text == "Low")
        let element = try #require(try item("names").cells.first)
        #expect(words.title(of: element).text == "Name")
        #expect(words.placeholder(of: element)?.text == "Ann")
        let account = try item("account")
        #expect(words.title(of: account, state: "in").text == "Sign out")
        #expect(words.title(of: account, state: "out").text == "Sign in")
        #expect(words.confirmation(of: account, state: "in")?.text == "Really?")
        #expect(words.confirmation(of: account, state: "out")?.text == "Sure?")
        let speed = try item("speed")
        #expect(words.minimum(of: speed)?.text == "Slowest")
        #expect(words.maximum(of: speed)?.text == "Fastest")
        #expect(words.unit(of: speed)?.text == "km/h")
        let size = try item("size")
        #expect(size.options.map { words.title(of: $0, in: size).text } == ["Small", "2"])
        #expect(size.options.map { words.shortTitle(of: $0, in: size).text } == ["S", "M"])
        #expect(words.help(of: size.options[0], in: size)?.text == "Tiny")
        #expect(words.summary(of: try item("net"))?.text == "{s}!")
        let group = schema.groups[0]
        #expect(words.header(of: group)?.text == "Heading")
        #expect(words.footers(of: group).map(\.text) == ["Foot one", "Foot two"])
        #expect(words.checks.map(\.text) == ["One", "Two"])
    }
}
