import Dispatch
public import FaceplatePanel
public import HTTPTypes

extension Panel {
    /// Responds to a request of a host's own server, and reads as much of its body as the panel accepts.
    ///
    /// The panel checks the host name, origin and method before it reads the body. `allowedHosts` of the panel's
    /// configuration must therefore contain the host name of the server.
    ///
    /// - Parameters:
    ///   - request: The request with its whole path, including the mount path (`basePath`).
    ///   - body: The bytes of the body, in pieces of any size.
    ///   - requester: The requester, as the host knows it; `nil` leaves it to `identify` of the configuration.
    /// - Throws: The error of reading the body.
    public func answer<Body: AsyncSequence>(
        _ request: HTTPRequest, body: Body, requester: Requester? = nil
    ) async throws -> HTTPAnswer where Body.Element: Sequence<UInt8> {
        let simple: SimpleRequest
        do throws(TargetError) {
            simple = try SimpleRequest(request, requester: requester)
        } catch {
            return HTTPAnswer(.refusal(400, error.message), to: request)
        }
        // `identify` may wait for the program, which must not take a thread of the shared pool.
        let admission = await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: self.admit(simple)) }
        }
        switch admission {
        case .refuse(let refusal): return HTTPAnswer(refusal, to: request)
        case .accept(let accepted):
            var bytes: [UInt8] = []
            for try await piece in body {
                bytes.append(contentsOf: piece)
                guard bytes.count <= accepted.bodyLimit else {
                    return HTTPAnswer(tooLarge(accepted), to: request)
                }
            }
            let response = await withCheckedContinuation { continuation in
                answer(accepted, body: bytes) { continuation.resume(returning: $0) }
            }
            return HTTPAnswer(response, to: request)
        }
    }

    /// Responds to a request without a body, or with a body that is already in memory.
    public func answer(
        _ request: HTTPRequest, body: [UInt8] = [], requester: Requester? = nil
    ) async -> HTTPAnswer {
        let pieces = AsyncStream { continuation in
            continuation.yield(body)
            continuation.finish()
        }
        do {
            return try await answer(request, body: pieces, requester: requester)
        } catch {
            return HTTPAnswer(.refusal(400, "The body could not be read."), to: request)
        }
    }
}

extension SimpleRequest {
    init(_ request: HTTPRequest, requester: Requester?) throws(TargetError) {
        var fields = request.headerFields.map {
            (name: $0.name.canonicalName, value: $0.value)
        }
        let hosts = fields.filter { $0.name == "host" }.map(\.value)
        // The host must be unambiguous, because a proxy may have checked the other one.
        guard Set(hosts + [request.authority].compactMap(\.self)).count < 2 else {
            throw TargetError(message: "The request names several hosts.")
        }
        if hosts.isEmpty, let authority = request.authority {
            fields.append((name: "host", value: authority))
        }
        try self.init(
            request.method.rawValue, encodedTarget: request.path ?? "/", fields: fields)
        isSecure = request.scheme == "https"
        self.requester = requester
    }
}

/// A response of a panel as swift-http-types values.
public struct HTTPAnswer: Sendable {
    /// The body of a response.
    public enum Body: Sendable {
        /// The complete body; empty for `HEAD`.
        case bytes([UInt8])
        /// Events to send when they arrive, each element immediately, until the client disconnects.
        case events(PanelEvents)
    }

    /// The status and the header fields, with `Content-Length` when the body is complete.
    public let head: HTTPResponse
    /// The body.
    public let body: Body

    init(_ response: PanelResponse, to request: HTTPRequest) {
        var fields = HTTPFields()
        for (name, value) in response.headers {
            guard let name = HTTPField.Name(name) else { continue }
            fields.append(HTTPField(name: name, value: value))
        }
        if let events = response.events {
            body = .events(events)
        } else {
            let isLengthKnown = response.status != 304 && response.status != 204
            if isLengthKnown { fields[.contentLength] = String(response.body.count) }
            body = .bytes(request.method == .head ? [] : response.body)
        }
        head = HTTPResponse(
            status: HTTPResponse.Status(code: response.status), headerFields: fields)
    }
}
