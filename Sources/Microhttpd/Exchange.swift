import Synchronization

/// libmicrohttpd has a reference in `con_cls` until the request is completed, and a `Reply` has another.
// @unchecked because only the connection's own thread uses `head`, `phase` and `body`; `isHead` does not change after a
// `Reply` exists; and a lock guards `outcome`, which other threads use.
final class Exchange: @unchecked Sendable {
    enum Step {
        case proceed
        case answer(Answer)
        case stream(EventStream)
        case hangUp
    }

    struct Answer: Sendable {
        let response: Response
        let status: Int
        let closes: Bool
    }

    private enum Phase {
        case head
        case body(Request, limit: Int, answer: Admission.Answer)
        /// The rest of the body is discarded; then this response is sent.
        case refusing(Response)
        case answering
    }

    private enum Outcome: Sendable {
        case pending
        /// libmicrohttpd handles the connection again only after `Daemon.resume`.
        case suspended
        case answered(Response, status: Int)
        case streamed(EventStream)
        case finished
    }

    let core: Core
    let daemon: Daemon
    let socket: Connection
    // `struct MHD_Connection *`, valid until the request is completed.
    let connection: OpaquePointer
    /// The address of the target in libmicrohttpd's memory.
    let targetAddress: UInt
    /// The number of bytes of the target before a NUL.
    let targetCount: Int

    private(set) var isHead = false
    /// True after a chunked body, because libmicrohttpd can end its trailer too early and read the rest as the next
    /// request.
    private var closesAfter = false
    private var head: RequestHead
    private var layout = HeadLayout()
    private var phase = Phase.head
    private var body: [UInt8] = []
    private let isLarge = Atomic(false)
    private var received = 0
    private let outcome = Locked(Outcome.pending)

    init(
        daemon: Daemon, socket: Connection, connection: OpaquePointer,
        target: UnsafeRawBufferPointer
    ) {
        core = daemon.core
        self.daemon = daemon
        self.socket = socket
        self.connection = connection
        targetAddress = UInt(bitPattern: target.baseAddress)
        targetCount = target.count
        let count = min(target.count, core.targetLimit)
        head = RequestHead(target: UnsafeRawBufferPointer(rebasing: target.prefix(count)))
        daemon.liveExchanges.add(1, ordering: .relaxed)
        // The deadline of the first head counts from the start of the connection.
        if socket.activity == .idle { socket.allow(core.headerDeadline) }
        socket.become(.receivingHead)
    }

    func beginHead(from start: UInt, to end: UInt) { layout = HeadLayout(from: start, to: end) }

    /// Returns the number of bytes of the connection's memory that libmicrohttpd has used for the head.
    func memory(size: Int, cookies: Int) -> Int {
        let copy = cookies == 0 ? 0 : head.firstValue(of: "cookie")?.utf8.count ?? 0
        return size + copy + (head.fields.count + cookies) * Self.fieldMemory
    }

    /// The size of `struct MHD_HTTP_Req_Header` of libmicrohttpd 0.9.75, rounded up.
    private static let fieldMemory = 64

    func append(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
        layout.append(name: name, value: value)
        head.append(name: name, value: value)
    }

    var isBegun: Bool {
        if case .head = phase { false } else { true }
    }

    func begin(
        memory: Int, method: String?, version: Gate.Version, targetIsWhole: Bool
    ) -> Step {
        guard case .head = phase else { return .hangUp }
        // The request owns the head from here; the exchange can live as long as a stream, so it releases its copy.
        let head = head
        self.head = RequestHead()
        isHead = method == "HEAD"
        closesAfter = head.isChunked
        layout.finish()
        socket.become(.receivingBody)
        if memory > core.headLimit {
            socket.end(with: core.overloaded)
            return .hangUp
        }
        if core.isDraining { return close(with: core.stopping) }
        if socket.isOverLimit { return close(with: core.crowded) }
        guard let method else {
            return close(
                with: 501, "The known methods are \(Gate.methods.joined(separator: ", ")).")
        }
        guard targetCount <= core.targetLimit else {
            return close(with: 414, "The request target has \(core.targetLimit) bytes at most.")
        }
        if let refusal = Gate.refusal(
            of: head, version: version, targetIsWhole: targetIsWhole, headIsWhole: layout.isWhole)
        {
            return close(with: core.response(to: refusal))
        }
        let target: RequestTarget
        do {
            target = try RequestTarget(
                head.bytes[..<head.targetCount], method: method)
        } catch {
            return close(with: 400, error.rawValue)
        }
        return admit(
            Request(
                method: method, target: target, head: head,
                remote: socket.remote, local: daemon.address, peerUser: socket.peerUser,
                isSecure: socket.tls != nil))
    }

    private func admit(_ request: Request) -> Step {
        switch core.handler.admit(request) {
        case .refuse(let response):
            return refuse(request, with: core.sendable(response))
        case .accept(let limit, let answer):
            if request.announcesBody { socket.allow(core.bodyDeadline) }
            if let length = request.contentLength {
                guard length <= limit else {
                    return refuse(request, with: tooLarge(request, limit))
                }
                body.reserveCapacity(min(length, 1024 * 1024))
            }
            phase = .body(request, limit: max(limit, 0), answer: answer)
            return .proceed
        }
    }

    /// A response in the first call closes the connection, and an unread body can reset it before the client has read
    /// the response.
    private func refuse(_ request: Request, with response: Response) -> Step {
        if request.announcesBody {
            // With an immediate response, a client that waits for 100 Continue does not send its body.
            guard let length = request.contentLength, length <= core.drainLimit,
                !request.expectsContinue
            else { return close(with: response) }
            socket.allow(core.bodyDeadline)
        }
        phase = .refusing(response)
        return .proceed
    }

    func receive(_ part: UnsafeRawBufferPointer) -> Step {
        let (sum, overflow) = received.addingReportingOverflow(part.count)
        guard !overflow else { return .hangUp }
        received = sum
        switch phase {
        case .body(let request, let limit, _):
            if received <= limit {
                body.append(contentsOf: part)
            } else {
                body = []
                // > The response cannot be queued when this callback is called to process the
                // > client upload data (microhttpd.h)
                if received - limit > core.drainLimit {
                    socket.end(with: tooLarge(request, limit))
                    return .hangUp
                }
            }
            return .proceed
        case .refusing:
            return received > core.drainLimit ? .hangUp : .proceed
        case .head, .answering:
            return .hangUp
        }
    }

    /// It always queues a response, suspends the connection or closes it, because libmicrohttpd would otherwise call
    /// again forever.
    func end() -> Step {
        switch phase {
        case .head:
            return .hangUp
        case .refusing(let response):
            return answer(response, status: response.status, closes: core.isDraining)
        case .body(let request, let limit, _) where received > limit:
            return answer(tooLarge(request, limit), status: 413, closes: true)
        case .body(let request, _, let respond):
            phase = .answering
            if received > Core.largeSize { isLarge.store(true, ordering: .relaxed) }
            socket.allowForever()
            socket.become(.answering)
            request.body = body
            body = []
            respond(request, Reply(self))
            return settle()
        case .answering:
            return settle()
        }
    }

    private func settle() -> Step {
        let settled: Outcome = outcome.withLock { outcome in
            switch outcome {
            case .pending where daemon.suspend(self):
                outcome = .suspended
                return .suspended
            case .suspended:
                outcome = .finished
                return .finished
            default:
                let settled = outcome
                outcome = .finished
                return settled
            }
        }
        switch settled {
        case .suspended:
            return .proceed
        case .answered(let response, let status):
            return answer(response, status: status, closes: core.isDraining || closesAfter)
        case .streamed(let stream):
            socket.become(.streaming)
            return .stream(stream)
        case .pending:
            return answer(core.stopping, status: 503, closes: true)
        case .finished:
            return .hangUp
        }
    }

    /// Only the first call has an effect; `Reply` calls it from any thread.
    func send(_ response: Response, status: Int? = nil) {
        let isSendable = response.problem == nil
        let response = core.sendable(response)
        var code = response.status
        if isSendable, let status, (200...599).contains(status) { code = status }
        give(.answered(response, status: code))
    }

    /// Only the first call has an effect; `Reply` calls it from any thread.
    func send(_ stream: EventStream) { give(.streamed(stream)) }

    private func give(_ answer: Outcome) {
        let resumes = outcome.withLock { outcome in
            switch outcome {
            case .pending:
                outcome = answer
                return false
            case .suspended:
                outcome = answer
                return true
            case .answered, .streamed, .finished:
                return false
            }
        }
        // The connection cannot be completed before it is resumed, and only the call that replaced `suspended` resumes
        // it.
        guard resumes else { return }
        if case .answered(let response, let status) = answer,
            socket.endIfClientSendsNoMore(with: response, status: status, isHead: isHead)
        {
            outcome.withLock { $0 = .finished }
        }
        daemon.resume(self)
    }

    func complete() {
        outcome.withLock { $0 = .finished }
        // Twice, because a task can still use the values when the response is complete.
        if isLarge.load(ordering: .relaxed) { core.owedReturns.store(2, ordering: .relaxed) }
        socket.allow(core.idleTimeout &+ core.headerDeadline)
        socket.become(.idle)
        daemon.liveExchanges.subtract(1, ordering: .relaxed)
    }

    private func tooLarge(_ request: Request, _ limit: Int) -> Response {
        core.response(
            to: Refusal(
                status: 413, reason: "The body of this request has \(limit) bytes at most."),
            of: request)
    }

    private func close(with status: Int, _ reason: String) -> Step {
        close(with: core.response(to: Refusal(status: status, reason: reason)))
    }

    private func close(with response: Response) -> Step {
        answer(response, status: response.status, closes: true)
    }

    private func answer(_ response: Response, status: Int, closes: Bool) -> Step {
        if response.bytes.count > Core.largeSize { isLarge.store(true, ordering: .relaxed) }
        return .answer(Answer(response: response, status: status, closes: closes))
    }
}
