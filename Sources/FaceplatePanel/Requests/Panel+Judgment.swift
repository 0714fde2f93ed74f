import Faceplate
import Synchronization

/// The rights of a request at the moment of its act: it can wait for its body, for a file to be read, for handlers of the
/// program and for the store, while its credential is revoked or a new schema withholds more.
extension Panel {
    /// The most times that a request begins again because its rights have changed.
    private static let mostRounds = 4

    func isCurrent(_ context: RequestContext) -> Bool {
        isCurrent(context.view) && access.isCurrent(context.pass)
    }

    /// A new schema can withhold other groups from the same requester, who is not identified again.
    func judgeAgain(_ context: RequestContext) throws(RefusedRequest) -> RequestContext {
        guard access.isCurrent(context.pass) else {
            throw RefusedRequest(
                response: refusalToAccept(
                    outside(context, context.route, context.operation), .missing))
        }
        return try judge(
            context, context.route, context.operation, requester: context.requester,
            pass: context.pass)
    }

    /// A request that finds other rights when it reads or changes settings has changed nothing, and begins again with
    /// the new ones.
    func respond(
        to request: RequestContext, rounds: Int = mostRounds, _ reply: @escaping Reply
    ) {
        guard canLoseRights(request) else {
            return request.operation.respond(self, request, reply)
        }
        request.operation.respond(self, request) { [self] response in
            guard isOutdated(request) else { return reply(response) }
            guard rounds > 0 else {
                let sentence = "The settings keep changing. Try again later."
                return reply(
                    request.form.isPage
                        ? .plain(503, sentence)
                        : JSONAnswer.problem(503, title: sentence, code: "busy"))
            }
            do throws(RefusedRequest) {
                respond(to: try judgeAgain(request), rounds: rounds - 1, reply)
            } catch {
                reply(error.response)
            }
        }
    }

    private func canLoseRights(_ request: RequestContext) -> Bool {
        switch request.pass {
        case .nobody: false
        case .open: request.requester?.limitingGroups != nil
        case .token, .session: true
        }
    }

    /// A link signs in once, and a wait judges again when it ends, so these do not begin again.
    private func isOutdated(_ request: RequestContext) -> Bool {
        if request.isStale?.isSet ?? false { return true }
        guard request.operation.method == .get, request.route.name != .signIn,
            request.readableQuery["wait"] == nil
        else { return false }
        return !isCurrent(request)
    }

    /// The batch carries the check to the settings' queue; `nil` when the rights cannot change.
    func permission(of request: RequestContext) -> (@Sendable (Snapshot) -> Bool)? {
        guard canLoseRights(request) else { return nil }
        let (requester, pass, rights) = (request.requester, request.pass, request.rights)
        let (digest, isStale) = (request.view.digest, request.isStale)
        return { [access] snapshot in
            let isCurrent =
                access.isCurrent(pass)
                && (snapshot.digest == digest
                    || Rights(of: requester, pass, in: snapshot) == rights)
            if !isCurrent { isStale?.set() }
            return isCurrent
        }
    }

    /// Judged on the settings' queue.
    func limits(
        of request: RequestContext
    ) -> @Sendable (Snapshot) throws(ProfileError) -> Schema.Withheld {
        let isPermitted = permission(of: request)
        let withheld = request.rights.withheld
        return { (snapshot) throws(ProfileError) in
            guard isPermitted?(snapshot) ?? true else { throw .withheld("") }
            return withheld
        }
    }
}

/// It is set once, on any thread.
final class Flag: Sendable {
    private let value = Atomic(false)

    var isSet: Bool { value.load(ordering: .acquiring) }

    func set() { value.store(true, ordering: .releasing) }
}
