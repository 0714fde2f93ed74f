import Faceplate
import FaceplatePanel
import FaceplateSchema
import FaceplateTesting

/// The facts that the tests of all controls need about one control: an item, a value that it accepts, and text that it
/// rejects.
///
/// `ControlKind.sample` lists them. A new control does not compile without one.
struct ControlSample: Sendable {
    /// The members of the item, in addition to its key, title and control.
    var attributes = ""
    /// The default, as JSON and as users read it; empty JSON for an item without one.
    var initial = ("", "empty")

    /// An accepted value, other than the default: as text, as JSON, and as users read it.
    var text = ""
    var json = ""
    var shown = ""
    /// The value in a row that cannot be changed, if it differs from `shown`.
    var inRow: String?
    /// The fields of this value in the form of a browser, if there is not one field with `text`.
    var edit: [(name: String, value: String)]?

    /// Rejected text, the same as JSON, the code of the problem, and the message.
    var wrong = ""
    var wrongJSON = ""
    var code = ValueProblem.Code.required
    var problem = ""
    /// The fields of the rejected text in the form of a browser, if there is not one field `k`.
    var wrongEdit: [(name: String, value: String)]?
    /// The part of the rejected text that a field still has, if the control has a field for any text.
    var kept: String?

    /// Another accepted value, as JSON, for a control without a default.
    var other = ""

    /// True for a control that can be a column of a table.
    var isCell = false
    /// True for a control whose items cannot be read-only.
    var isAlwaysEditable = false
    /// True for a value that a browser sends once, and never gets back.
    var isSentOnce = false
    /// True for a value that no page may show.
    var isSecret = false

    static func json(_ text: String) throws -> JSONValue { try JSONReader.read(Array(text.utf8)) }

    /// A value that is not `json`, as JSON.
    var anotherJSON: String { other.isEmpty ? initial.0 : other }
    /// The same as text.
    var anotherText: String { (try? Self.json(anotherJSON).string) ?? anotherJSON }
    var fields: [(name: String, value: String)] { edit ?? [("k", text)] }
    var value: Value? { (try? Self.json(json)).flatMap { Value(json: $0) } }
    var initialValue: Value? { (try? Self.json(initial.0)).flatMap { Value(json: $0) } }
}

extension ControlKind {
    /// The controls with a value, which is that of the group for `select`.
    static let settings = allCases.filter { $0 == .select || $0.control.holdsValue }

    /// Returns the JSON of an item of the sample, with the title `Port`.
    ///
    /// - Parameter value: The default, as JSON; empty for none.
    func item(_ more: String = "", value: String = "", key: String = "k") -> String {
        let members = [sample.attributes, value.isEmpty ? "" : #""itemValue":\#(value)"#, more]
        return TestPanel.item(
            rawValue, members.filter { !$0.isEmpty }.joined(separator: ","), key: key)
    }

    /// Returns the JSON of a schema with the item `k` of the sample, or the group `k` of a `select`.
    ///
    /// - Parameters:
    ///   - more: More members of the item.
    ///   - value: The default, as JSON; empty for none, `nil` for that of the sample.
    ///   - others: The items of a second group.
    func schema(_ more: String = "", value: String? = nil, others: String = "") -> String {
        let value = value ?? sample.initial.0
        var items = [item(more, value: value)]
        var group = #""groupKey":"g","groupTitle":"Group""#
        if self == .select {
            group = #""groupKey":"k","groupTitle":"Port""#
            items = ["light", "dark"].map { key in
                let isChosen = value.contains(key) || value.contains("wrong")
                let title = key.prefix(1).uppercased() + key.dropFirst()
                let members =
                    #"{"itemKey":"\#(key)","itemTitle":"\#(title)","itemControlType":"select""#
                return members + #","itemValue":\#(isChosen)"# + (more.isEmpty ? "}" : ",\(more)}")
            }
        }
        return #"{"panelKey":"p","panelLocales":["en","de","fr","ja","ar"],"groups":["#
            + #"{\#(group),"items":[\#(items.joined(separator: ","))]},"#
            + #"{"groupKey":"o","items":[\#(others)]}]}"#
    }

    /// Returns a panel with an item of the sample.
    ///
    /// - Parameter isLocked: True for an item that is locked at the value of the sample.
    func panel(
        _ more: String = "", value: String? = nil, others: String = "", isLocked: Bool = false,
        configure: (inout Panel.Configuration) -> Void = { _ in }
    ) throws -> TestPanel {
        let lock =
            try isLocked
            ? Settings.Lock(
                "k", .json(ControlSample.json(sample.json)),
                source: .environment(variable: "FACEPLATE_SET_K"))
            : nil
        return try TestPanel.of(
            schema(more, value: value, others: others),
            locks: Settings.Locks(lock.map { [$0] } ?? []), configure: configure)
    }
}

extension TestPanel {
    /// Sets the value of the sample in the program.
    func setSample(of kind: ControlKind) throws {
        try settings.applyAndWait(
            Batch([Assignment("k", .json(ControlSample.json(kind.sample.json)))], origin: .program))
    }

    /// Returns one row of the page, as its user meets it.
    func shownRow(_ key: String = "k", at target: String = "/") async -> ShownRow {
        ShownPage(await page(target)).row(key)
    }
}
