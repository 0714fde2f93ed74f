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
        context(locale, settings.snapshot, problems: settings.problems)
    }

    private func context(
        _ locale: LocaleTag, _ snapshot: Snapshot, problems: [String]
    ) -> PageContext {
        PageContext(
            snapshot: snapshot, labels: pages.labels(locale, snapshot), problems: problems)
    }

    /// `GET /`, with `?lang=`, and what a post has just done (`?rev=`, `?same=`, `?run=`).
    private func showPage(_ request: some PanelRequest) -> PanelResponse {
        guard let text = request.query, !text.isEmpty else { return plainPage(request) }
        let query: [FormField]
        do throws(FormError) {
            query = try FormDecoder.decodeURLEncoded(Array(text.utf8), fieldLimit: 100)
        } catch {
            return malformed(request, error)
        }
        let negotiated = locale(for: request, query: query)
        let context = context(negotiated.locale)
        let page = SettingsPage(context: context, status: status(query))
        var more = Self.pageHeaders(negotiated.locale)
        if negotiated.isAsked { more.append(Self.rememberLocale(negotiated.locale)) }
        return PanelResponse(200, type: Self.htmlType, page.markup.bytes, more: more)
    }

    /// The page as everyone sees it who speaks the language.
    private func plainPage(_ request: some PanelRequest) -> PanelResponse {
        let locale = locale(for: request).locale
        let snapshot = settings.snapshot
        let problems = settings.problems
        let response = pages.page(locale, snapshot, problems: problems) {
            let context = context(locale, snapshot, problems: problems)
            let page = SettingsPage(context: context).markup.bytes
            let tag = "\"\(snapshot.revision)-\(snapshot.digest.prefix(12))-\(locale)"
                + "-\(problems.hashValue & 0xFFFF)-\(Asset.version)\""
            return PanelResponse(
                200, type: Self.htmlType, page, caching: .revalidated(tag: tag),
                more: Self.pageHeaders(locale))
        }
        return answer(request, with: response)
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
        let context = context(locale(for: request).locale)
        return respond(
            to: request, error.status, title: context.words[.errorsHeading],
            message: error.message, code: "malformed", context: context)
    }
}
