import Dispatch
import Faceplate

extension Panel {
    func answerChangeData(_ received: RequestContext, _ reply: @escaping Reply) {
        let parts = received.route.arguments
        DispatchQueue.global().async { [self] in
            let request: RequestContext
            let change: Change?
            do {
                request = try judgeAgain(received)
                let number = parts.first.flatMap { Int($0) } ?? 0
                let key = parts.last ?? ""
                change =
                    request.view.isWithheld(key) ? nil : try settings.change(of: key, in: number)
            } catch let error as RefusedRequest {
                return reply(error.response)
            } catch let error as StoreError {
                return reply(
                    JSONAnswer.problem(
                        error.httpStatus, title: error.message, code: error.code.rawValue))
            } catch {
                return reply(JSONAnswer.problem(503, title: "\(error)", code: "storage"))
            }
            guard let change, let number = parts.first.flatMap({ Int($0) }) else {
                return reply(
                    JSONAnswer.problem(
                        404, title: "The history does not have this change.", code: "not_found"))
            }
            let json = RevisionChange(change, in: number).json
            reply(answer(request, with: JSONAnswer.read(json, at: settings.revision)))
        }
    }

    func answerChangesData(_ request: RequestContext, _ reply: @escaping Reply) {
        let query: HistoryQuery
        do throws(FormError) {
            query = try request.query()
        } catch {
            return reply(JSONAnswer.problem(error.status, title: error.message, code: error.code))
        }
        whenChanged(query, nil, request.view, reply) { [self] in
            DispatchQueue.global().async { [self] in
                reply(found(request, query))
            }
        }
    }

    private func found(
        _ waiting: RequestContext, _ query: HistoryQuery
    ) -> PanelResponse {
        let request: RequestContext
        do throws(RefusedRequest) {
            // Rights and schema may have changed while the request waited.
            request = try judgeAgain(waiting)
        } catch {
            return error.response
        }
        var extract = HistoryExtract(query)
        do throws(StoreError) {
            try extract.read(settings, ChangeWords(context: context(viewer(of: request))))
        } catch {
            return JSONAnswer.problem(
                error.httpStatus, title: error.message, code: error.code.rawValue)
        }
        let snapshot = request.view.snapshot
        let json = extract.json(snapshot, digest: query.isDetailed ? snapshot.digest : nil)
        return answer(request, with: JSONAnswer.read(json, at: snapshot.revision))
    }
}
