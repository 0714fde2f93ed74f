public import Faceplate
public import FaceplatePanel

/// Sends requests to a panel without a socket.
///
/// The requests use the real decoder, access rules and pages.
public struct PanelClient: Sendable {
    /// The panel that receives the requests.
    public let panel: Panel
    /// Header fields of every request, in addition to `Host`; names in lowercase.
    ///
    /// Fields of a single request override them.
    public var fields: [(name: String, value: String)] = []

    /// Creates a client of a panel.
    public init(_ panel: Panel) {
        self.panel = panel
    }

    /// Creates a client of a new panel for settings.
    public init(_ settings: Settings, configuration: Panel.Configuration = .init()) {
        panel = Panel(settings, configuration: configuration)
    }

    /// Creates a client of a new panel for preferences.
    ///
    /// - Throws: `StoreError` if the program's own store cannot be opened.
    public init(
        _ preferences: some Preferences, configuration: Panel.Configuration = .init()
    ) throws(StoreError) {
        panel = try Panel(preferences, configuration: configuration)
    }

    /// Sends any request.
    public func send(_ request: SimpleRequest) async -> PanelResponse {
        await withCheckedContinuation { continuation in
            panel.answer(request) { continuation.resume(returning: $0) }
        }
    }

    /// Sends a `GET` request; `target` may contain a query.
    public func get(
        _ target: String = "/", fields more: [(name: String, value: String)] = []
    ) async -> PanelResponse {
        await send(SimpleRequest("GET", target, fields: more + fields + host))
    }

    /// Posts a form like curl or a browser without JavaScript: URL-encoded fields, in order.
    public func post(
        _ form: [(name: String, value: String)], to target: String = "/",
        fields more: [(name: String, value: String)] = []
    ) async -> PanelResponse {
        let body = form.map { "\($0.name.percentEncoded)=\($0.value.percentEncoded)" }
            .joined(separator: "&")
        return await send(
            SimpleRequest(
                "POST", target,
                fields: more + fields
                    + [("content-type", "application/x-www-form-urlencoded")] + host,
                body: Array(body.utf8)))
    }

    private var host: [(name: String, value: String)] { [("host", "localhost")] }
}
