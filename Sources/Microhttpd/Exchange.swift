import Synchronization

/// One request in flight: libmicrohttpd holds a reference in `con_cls` until it is completed, and
/// a `Reply` holds another.
// @unchecked because `head`, `phase` and `body` are touched on the connection's own thread only;
// `isHead` does not change once there is a `Reply`; `outcome`, which other threads reach, is locked.
final class Exchange: @unchecked Sendable {
    /// What libmicrohttpd is to do next.
    enum Step {
        case proceed
        case answer(Answer)
        case stream(EventStream)
        case hangUp
    }

    struct Answer: Sendable {
        let response: Response
        let status: Int
        /// Whether the connection ends with it.
        let closes: Bool
    }

    private enum Phase {
        case head
        case body(Request, limit: Int)
        /// The rest of the body is thrown away; then this is the answer.
        case refusing(Response)
        /// `answer` was called.
        case answering
    }

    private enum Outcome: Sendable {
        case pending
        /// libmicrohttpd looks at the connection again only after `Daemon.resume`.
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
    /// Where libmicrohttpd keeps the target, and how much of it is before a NUL.
    let targetAddress: UInt
    let targetCount: Int

    private(set) var isHead = false
    /// After chunks, since a trailer that is cut as heads are would hide the next request.
    private var closesAfter = false
    private var head: RequestHead
    private var layout = HeadLayout()
    private var phase = Phase.head
    private var body: [UInt8] = []
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
        let kept = min(target.count, core.targetLimit)
        head = RequestHead(target: UnsafeRawBufferPointer(rebasing: target.prefix(kept)))
        daemon.liveExchanges.add(1, ordering: .relaxed)
        // The first head has its time from the connection's start on.
        if socket.activity == .idle { socket.allow(core.headerDeadline) }
        socket.become(.receivingHead)
    }

    /// The addresses behind the request line and behind the blank line.
    func beginHead(from start: UInt, to end: UInt) { layout = HeadLayout(from: start, to: end) }

    /// Bytes of the connection's memory that libmicrohttpd has used for the head.
    func memory(size: Int, cookies: Int) -> Int {
        let copy = cookies == 0 ? 0 : head.firstValue(of: "cookie")?.utf8.count ?? 0
        return size + copy + (head.fields.count + cookies) * Self.fieldMemory
    }

    /// `struct MHD_HTTP_Req_Header` of libmicrohttpd 0.9.75, rounded up.
    private static let fieldMemory = 64

    func append(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
        layout.append(name: name, value: value)
        head.append(name: name, value: value)
    }

    /// Whether the head was seen.
    var isBegun: Bool {
        if case .head = phase { false } else { true }
    }

    /// The head is here.
    ///
    /// - Parameters:
    ///   - memory: as `memory(size:cookies:)` has it.
    ///   - method: nil for one that is not known.
    func begin(
        memory: Int, method: String?, version: Gate.Version, targetIsWhole: Bool
    ) -> Step {
        guard case .head = phase else { return .hangUp }
        // The request has it from now on: what is kept here lasts as long as a stream.
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
                head.bytes[..<head.targetCount], allowsAsterisk: method == "OPTIONS")
        } catch {
            return close(with: 400, error.rawValue)
        }
        return admit(
            Request(
                method: method, target: target, head: head,
                remote: socket.remote, local: daemon.address))
    }

    private func admit(_ request: Request) -> Step {
        switch core.handler.admit(request) {
        case .refuse(let response):
            return refuse(request, with: core.sendable(response))
        case .accept(let limit):
            if request.announcesBody { socket.allow(core.bodyDeadline) }
            if let length = request.contentLength {
                guard length <= limit else {
                    return refuse(request, with: tooLarge(request, limit))
                }
                body.reserveCapacity(min(length, 1024 * 1024))
            }
            phase = .body(request, limit: max(limit, 0))
            return .proceed
        }
    }

    /// Answers in the last call where that is possible, since an answer in the first one closes
    /// the connection, and a body left unread may reset it before the client has read the answer.
    private func refuse(_ request: Request, with response: Response) -> Step {
        if request.announcesBody {
            // Answered at once, a client that asked first is not told to continue.
            guard let length = request.contentLength, length <= core.drainLimit,
                !request.expectsContinue
            else { return close(with: response) }
            socket.allow(core.bodyDeadline)
        }
        phase = .refusing(response)
        return .proceed
    }

    /// A part of the body is here; all of it is taken.
    func receive(_ part: UnsafeRawBufferPointer) -> Step {
        let (sum, overflow) = received.addingReportingOverflow(part.count)
        guard !overflow else { return .hangUp }
        received = sum
        switch phase {
        case .body(let request, let limit):
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

    /// The request is whole, or its answer has come: queue, suspend or hang up, but never return
    /// without one of them, since libmicrohttpd would call again for ever.
    func end() -> Step {
        switch phase {
        case .head:
            return .hangUp
        case .refusing(let response):
            return answer(response, status: response.status, closes: core.isDraining)
        case .body(let request, let limit) where received > limit:
            return answer(tooLarge(request, limit), status: 413, closes: true)
        case .body(let request, _):
            phase = .answering
            socket.allowForever()
            socket.become(.answering)
            request.body = body
            body = []
            core.handler.answer(request, Reply(self))
            return settle()
        case .answering:
            return settle()
        }
    }

    /// Takes the answer, or suspends the connection until it comes.
    private func settle() -> Step {
        let taken: Outcome = outcome.withLock { outcome in
            switch outcome {
            case .pending where daemon.suspend(self):
                outcome = .suspended
                return .suspended
            case .suspended:
                outcome = .finished
                return .finished
            default:
                let taken = outcome
                outcome = .finished
                return taken
            }
        }
        switch taken {
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

    /// Called by `Reply`, from any thread.
    ///
    /// The first answer counts.
    func send(_ response: Response, status: Int? = nil) {
        let isSendable = response.problem == nil
        let response = core.sendable(response)
        var code = response.status
        if isSendable, let status, (200...599).contains(status) { code = status }
        give(.answered(response, status: code))
    }

    /// Called by `Reply`, from any thread.
    ///
    /// The first answer counts.
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
        // The connection cannot be completed before it is resumed, and only who took the
        // outcome out of `suspended` resumes it.
        guard resumes else { return }
        if case .answered(let response, let status) = answer,
            socket.endIfClientSendsNoMore(with: response, status: status, isHead: isHead)
        {
            outcome.withLock { $0 = .finished }
        }
        daemon.resume(self)
    }

    /// libmicrohttpd is done with the request, whatever became of it.
    func complete() {
        outcome.withLock { $0 = .finished }
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
        .answer(Answer(response: response, status: status, closes: closes))
    }
}
