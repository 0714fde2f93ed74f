import Faceplate
import FaceplateHTML

/// A response of a panel.
///
/// It is immutable, and can be sent any number of times.
public final class PanelResponse: Sendable {
    /// The status code.
    public let status: Int
    /// The header fields; names may repeat.
    public let headers: [(name: String, value: String)]
    /// The whole body.
    ///
    /// The response to `HEAD` has the body of `GET`; the server leaves it out.
    public let body: [UInt8]
    /// The entity tag; `nil` when a repeated request cannot return 304.
    public let entityTag: String?
    /// The events to send after the headers instead of a body; `nil` for a complete response.
    public let events: PanelEvents?
    /// The response that a 304 confirms as current, whose headers it repeats; `nil` for any other response.
    let unchanged: PanelResponse?
    private let preparedForm = Locked<(any AnyObject & Sendable)?>(nil)
    private let framedForm = Locked<PanelResponse?>(nil)

    /// Creates a response with exactly these headers.
    ///
    /// The panel's security headers are not added.
    ///
    /// - Parameter events: The events to send after the headers; `body` is then not sent.
    public init(
        status: Int, headers: [(name: String, value: String)], body: [UInt8],
        entityTag: String? = nil, events: PanelEvents? = nil
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.entityTag = entityTag
        self.events = events
        unchanged = nil
    }

    init(notModified response: PanelResponse) {
        status = 304
        headers = response.headers
        body = []
        entityTag = response.entityTag
        events = nil
        unchanged = response
    }

    /// The first result is cached and returned by later calls, because a panel has only one rule for frames.
    func framed(
        _ change: ([(name: String, value: String)]) -> [(name: String, value: String)]
    ) -> PanelResponse {
        if let known = framedForm.withLock({ $0 }) { return known }
        let new =
            unchanged.map { PanelResponse(notModified: $0.framed(change)) }
            ?? PanelResponse(
                status: status, headers: change(headers), body: body, entityTag: entityTag,
                events: events)
        framedForm.withLock { $0 = new }
        return new
    }

    /// Returns the first value of a header; the name is in any case.
    public func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// The body as text.
    public var text: String { String(decoding: body, as: UTF8.self) }

    func prepared<T: AnyObject & Sendable>(_ make: (PanelResponse) -> T) -> T {
        if let known = preparedForm.withLock({ $0 }) as? T { return known }
        let new = make(self)
        preparedForm.withLock { $0 = new }
        return new
    }
}

extension PanelResponse {
    enum Caching {
        /// The browser revalidates the response before each use; an unchanged response returns 304.
        case revalidated(tag: String)
        case never
        /// The URL changes with the content.
        case forever

        /// For a body that depends on the settings: its entity tag begins with their revision.
        static func revalidated(_ body: [UInt8], at revision: Int) -> Caching {
            .revalidated(tag: "\"\(revision)-\(Fingerprint.of(body))\"")
        }

        /// For a body that is the same at each revision.
        static func revalidated(_ body: [UInt8]) -> Caching {
            .revalidated(tag: "\"\(Asset.digest(of: body))\"")
        }
    }

    static let html = "text/html; charset=utf-8"

    static func page(
        _ status: Int, _ markup: Markup, more: [(name: String, value: String)]
    ) -> PanelResponse {
        PanelResponse(status, type: html, markup.bytes, more: more)
    }

    convenience init(
        _ status: Int, type: String, _ body: [UInt8], caching: Caching = .never,
        more: [(name: String, value: String)] = [], events: PanelEvents? = nil
    ) {
        var headers = more
        headers.append(("Content-Type", type))
        // A busy panel is usually free again within seconds.
        if status == 503 { headers.append(("Retry-After", "5")) }
        var tag: String?
        switch caching {
        case .revalidated(let entityTag):
            headers.append(("Cache-Control", "private, no-cache"))
            headers.append(("ETag", entityTag))
            tag = entityTag
        case .never: headers.append(("Cache-Control", "no-store"))
        case .forever: headers.append(("Cache-Control", "public, max-age=31536000, immutable"))
        }
        self.init(
            status: status, headers: headers + SecurityHeaders.all, body: body, entityTag: tag,
            events: events)
    }

    /// Returns a response of one sentence, for servers that reject a request before the panel receives it.
    ///
    /// It is plain text, with the panel's security headers. With status 503 it asks the client to try again after 5
    /// seconds.
    ///
    /// - Parameter sentence: The text of the body; it must not contain secrets, and is not escaped.
    public static func refusal(_ status: Int, _ sentence: String) -> PanelResponse {
        plain(status, sentence)
    }

    static func plain(
        _ status: Int, _ text: String, more: [(name: String, value: String)] = []
    ) -> PanelResponse {
        PanelResponse(
            status, type: "text/plain; charset=utf-8", Array((text + "\n").utf8), more: more)
    }

    static func redirect(to location: String, more: [(name: String, value: String)] = [])
        -> PanelResponse
    {
        PanelResponse(
            303, type: "text/plain; charset=utf-8", Array("See \(location)\n".utf8),
            more: [("Location", location)] + more)
    }
}

/// Scripts and styles only from the panel's own files, no framing, and no reading by other origins.
enum SecurityHeaders {
    static let all: [(name: String, value: String)] = [
        (
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
                + "font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
                + "frame-ancestors 'none'; require-trusted-types-for 'script'"
        ),
        ("X-Frame-Options", "DENY"),
        ("X-Content-Type-Options", "nosniff"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Embedder-Policy", "require-corp"),
        // `no-referrer` would change the `Origin` header of form posts to `null`.
        ("Referrer-Policy", "same-origin"),
        (
            "Permissions-Policy",
            "camera=(), microphone=(), geolocation=(), usb=(), serial=()"
        ),
    ]
}
