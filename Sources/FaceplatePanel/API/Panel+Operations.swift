import Dispatch
import Faceplate

extension Panel {
    /// Responds to a request of a program.
    func perform<Asked: SettingsOperation>(
        _ type: Asked.Type, _ request: RequestContext, _ reply: @escaping Reply
    ) {
        waiting(request, reply) { [self] in
            // An operation without fields has no body.
            let sent = try Asked.fields.isEmpty ? nil : ProgramRequest(request)
            let isEmpty = sent?.json == nil && !Asked.needsInput
            let members = try isEmpty ? [] : sent?.members(upTo: nil) ?? []
            let asked = try FormError.reading {
                try Asked(members, argument: request.route.argument)
            }
            return try result(of: asked, request)
        }
    }

    /// Runs an operation for a requester; waits for the store.
    func result<Asked: SettingsOperation>(
        of asked: Asked, _ request: RequestContext
    ) throws -> PanelResponse {
        let result = try asked.run(in: settings, limits: limits(of: request))
        let json = request.view.part(of: result).json(in: request.view.schema)
        return Asked.method == .get
            ? answer(request, with: JSONAnswer.read(json, at: settings.revision))
            : PanelResponse(200, type: JSONAnswer.type, JSONWriter().bytes(json))
    }

    /// The work runs on a thread that may block.
    func waiting(
        _ request: RequestContext, _ reply: @escaping Reply,
        _ body: @escaping @Sendable () throws -> PanelResponse
    ) {
        DispatchQueue.global().async { [self] in
            do {
                reply(try body())
            } catch {
                reply(refusal(error, request))
            }
        }
    }

    func refusal(_ error: any Error, _ request: RequestContext) -> PanelResponse {
        if let refused = error as? RefusedRequest { return refused.response }
        let viewer = viewer(of: request)
        let context = context(viewer)
        let (status, message, code): (Int, String, String) =
            switch error {
            case let error as ProfileError:
                (error.httpStatus, context.words.sentence(for: error), error.code)
            case let error as FormError: (error.status, error.message, error.code)
            case let error as StoreError:
                (error.httpStatus, error.message, error.code.rawValue)
            default: (500, "\(type(of: error))", "failed")
            }
        return respond(
            to: request, status, title: context.words[.errorsHeading], message: message,
            code: code, context: context, more: viewer.headers)
    }
}

extension SettingsOperation {
    /// Reads a form of a page.
    ///
    /// - Parameter argument: The parameter of the path; `nil` for a field of its name.
    init(_ fields: [FormField], argument: String? = nil) throws(FormError) {
        self = try FormError.reading {
            try Self(
                form: { name in fields.filter { $0.name == name }.map(\.value) },
                argument: argument)
        }
    }
}

extension FormError {
    static func reading<Asked>(_ read: () throws -> Asked) throws(FormError) -> Asked {
        do {
            return try read()
        } catch PostedChanges.Malformed.tooMany(let limit) {
            throw FormError(
                status: 413, message: "\(PostedChanges.Malformed.tooMany(limit: limit))")
        } catch {
            throw FormError(status: 400, message: "\(error)")
        }
    }
}
