import Faceplate
import FaceplateHTML

/// By any current or former key: of the setting, an option or a group.
struct SettingPlace: Sendable {
    let key: String
    let group: Schema.ItemGroup

    init?(_ key: String, _ schema: Schema) {
        let row: String
        switch schema.reference(key) {
        case .setting(let setting), .option(_, let setting): row = setting.pickerKey ?? setting.key
        case .row(let item): row = item.key
        case nil: row = key
        }
        let groupKey = schema.settings[row]?.groupKey ?? schema.items[row]?.groupKey ?? row
        guard let group = schema.groups.first(where: { $0.key == groupKey }) else { return nil }
        self.key = row
        self.group = group
    }
}

struct HiddenRow: Sendable {
    private enum Reason: Sendable {
        /// The row is on no page.
        case never
        case until(label: String, value: String)
        case others
    }

    private let label: String
    private let reason: Reason

    init?(_ place: SettingPlace, _ context: PageContext) {
        let (schema, rules) = (context.schema, context.rules)
        label = context.labels.title(of: place.key).text
        if schema.settings[place.key]?.isHidden == true || schema.items[place.key]?.isHidden == true
        {
            reason = .never
            return
        }
        guard !rules.isVisible(place.key) || !rules.isVisible(place.group) else { return nil }
        let pages = place.group.pagePath.compactMap { schema.items[$0]?.rules.visibleWhen }
        let failing =
            ([schema.items[place.key]?.rules.visibleWhen, place.group.visibleWhen] + pages)
            .compactMap(\.self).first { !rules.holds($0) }
        guard let simple = failing?.simple,
            case .setting(let setting)? = schema.reference(simple.key)
        else {
            reason = .others
            return
        }
        reason = .until(
            label: context.labels.title(of: setting.key).text,
            value: context.shown(simple.value, of: setting))
    }

    func sentence(_ words: PageWords) -> (Phrase, [String: String], Int?) {
        switch reason {
        case .never: return (words.phrase(.linkNever), ["label": label], nil)
        case .others: return (words.phrase(.linkHidden), ["label": label], nil)
        case .until(let other, let value):
            let slots = ["label": label, "other": other, "value": value]
            return (words.phrase(.linkHiddenUntil), slots, nil)
        }
    }
}

extension Panel {
    static let openedParameter = "open"
    private static let mostNearest = 3

    func answerLink(_ key: String, _ request: RequestContext) -> PanelResponse {
        let viewer = viewer(of: request)
        let context = context(viewer)
        guard let place = SettingPlace(key, context.schema) else {
            return unknownLink(key, request, context, more: viewer.headers)
        }
        var query: [(name: String, value: String)] = []
        if let language = request.readableQuery["lang"] { query.append(("lang", language)) }
        if context.isBeyondLevel(place.key) {
            query.append(("level", Schema.Level.advanced.rawValue))
        }
        let isCollapsed = context.schema.items[place.key]?.isCollapsed == true
        if isCollapsed || place.group.isCollapsed == true || HiddenRow(place, context) != nil {
            query.append((Self.openedParameter, place.key))
        }
        let page = context.schema.page(of: place.group.key)
        let address = context.base.path(
            segments: Route.segments(of: page), query: query, fragment: "s-\(place.key)")
        return .redirect(to: address.text)
    }

    func unknownLink(
        _ key: String, _ request: RequestContext, _ context: PageContext,
        more: [(name: String, value: String)]
    ) -> PanelResponse {
        let words = context.words
        let near = NearestWord.all(near: key, among: context.schema.keys)
            .prefix(Self.mostNearest)
        let sentence = words.text(.linkUnknown, ["key": ProblemWords.shortened(key)])
        guard case .page = request.form else {
            let nearest =
                near.isEmpty ? "" : " " + words[.linkNearest] + " " + near.joined(separator: ", ")
            return respond(
                to: request, 404, title: words[.notfoundTitle], message: sentence + nearest,
                code: "not_found", context: context, more: more)
        }
        var page = MessagePage(
            context: context, title: words[.notfoundTitle], message: sentence)
        page.links = near.map { key in
            (context.base.path("s", key), context.labels.title(of: key).text + " (\(key))")
        }
        return .page(404, page.markup, more: more)
    }
}
