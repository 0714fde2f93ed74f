import Faceplate

extension Panel {
    func answerChangeData(_ received: RequestContext, _ reply: @escaping Reply) {
        waiting(received, reply) { [self] in
            let request = try judgeAgain(received)
            let parts = received.route.arguments
            guard let number = parts.first.flatMap({ Int($0) }), let key = parts.last,
                !request.view.isWithheld(key),
                let change = try settings.history.change(of: key, in: number)
            else {
                return JSONAnswer.problem(
                    404, title: "The history does not have this change.", code: "not_found")
            }
            let json = RevisionChange(change, in: number).json
            return answer(request, with: JSONAnswer.read(json, at: settings.revision))
        }
    }

    func answerChangesData(_ request: RequestContext, _ reply: @escaping Reply) throws {
        let query: HistoryQuery = try request.query()
        whenChanged(query, nil, request, reply) { [self] in
            // Rights and schema may have changed while the request waited.
            let request = try judgeAgain(request)
            var extract = HistoryExtract(query)
            try extract.read(settings, ChangeWords(context: context(viewer(of: request))))
            let snapshot = request.view.snapshot
            let json = extract.json(snapshot, digest: query.isDetailed ? snapshot.digest : nil)
            return answer(request, with: JSONAnswer.read(json, at: snapshot.revision))
        }
    }
}
