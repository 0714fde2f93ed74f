import Dispatch
import Faceplate
import FaceplateHTML
import Foundation

extension Panel {
    func answerPage(
        _ path: [String], _ request: RequestContext, _ reply: @escaping Reply
    ) throws {
        let view = request.view
        let snapshot = view.snapshot
        if !request.prefersJSON, book.isOld(settings) {
            // Reading the profiles can block.
            return DispatchQueue.global().async { [self] in
                book.read(settings)
                request.operation.respond(self, request, reply)
            }
        }
        if request.prefersJSON, let page = page(at: path, view) {
            return try answerPageValues(page.key, request, reply)
        }
        if !settings.isProviding, let visit = Visit(request, view.rights),
            let known = view.pages.page(for: visit, snapshot, surroundings(for: view))
        {
            return reply(answer(request, with: known))
        }
        guard let page = page(at: path, view) else { return reply(notFound(request)) }
        if path.isEmpty, Self.searched(request) != nil {
            return answerSearch(request, reply)
        }
        let place = snapshot.nearestPage(to: page)
        if place.path != path {
            let query = request.readableQuery.map { ($0.name, $0.value) }
            let address = view.base.path(segments: Route.segments(of: place), query: query)
            return reply(.redirect(to: address.text))
        }
        let isProvided =
            settings.isProvided(on: page) || rendersEachTime(page, snapshot.schema)
        let number = newsNumber(of: request)
        let mayWait = isProvided || number.map(isOld) == true
        guard mayWait || request.readableQuery["details"] != nil else {
            let news = news(number, view, find: settings.recentRevision)
            return reply(showPage(page.key, request, view, news: news))
        }
        // The app's content handler and a read of the history can block; the handler can also
        // change the stored values.
        DispatchQueue.global().async { [self] in
            if isProvided { settings.refreshProvided(on: page) }
            let view = self.view(for: request)
            let news = news(number, view, find: settings.retainedRevision)
            reply(showPage(page.key, request, view, isProvided: isProvided, news: news))
        }
    }

    /// `nil` also when the page is withheld.
    func page(at path: [String], _ view: SettingsView) -> Schema.ItemPage? {
        view.schema.pages[path.last ?? ""]
    }

    /// Of the first page if the schema no longer has the page.
    func context(_ name: PageName, _ view: SettingsView) -> PageContext {
        context(name, view, problems: PageProblems(settings))
    }

    func context(_ viewer: Viewer) -> PageContext {
        context(PageName(viewer), viewer.view)
    }

    private func context(
        _ name: PageName, _ view: SettingsView, problems: PageProblems, details: Details? = nil
    ) -> PageContext {
        let snapshot = view.snapshot
        let host = PageHost(
            problems: problems, look: look(for: view), locales: locales(of: view),
            renderers: configuration.renderers, provided: settings.providedValue,
            optionsFailure: settings.optionsFailure,
            isProviding: settings.isProviding,
            hasAction: { [weak self] in self?.hasAction($0) ?? true },
            hasSignIn: configuration.access.hasSignIn,
            moment: snapshot.moment(at: settings.time), wentBack: settings.wentBack(in: snapshot),
            clock: name.clock ?? PageClock(), now: settings.time,
            overview: OverviewSource(
                profiles: view.part(of: ProfileList(profiles: book.known.profiles)).profiles,
                revision: { [settings] in settings.recentRevision($0) }, found: book.found))
        let context = PageContext(
            view, view.pages.face(name, snapshot), level: name.level, in: host, details: details)
        return name.search.map { searching(SearchQuery($0), context) } ?? context
    }

    /// With `?lang=`, `?level=`, and the result of a post (`?rev=`, `?same=`, `?run=`).
    ///
    /// `view` is that of the request if nothing has changed since; `isProvided` is true when the app provides content
    /// of the page, so that it is not cached.
    func showPage(
        _ key: String, _ request: RequestContext, _ view: SettingsView, isProvided: Bool = false,
        news: News?
    ) -> PanelResponse {
        let viewer = viewer(of: request)
        let name = PageName(
            viewer, key: key,
            search: key.isEmpty ? Self.searched(request) : nil)
        guard isProvided || request.query?.isEmpty == false else {
            return plainPage(name, request, view)
        }
        let query: [FormField]
        do throws(FormError) {
            query = try request.queryFields()
        } catch {
            return malformed(request, error)
        }
        let snapshot = view.snapshot
        var context = context(
            name, view, problems: PageProblems(settings),
            details: details(query, request, snapshot))
        var status = status(query, news, context)
        if let opened = query[Self.openedParameter],
            let place = SettingPlace(opened, context.schema)
        {
            context = context.showing(
                context.face, search: context.search, opened: place.key)
            if case .nothing = status, let row = HiddenRow(place, context) {
                status = .notShown(row)
            }
        }
        if query["view"] == "text" {
            return .plain(200, PageText(context: context).text, more: viewer.headers)
        }
        let sync = syncLine(context, isAsked: query[SyncLine.name] != nil)
        if let report = sync?.report, status.isQuiet { status = .sync(report) }
        let page = SettingsPage(
            context: context, submission: failure(query, context), status: status,
            offersDone: done != nil, sync: sync, news: news)
        if let shown = versions.shown(request.header(ShownParts.header)) {
            let response = PanelResponse(
                200, type: PanelResponse.html, body(of: page, shown: shown), more: viewer.headers)
            // All open pages of the same version ask for the same parts after a change.
            if !isProvided, let visit = Visit(request, view.rights) {
                view.pages.store(response, for: visit, snapshot, surroundings(for: view))
            }
            return response
        }
        return answer(request, with: response(page, more: viewer.headers))
    }

    private func body(of page: SettingsPage, shown: ShownParts? = nil) -> [UInt8] {
        var (markup, version) = page.markup(shown: shown)
        versions.add(version)
        return markup.takeBytes()
    }

    /// Can block while it reads the store.
    private func details(
        _ query: [FormField], _ request: RequestContext, _ snapshot: Snapshot
    ) -> Details? {
        guard let wanted = query["details"] else { return nil }
        let key: String
        switch snapshot.schema.reference(wanted) {
        case .setting(let setting), .option(_, let setting): key = setting.key
        case .row(let item): key = item.key
        case nil: return nil
        }
        let last = snapshot.lastChange(of: key).flatMap { try? settings.history.revision($0) }
        return Details(
            key: key, last: last,
            origin: (request.isSecure ? "https://" : "http://")
                + (request.header("host") ?? "localhost"),
            sync: (configuration.sync?.report.settingProblems ?? []).filter { $0.key == key }
                .map(\.words))
    }

    private func surroundings(for view: SettingsView) -> Surroundings {
        let snapshot = view.snapshot
        return Surroundings(
            problems: PageProblems(settings), look: look(for: view),
            sync: configuration.sync.map { SyncState(view.part(of: $0.report)) },
            moment: snapshot.moment(at: settings.time), minute: minute(of: snapshot),
            profiles: book.known.number)
    }

    /// The half hour when no change is that new.
    private func minute(of snapshot: Snapshot) -> Int {
        let seconds = settings.time.timeIntervalSince1970
        guard abs(seconds) < 1e12 else { return 0 }
        let minute = Int(seconds / 60)
        let last = settings.recentRevision(snapshot.revision)?.time.timeIntervalSince1970
        return last.map { seconds - $0 < 3_660 } ?? false ? minute : minute / 30 * 30
    }

    /// The same for all viewers with this language, level and rights.
    private func plainPage(
        _ name: PageName, _ request: RequestContext, _ view: SettingsView
    ) -> PanelResponse {
        let snapshot = view.snapshot
        let surroundings = surroundings(for: view)
        var name = name
        // Other pages say at most how long ago something was, and are the same for all clocks.
        let hasMoments =
            name.key.isEmpty || snapshot.hasTemporaryValues
            || !settings.wentBack(in: snapshot).isEmpty
            || settings.recentRevision(snapshot.revision)?.time.timeIntervalSince(settings.time)
                ?? 0 < -3_540
        if !hasMoments { name.clock = nil }
        let response = view.pages.page(name, view, surroundings) {
            let context = context(name, view, problems: surroundings.problems)
            return self.response(
                SettingsPage(
                    context: context, offersDone: done != nil, sync: syncLine(context)),
                more: Self.pageHeaders(name.locale))
        }
        if let visit = Visit(request, view.rights) {
            view.pages.store(response, for: visit, snapshot, surroundings)
        }
        return answer(request, with: response)
    }

    /// Its entity tag begins with the revision, which `If-Match` of a post uses.
    private func response(
        _ page: SettingsPage, more: [(name: String, value: String)]
    ) -> PanelResponse {
        let body = body(of: page)
        return PanelResponse(
            200, type: PanelResponse.html, body,
            caching: .revalidated(body, at: page.context.snapshot.revision), more: more)
    }

    static func pageHeaders(_ locale: LocaleTag) -> [(name: String, value: String)] {
        [("Content-Language", locale.description), ("Vary", "Accept, Accept-Language, Cookie")]
    }

    private func status(
        _ query: [FormField], _ news: News?, _ context: PageContext
    ) -> StatusLine {
        if let run = run(query, context), let end = run.end {
            return end.isFailure
                ? .failure(end.message ?? "") : .action(key: run.key, message: end.message)
        }
        if let news { return .changed(news.revision.changes, news: news) }
        if let key = query["until"], let setting = context.schema.settings[key],
            context.snapshot.until(key) != nil
        {
            return .temporary(setting)
        }
        return query["same"] == "1" ? .unchanged : .nothing
    }

    /// `nil` for the run of a withheld button, whose address a viewer can have from others.
    private func run(_ query: [FormField], _ context: PageContext) -> ActionRuns.Run? {
        query["run"].flatMap { actions[$0] }.flatMap { context.isWithheld($0.key) ? nil : $0 }
    }

    private func failure(_ query: [FormField], _ context: PageContext) -> Submission? {
        guard var end = run(query, context)?.end, end.isFailure else { return nil }
        end.problems = end.problems.filter { !context.isWithheld($0.key) }
        guard !end.problems.isEmpty else { return nil }
        var submission = Submission(end, context.schema)
        submission.notice = nil
        return submission
    }

    func problemPage(
        _ status: Int, _ submission: Submission, _ context: PageContext, shown: ShownParts?,
        status saved: StatusLine = .nothing
    ) -> PanelResponse {
        let line = submission.notice.map(StatusLine.failure) ?? saved
        let keys = Array(submission.typed.keys) + submission.problems.keys
        let base = context.search.map { searching($0.query, context, keeping: keys) } ?? context
        let fitting = base.showing(
            base.face, typed: submission.assignments, search: base.search)
        let page = SettingsPage(
            context: fitting, submission: submission, status: line, offersDone: done != nil,
            sync: syncLine(fitting))
        return PanelResponse(
            status, type: PanelResponse.html, body(of: page, shown: shown),
            more: Self.pageHeaders(context.locale))
    }

    func malformed(_ request: RequestContext, _ error: FormError) -> PanelResponse {
        respond(to: request, error.status, code: error.code) { _ in error.message }
    }
}

extension Snapshot {
    fileprivate func nearestPage(to page: Schema.ItemPage) -> Schema.ItemPage {
        let rules = rules
        let key = page.path.last { rules.isVisible($0) }
        return key.flatMap { schema.pages[$0] } ?? schema.firstPage
    }
}
