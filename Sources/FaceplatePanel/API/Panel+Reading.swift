import Faceplate
import FaceplateHTML

extension Panel {
    func answerValues(_ request: RequestContext, _ reply: @escaping Reply) throws {
        try reading(request, until: nil, reply) { [self] snapshot, viewer in
            let query = try? request.query(SettingsQuery.self)
            return query?.search.map { found(SearchQuery($0), snapshot, viewer) }
                ?? Array(snapshot.schema.settings)
        }
    }

    /// Best match first.
    private func found(
        _ query: SearchQuery, _ snapshot: Snapshot, _ viewer: Viewer
    ) -> [Schema.Setting] {
        let locale = snapshot.schema.fallbackLocale(with: snapshot.labels)
        return viewer.view.searches.index(of: snapshot)
            .keys(query, in: snapshot, locale: locale)
            .compactMap { snapshot.schema.settings[$0] }
    }

    func answerValue(_ request: RequestContext, _ reply: @escaping Reply) throws {
        let key = request.route.argument
        try reading(request, until: setting(of: request).key, reply, alone: key) { _, viewer in
            self.setting(key, viewer.view).map { [$0] } ?? []
        }
    }

    func answerPageValues(
        _ key: String, _ request: RequestContext, _ reply: @escaping Reply
    ) throws {
        try reading(request, until: nil, reply) { [self] snapshot, viewer in
            let name = PageName(
                viewer, key: key, search: key.isEmpty ? Self.searched(request) : nil)
            var known: Set<String> = []
            return context(name, viewer.view).face.groups.flatMap(\.places).compactMap { place in
                guard known.insert(place.face.key).inserted else { return nil }
                return snapshot.schema.settings[place.face.key]
            }
        }
    }

    /// `nil` also for a withheld setting.
    func setting(_ key: String, _ view: SettingsView) -> Schema.Setting? {
        view.schema.setting(named: key)
    }

    func setting(of request: RequestContext) throws -> Schema.Setting {
        let key = request.route.argument
        guard let setting = setting(key, request.view) else {
            throw RefusedRequest(response: unknownSetting(key, request))
        }
        return setting
    }

    func unknownSetting(_ key: String, _ request: RequestContext) -> PanelResponse {
        let context = context(viewer(of: request))
        let problem = KeyProblem(key: key, problem: ValueProblem(.unknownKey))
        var shown = ShownProblem(problem, context)
        shown.nearest = NearestWord.to(key, among: context.schema.keys)
        return JSONAnswer.problems(
            404, title: context.words[.notfoundTitle], code: "not_found", [shown])
    }

    // MARK: - Responding

    /// `key` is the setting whose change ends the wait, `nil` for any; `alone` is the only setting, whose value is then
    /// the whole response.
    private func reading(
        _ request: RequestContext, until key: String?, _ reply: @escaping Reply,
        alone: String? = nil, find: @escaping @Sendable (Snapshot, Viewer) -> [Schema.Setting]
    ) throws {
        let query: SettingsQuery = try request.query()
        whenChanged(query, key, request, reply) { [self] in
            settings.readSource()
            // The schema may have changed while the request waited.
            return try found(judgeAgain(request), query, alone, find)
        }
    }

    /// Responds with 503 when too many requests wait.
    func whenChanged(
        _ query: some WaitingQuery, _ key: String?, _ request: RequestContext,
        _ reply: @escaping Reply,
        _ respond: @escaping @Sendable () throws -> PanelResponse
    ) {
        // The history of the settings, the labels of a page and a search can take long.
        let end: @Sendable () -> Void = { [self] in waiting(request, reply, respond) }
        let isOver: @Sendable (Snapshot) -> Bool = { snapshot in
            guard let after = query.after else { return true }
            // A revision that does not exist yet means that the client has read another store.
            guard let key, after <= snapshot.revision else { return snapshot.revision != after }
            return snapshot.lastEffect(on: key) > after
        }
        guard let wait = query.wait, wait > 0, !isOver(request.view.snapshot) else { return end() }
        guard waits.wait(for: wait, feed, until: isOver, end: end) else {
            return reply(
                JSONAnswer.problem(
                    503, title: "Too many requests wait for a change.", code: "too_many_waiting"))
        }
    }

    private func found(
        _ request: RequestContext, _ query: SettingsQuery, _ alone: String?,
        _ find: (Snapshot, Viewer) -> [Schema.Setting]
    ) -> PanelResponse {
        let viewer = viewer(of: request)
        let snapshot = request.view.snapshot
        let found = find(snapshot, viewer)
        let json: JSONValue
        if query.isDetailed {
            var reports = SettingReports(
                snapshot: snapshot, labels: context(viewer).labels, settings: settings)
            if let alone {
                guard let setting = found.first else { return unknownSetting(alone, request) }
                json = reports.json(of: setting)
            } else {
                let problems = query.search.map {
                    request.view.searches.index(of: snapshot).problems(SearchQuery($0))
                }
                json = .object(present: [
                    ("revision", .number(snapshot.revision)),
                    ("settings", reports.json(of: found)),
                    ("problems", problems.map { .array($0.map(JSONValue.text)) }),
                ])
            }
        } else if let alone {
            guard let setting = found.first else { return unknownSetting(alone, request) }
            json = snapshot.shownValue(alone, of: setting)
        } else {
            json = .object(found.map { ($0.key, snapshot.shownValue($0.key, of: $0)) })
        }
        return answer(
            request, with: JSONAnswer.read(json, at: snapshot.revision, more: viewer.headers))
    }
}

struct SettingReports {
    let snapshot: Snapshot
    let labels: LabelResolver
    let settings: Settings
    private(set) var revisions: [Int: Revision?] = [:]

    /// Can block while it reads the history.
    mutating func json(of found: [Schema.Setting]) -> JSONValue {
        .object(found.map { ($0.key, json(of: $0)) })
    }

    mutating func json(of setting: Schema.Setting) -> JSONValue {
        var revision: Revision?
        if case .set(let number) = snapshot.provenance(of: setting) {
            revision = self.revision(number)
        }
        let label = labels.title(of: setting.key).text
        let deprecation = snapshot.schema.items[setting.key].flatMap {
            $0.isDeprecated ? labels.deprecation(of: $0, ProblemWords(labels.locale))?.text : nil
        }
        return SettingReport(
            setting.key, setting, in: snapshot,
            details: SettingReport.Details(
                revision: revision, label: label, deprecation: deprecation)
        ).json
    }

    private mutating func revision(_ number: Int) -> Revision? {
        if let known = revisions[number] { return known }
        let found = settings.retainedRevision(number)
        revisions[number] = .some(found)
        return found
    }
}
