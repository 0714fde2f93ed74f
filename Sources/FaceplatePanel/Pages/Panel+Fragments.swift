import Dispatch
public import Faceplate
import FaceplateHTML

extension Panel {
    func answerFragment(_ key: String, _ request: RequestContext, _ reply: @escaping Reply) {
        let viewer = viewer(of: request)
        let context = context(viewer)
        guard let place = SettingPlace(key, context.schema) else {
            return reply(unknownLink(key, request, context, more: viewer.headers))
        }
        let page = context.schema.page(of: place.group.key)
        guard settings.isProvided(on: page) else {
            return reply(fragment(place, page, request, request.view))
        }
        // The handler of the app can block.
        DispatchQueue.global().async { [self] in
            settings.refreshProvided(on: page)
            reply(fragment(place, page, request, view(for: request)))
        }
    }

    private func fragment(
        _ place: SettingPlace, _ page: Schema.ItemPage, _ request: RequestContext,
        _ view: SettingsView
    ) -> PanelResponse {
        let viewer = viewer(of: request)
        let context = context(
            PageName(key: page.key, locale: viewer.locale, level: .advanced), view)
        guard let html = SettingsPage(context: context).fragment(place) else {
            return unknownLink(place.key, request, self.context(viewer), more: viewer.headers)
        }
        let body = html.bytes
        return answer(
            request,
            with: PanelResponse(
                200, type: PanelResponse.html, body,
                caching: .revalidated(body, at: context.snapshot.revision), more: viewer.headers))
    }

    /// Shows a row, a group or the groups of a page again on all open pages, because content that the app provides has
    /// changed.
    ///
    /// The panel calls the providers of values, options and groups of that page on a global queue, then sends the event
    /// `refresh`. Programs that read `/api/events` receive it too.
    ///
    /// - Parameter key: The key of an item, a group or a page.
    /// - Throws: `SchemaError` if there is no such key; it names the nearest.
    public func refresh(_ key: String) throws(SchemaError) {
        let schema = appSnapshot.schema
        let keys = schema.keys + schema.groups.map(\.key)
        try settings.require(key, among: keys, "There is no row or group")
        guard let place = SettingPlace(key, schema) else { return }
        let page = schema.pages[key] ?? schema.page(of: place.group.key)
        DispatchQueue.global().async { [self] in
            settings.refreshProvided(on: page)
            feed.refresh(key)
        }
    }
}

extension SettingsPage {
    func fragment(_ place: SettingPlace) -> Markup? {
        guard let group = context.face.groups.first(where: { $0.group.key == place.group.key })
        else { return nil }
        var html = Markup()
        if let row = group.places.first(where: { $0.face.key == place.key && !$0.isReference }) {
            ControlViews.render(
                Row(row.face, context: context, submission: nil), into: &html)
        } else if place.key == group.group.key {
            var parts = PartWriter(shown: nil)
            GroupView(context: context, submission: nil, face: group, fields: fields)
                .render(&html, &parts)
        } else {
            return nil
        }
        return html
    }
}
