public import Faceplate
public import FaceplatePanel

/// A form of a page, filled as a person would: by the names of rows, saved by the real decoder.
///
/// ```swift
/// var form = PanelClient(settings).form()
/// try form.fill("Hide titles", "YES")
/// let answer = await form.save()
/// ```
public struct PanelForm: Sendable {
    /// A name that is no row of the panel.
    public struct UnknownRow: Error, Sendable, Hashable, CustomStringConvertible {
        /// As the test wrote it.
        public let name: String
        /// The name or key that was probably meant.
        public let nearest: String?

        /// The words for people.
        public var description: String {
            "There is no row '\(name)'." + (nearest.map { " Did you mean '\($0)'?" } ?? "")
        }
    }

    private let client: PanelClient
    private let target: String
    /// Keys by the titles of rows.
    private let keys: [String: String]
    private let schema: Schema
    private let revision: Int
    /// What was filled in, in order.
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

    /// Fills a row in, found by its title or its key: a text as it would be typed, `YES` or `NO` for a
    /// switch, the value of an option.
    ///
    /// Several texts are several fields of the same name.
    ///
    /// - Throws: `UnknownRow`.
    public mutating func fill(_ row: String, _ texts: String...) throws(UnknownRow) {
        let key = try key(of: row)
        fields += texts.map { (key, $0) }
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

    /// Saves what was filled in.
    public func save() async -> PanelAnswer { await send(fields) }

    /// Presses a button, with what was filled in.
    ///
    /// - Throws: `UnknownRow`.
    public func press(_ button: String) async throws(UnknownRow) -> PanelAnswer {
        await send(fields + [(try key(of: button), "press")])
    }

    /// Puts rows back on their defaults.
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

/// What a panel answered to a form.
public struct PanelAnswer: Sendable {
    /// A refused field.
    public struct Problem: Sendable, Hashable {
        /// The field's key.
        public let key: String
        /// The code that scripts are told.
        public let code: String
        /// The sentence that people read.
        public let message: String
        /// The key that was probably meant.
        public let nearest: String?
    }

    /// The whole answer.
    public let response: PanelResponse
    /// The HTTP status.
    public var status: Int { response.status }
    /// The revision after it; `nil` where it was refused.
    public let revision: Int?
    /// The keys that were changed.
    public let changed: [String]
    /// What was refused.
    public let problems: [Problem]

    init(_ response: PanelResponse) {
        self.response = response
        let json = (try? JSONReader.read(response.body))?.object
        revision = (json?["revision"]?.number?.integer).map { Int($0) }
        changed = (json?["changed"]?.object?.members ?? []).map(\.name)
        problems = (json?["errors"]?.array ?? []).compactMap { error in
            guard let error = error.object, let code = error["code"]?.string else { return nil }
            return Problem(
                key: error["key"]?.string ?? "", code: code,
                message: error["message"]?.string ?? "", nearest: error["nearest"]?.string)
        }
    }
}

extension PanelClient {
    /// The form of a page, whose rows are named as in `locale`.
    public func form(
        _ target: String = "/", locale: LocaleTag? = nil
    ) -> PanelForm {
        let settings = panel.settings
        let snapshot = settings.snapshot
        let fallback = snapshot.schema.fallbackLocale(with: snapshot.labels)
        return PanelForm(self, settings, target: target, locale: locale ?? fallback)
    }
}
