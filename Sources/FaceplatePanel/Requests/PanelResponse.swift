import Faceplate

/// An answer of a panel.
///
/// Immutable; the same one may be sent any number of times.
public final class PanelResponse: Sendable {
    /// The status code.
    public let status: Int
    /// The header fields; names may repeat.
    public let headers: [(name: String, value: String)]
    /// The whole body.
    ///
    /// `HEAD` is answered as `GET` is: a server leaves the body out.
    public let body: [UInt8]
    /// The entity tag, where a repeated request can be answered with 304.
    public let entityTag: String?
    /// What is to be sent after the headers as it comes, instead of a body; `nil` for an answer that
    /// is complete.
    public let events: PanelEvents?
    /// The answer that this one says is still good, for 304: sent with the same headers.
    let unchanged: PanelResponse?
    /// What a server made of it to send it again without work.
    private let prepared = Locked<(any AnyObject & Sendable)?>(nil)
    private let framed = Locked<PanelResponse?>(nil)

    /// Makes an answer with just these headers.
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

    /// 304 Not Modified: the client has `response` already.
    init(notModified response: PanelResponse) {
        status = 304
        headers = response.headers
        body = []
        entityTag = response.entityTag
        events = nil
        unchanged = response
    }

    /// This answer with other headers, made once: a panel has one rule for frames.
    func framed(
        _ change: ([(name: String, value: String)]) -> [(name: String, value: String)]
    ) -> PanelResponse {
        if let known = framed.withLock({ $0 }) { return known }
        let made =
            unchanged.map { PanelResponse(notModified: $0.framed(change)) }
            ?? PanelResponse(
                status: status, headers: change(headers), body: body, entityTag: entityTag,
                events: events)
        framed.withLock { $0 = made }
        return made
    }

    /// The first value of a header; the name in any case.
    public func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// The body as text.
    public var text: String { String(decoding: body, as: UTF8.self) }

    /// What a server made of it before, else what `make` gives, which is kept.
    func prepared<T: AnyObject & Sendable>(_ make: (PanelResponse) -> T) -> T {
        if let known = prepared.withLock({ $0 }) as? T { return known }
        let made = make(self)
        prepared.withLock { $0 = made }
        return made
    }
}

extension PanelResponse {
    /// How long an answer may be kept by a browser.
    enum Caching {
        /// Asked for again each time, answered with 304 where it is the same.
        case revalidated(tag: String)
        case never
        /// The address changes with the content.
        case forever
    }

    /// An answer with all the headers that every answer has.
    convenience init(
        _ status: Int, type: String, _ body: [UInt8], caching: Caching = .never,
        more: [(name: String, value: String)] = [], events: PanelEvents? = nil
    ) {
        var headers = more
        headers.append(("Content-Type", type))
        // What is busy now is seldom busy for long.
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

    /// An answer of one sentence, for servers that turn a request away before the panel sees it.
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
