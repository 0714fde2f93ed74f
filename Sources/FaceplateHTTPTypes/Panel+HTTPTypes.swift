public import FaceplatePanel
public import HTTPTypes

extension Panel {
    /// Answers a request of a host's own server, and reads as much of its body as the panel takes.
    ///
    /// Host names, origins and methods are held to the panel's rules before the body is read, so
    /// that `allowedHosts` of the panel's configuration must name what the host is called.
    ///
    /// - Parameters:
    ///   - request: with the whole path, that of the mount included (`basePath`).
    ///   - body: its bytes, in pieces of any size.
    ///   - requester: who asks, as the host knows it; `nil` leaves it to `identify` of the
    ///     configuration.
    /// - Throws: what reading the body throws.
    public func answer<Body: AsyncSequence>(
        _ request: HTTPRequest, body: Body, requester: Requester? = nil
    ) async throws -> HTTPAnswer where Body.Element: Sequence<UInt8> {
        var simple: SimpleRequest
        do throws(TargetError) {
            simple = try SimpleRequest(request, requester: requester)
        } catch {
            return HTTPAnswer(.refusal(400, error.message), to: request)
        }
        switch admit(simple) {
        case .refuse(let refusal): return HTTPAnswer(refusal, to: request)
        case .accept(let limit):
            for try await piece in body {
                simple.body.append(contentsOf: piece)
                guard simple.body.count <= limit else {
                    return HTTPAnswer(
                        .refusal(413, "The body is larger than the \(limit) bytes taken here."),
                        to: request)
                }
            }
        }
        return await answer(simple, to: request)
    }

    /// Answers a request whose body is there already, or that has none.
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

    private func answer(_ simple: SimpleRequest, to request: HTTPRequest) async -> HTTPAnswer {
        let response = await withCheckedContinuation { continuation in
            answer(simple) { continuation.resume(returning: $0) }
        }
        return HTTPAnswer(response, to: request)
    }
}

extension SimpleRequest {
    /// The request as the panel sees it, still without its body.
    init(_ request: HTTPRequest, requester: Requester?) throws(TargetError) {
        var fields = request.headerFields.map {
            (name: $0.name.canonicalName, value: $0.value)
        }
        let hosts = fields.filter { $0.name == "host" }.map(\.value)
        // Who is asked for must be said once: a proxy may have looked at the other one.
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
