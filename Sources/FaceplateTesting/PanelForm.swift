public import Faceplate
public import FaceplatePanel

/// A form of a page, filled in like a user does: rows are found by title, and the real decoder saves.
///
/// ```swift
/// var form = PanelClient(settings).form()
/// try form.fill("Hide titles", "YES")
/// let answer = await form.save()
/// ```
public struct PanelForm: Sendable {
    /// An error for a name that does not match a row of the panel.
    public struct UnknownRow: SpokenError, Hashable {
        /// The name in the test.
        public let name: String
        /// The name or key that was probably meant.
        public let nearest: String?

        /// A message for people.
        public var description: String {
            "There is no row '\(name)'." + (nearest.map { " Did you mean '\($0)'?" } ?? "")
        }
    }

    private let client: PanelClient
    private let target: String
    private let keys: [String: String]
    private let schema: Schema
    private let revision: Int
    /// The fields that were filled in, in order.
    public private(set) var fields: [(name: String, value: String)] = []

    init(_ client: PanelClient, _ settings: Settings, target: String, locale: LocaleTag) {
        let snapshot = settings.snapshot
        let labels = LabelResolver(
            schema: snapshot.schema, catalog: snapshot.labels, locale: locale)
        let titled = snapshot.schema.settings.keys + snapshot.schema.items.keys
        keys = Dictionary(titled.map { (labels.title(of: $0).text, $0) }) { first, _ in first }
        self.client = client
        self.target = target
        schema = snapshot.schema
        revision = snapshot.revision
    }

    /// Fills in a row, which is found by its title or key.
    ///
    /// A value is text as a user types it, `YES` or `NO` for a switch, or the value of an option. Several
    /// values become several fields with the same name.
    ///
    /// - Throws: `UnknownRow`.
    public mutating func fill(_ row: String, _ texts: String...) throws(UnknownRow) {
        let key = try key(of: row)
        fields += texts.map { (key, $0) }
    }

    /// Fills in an input of a button, by the key of the input.
    ///
    /// - Throws: `UnknownRow` if there is no such button.
    public mutating func fill(
        _ input: String, of button: String, _ text: String
    ) throws(UnknownRow) {
        fields.append(("\(try key(of: button))[\(input)]", text))
    }

    /// Chooses an option of a `select` group by its title or key.
    ///
    /// - Throws: `UnknownRow`.
    public mutating func choose(_ option: String) throws(UnknownRow) {
        let key = try key(of: option)
        guard case .option(let item, let setting) = schema.reference(key) else {
            throw UnknownRow(name: option, nearest: nil)
        }
        fields.append((setting.key, item.key))
    }

    /// Posts the fields and returns the response.
    public func save() async -> PanelAnswer { await send(fields) }

    /// Presses a button and posts the fields.
    ///
    /// The status is 202 if the action continues in the background: see ``PanelClient/result(of:)``.
    ///
    /// - Throws: `UnknownRow`.
    public func press(_ button: String) async throws(UnknownRow) -> PanelAnswer {
        await send(fields + [(try key(of: button), "press")])
    }

    /// Resets rows to their defaults.
    ///
    /// - Throws: `UnknownRow`.
    public func reset(_ rows: String...) async throws(UnknownRow) -> PanelAnswer {
        var resets: [(name: String, value: String)] = []
        for row in rows { resets.append(("_reset", try key(of: row))) }
        return await send(resets)
    }

    private func key(of row: String) throws(UnknownRow) -> String {
        if schema.reference(row) != nil { return row }
        if let key = keys[row] { return key }
        throw UnknownRow(
            name: row, nearest: NearestWord.to(row, among: Array(keys.keys) + schema.keys))
    }

    private func send(_ fields: [(name: String, value: String)]) async -> PanelAnswer {
        let all = [("_revision", String(revision))] + fields
        return PanelAnswer(
            await client.post(all, to: target, fields: [("accept", "application/json")]))
    }
}

/// The response of a panel to a form.
public struct PanelAnswer: Sendable {
    /// A rejected field.
    public struct Problem: Sendable, Hashable {
        /// The field's key.
        public let key: String
        /// The error code, which does not depend on the language.
        public let code: String
        /// The message for people.
        public let message: String
        /// The most similar key, as a suggestion.
        public let nearest: String?
    }

    /// The complete response.
    public let response: PanelResponse
    /// The HTTP status.
    public var status: Int { response.status }
    /// The revision after the post; `nil` if the post was rejected.
    public let revision: Int?
    /// The changed keys.
    public let changed: [String]
    /// The rejected fields.
    public let problems: [Problem]
    /// The message of an action, also of one that failed; `nil` if it has none.
    public let message: String?

    init(_ response: PanelResponse, after saved: PanelAnswer? = nil) {
        self.response = response
        let json = (try? JSONReader.read(response.body))?.object
        revision = saved?.revision ?? (json?["revision"]?.number?.integer).map { Int($0) }
        changed = saved?.changed ?? (json?["changed"]?.object?.members ?? []).map(\.name)
        message = (json?["action"]?.object ?? json)?["message"]?.string
        problems = (json?["errors"]?.array ?? []).compactMap { error in
            guard let error = error.object, let code = error["code"]?.string else { return nil }
            return Problem(
                key: error["key"]?.string ?? "", code: code,
                message: error["message"]?.string ?? "", nearest: error["nearest"]?.string)
        }
    }
}

extension PanelClient {
    /// Waits until an action that continues in the background has ended.
    ///
    /// It asks the panel every 10 ms, until the task is canceled. Any answer but 202 is returned as it is.
    public func result(of answer: PanelAnswer) async -> PanelAnswer {
        let address = answer.response.header("location")
        guard answer.status == 202, let address else { return answer }
        while true {
            let response = await get(address, fields: [("accept", "application/json")])
            let status = (try? JSONReader.read(response.body))?.object?["status"]?.string
            guard status == "running", (try? await Task.sleep(for: .milliseconds(10))) != nil else {
                return PanelAnswer(response, after: answer)
            }
        }
    }

    /// Returns the form of a page.
    ///
    /// - Parameter locale: The language of the row titles; `nil` for the fallback locale of the panel.
    public func form(
        _ target: String = "/", locale: LocaleTag? = nil
    ) -> PanelForm {
        let settings = panel.settings
        let snapshot = settings.snapshot
        let fallback = snapshot.schema.fallbackLocale(with: snapshot.labels)
        return PanelForm(self, settings, target: target, locale: locale ?? fallback)
    }
}
