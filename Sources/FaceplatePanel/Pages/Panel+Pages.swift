import Faceplate
import FaceplateHTML

extension Panel {
    static let htmlType = "text/html; charset=utf-8"

    func answerPage(
        _ request: some PanelRequest, _ reply: @escaping @Sendable (PanelResponse) -> Void
    ) {
        if request.method == "POST" {
            answerPost(request, reply)
        } else {
            reply(showPage(request))
        }
    }

    /// What a page in a language needs, as the settings are now.
    func context(_ locale: LocaleTag) -> PageContext {
        context(locale, settings.snapshot, problems: settings.schemaProblems)
    }

    private func context(
        _ locale: LocaleTag, _ snapshot: Snapshot, problems: [String]
    ) -> PageContext {
        PageContext(
            snapshot: snapshot, face: pages.face(locale, snapshot), problems: problems)
    }

    /// `GET /`, with `?lang=`, and what a post has just done (`?rev=`, `?same=`, `?run=`).
    private func showPage(_ request: some PanelRequest) -> PanelResponse {
        guard request.query?.isEmpty == false else { return plainPage(request) }
        let query: [FormField]
        do throws(FormError) {
            query = try Self.query(of: request)
        } catch {
            return malformed(request, error)
        }
        let negotiated = locale(for: request)
        let page = SettingsPage(context: context(negotiated.locale), status: status(query))
        return answer(request, with: response(page, more: negotiated.headers))
    }

    /// The page as everyone sees it who speaks the language.
    private func plainPage(_ request: some PanelRequest) -> PanelResponse {
        let locale = locale(for: request).locale
        let snapshot = settings.snapshot
        let problems = settings.schemaProblems
        let response = pages.page(locale, snapshot, problems: problems) {
            let context = context(locale, snapshot, problems: problems)
            return self.response(SettingsPage(context: context), more: Self.pageHeaders(locale))
        }
        return answer(request, with: response)
    }

    /// The tag begins with the revision, which is what `If-Match` of a post reads.
    private func response(
        _ page: SettingsPage, more: [(name: String, value: String)]
    ) -> PanelResponse {
        let body = page.markup.bytes
        let tag = "\"\(page.context.snapshot.revision)-\(Asset.digest(of: body))\""
        return PanelResponse(
            200, type: Self.htmlType, body, caching: .revalidated(tag: tag), more: more)
    }

    static func pageHeaders(_ locale: LocaleTag) -> [(name: String, value: String)] {
        [("Content-Language", locale.description), ("Vary", "Accept-Language, Cookie")]
    }

    private func status(_ query: [FormField]) -> StatusLine {
        func value(_ name: String) -> String? { query.last { $0.name == name }?.value }
        if let id = value("run"), let entry = actions[id] {
            return .action(key: entry.key, message: entry.message)
        }
        if let number = value("rev").flatMap({ Int($0) }),
            let revision = settings.recentRevision(number)
        {
            return .changed(revision.changes)
        }
        return value("same") == "1" ? .unchanged : .nothing
    }

    /// The page again with what was typed and what is wrong, under an error's status.
    func problemPage(
        _ status: Int, _ submission: Submission, _ context: PageContext
    ) -> PanelResponse {
        let line = submission.notice.map(StatusLine.failure) ?? .nothing
        let page = SettingsPage(context: context, submission: submission, status: line)
        return PanelResponse(
            status, type: Self.htmlType, page.markup.bytes, more: Self.pageHeaders(context.locale))
    }

    func malformed(_ request: some PanelRequest, _ error: FormError) -> PanelResponse {
        let negotiated = locale(for: request)
        let context = context(negotiated.locale)
        return respond(
            to: request, error.status, title: context.words[.errorsHeading],
            message: error.message, code: error.code, context: context, more: negotiated.headers)
    }
}
