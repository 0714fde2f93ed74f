import Dispatch
import Faceplate
import FaceplateHTML

extension Panel {
    static func searched(_ request: RequestContext) -> String? {
        guard let text = request.readableQuery[SearchQuery.parameter],
            !text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
        else { return nil }
        return text
    }

    /// On another thread, because it can take long: the first search of a schema reads all of its labels, and the
    /// program can be asked for the values that it provides.
    func answerSearch(_ request: RequestContext, _ reply: @escaping Reply) {
        DispatchQueue.global().async { [self] in
            let context = context(viewer(of: request))
            if let text = Self.searched(request) {
                for page in searching(SearchQuery(text), context).pages
                where settings.isProvided(on: page) {
                    settings.refreshProvided(on: page)
                }
            }
            let view = view(for: request)
            let news = news(newsNumber(of: request), view, find: settings.retainedRevision)
            reply(showPage("", request, view, news: news))
        }
    }

    /// `keys` are rows to show even if they are not found, so that values typed into them are not lost.
    func searching(
        _ query: SearchQuery, _ context: PageContext, keeping keys: [String] = []
    ) -> PageContext {
        let snapshot = context.snapshot
        let searches = context.view.searches
        let index = searches.index(of: snapshot)
        let values = searches.values(of: snapshot, in: context.locale) {
            SearchValues(snapshot) { context.shown($0, of: $1) }
        }
        let result = SearchResult(
            query, in: index, snapshot, locale: context.locale, words: context.labels,
            values: values)
        let found = result.matches.prefix(SearchResult.mostShown).map(\.row)
        let known = Set(found.map(\.key))
        let wanted = Set(keys)
        let more =
            wanted.isEmpty
            ? [] : index.rows.filter { wanted.contains($0.key) && !known.contains($0.key) }
        let face = PageFace(
            found: found + more, marking: result.marked, context.words, context.problemWords,
            schema: snapshot.schema, labels: context.labels, base: context.base)
        return context.showing(face, level: .advanced, search: result)
    }
}

extension PageContext {
    fileprivate var pages: [Schema.ItemPage] {
        var known: Set<String> = []
        return face.groups.compactMap { group in
            let page = schema.page(of: group.group.key)
            return known.insert(page.key).inserted ? page : nil
        }
    }
}

extension PageFace {
    /// The maximum length in characters of text without rows in a result, because it can be a whole license.
    private static let mostFound = 300

    private static func shortened(_ label: ResolvedLabel) -> ResolvedLabel {
        guard label.text.count > mostFound else { return label }
        return ResolvedLabel(text: label.text.prefix(mostFound) + "…", locale: label.locale)
    }

    convenience init(
        found rows: [SearchIndex.Row], marking marked: [SearchWord], _ words: PageWords,
        _ problemWords: ProblemWords, schema: Schema, labels: LabelResolver, base: BasePath
    ) {
        let marks = SearchMarks(words: marked, advanced: words[.advanced])
        var order: [String] = []
        var byGroup: [String: [SearchIndex.Row]] = [:]
        for row in rows {
            if byGroup[row.group.key] == nil { order.append(row.group.key) }
            byGroup[row.group.key, default: []].append(row)
        }
        var count = 0
        let groups = order.compactMap { key -> Group? in
            guard let rows = byGroup[key], let group = rows.first?.group else { return nil }
            let places = rows.compactMap { row -> Place? in
                count += 1
                return RowFace(
                    foundAt: row, schema: schema, labels: labels, words: words, marks
                ).map {
                    Place(face: $0, isReference: false, number: count)
                }
            }
            let isWordsAlone = labels.isWordsAlone(group)
            guard !places.isEmpty || isWordsAlone else { return nil }
            func spoken(_ label: ResolvedLabel?) -> ResolvedLabel? {
                isWordsAlone ? label.map(Self.shortened) : nil
            }
            return Group(
                group: group, title: labels.title(of: group),
                header: spoken(labels.header(of: group)),
                footer: spoken(labels.footer(of: group)), footers: [], places: places,
                isOneSetting: places.count == 1 && places.allSatisfy { $0.face.key == key },
                trail: Self.trail(group, rows, words, labels, marks, base))
        }
        self.init(
            page: schema.firstPage, labels: labels, words: words, problemWords: problemWords,
            found: groups)
    }
}

extension RowFace {
    fileprivate convenience init?(
        foundAt row: SearchIndex.Row, schema: Schema, labels: LabelResolver,
        words: PageWords, _ marks: SearchMarks
    ) {
        if row.setting == nil, row.group.key == row.key {
            return nil
        } else if row.group.key == row.key {
            self.init(
                selectGroup: row.group, schema: schema, labels: labels, words: words, found: marks)
        } else if let item = schema.items[row.key] {
            self.init(item, schema: schema, labels: labels, words: words, found: marks)
        } else {
            return nil
        }
    }
}

extension PageFace {
    private static func trail(
        _ group: Schema.ItemGroup, _ rows: [SearchIndex.Row], _ words: PageWords,
        _ labels: LabelResolver, _ marks: SearchMarks, _ base: BasePath
    ) -> Markup {
        var html = Markup()
        let key = rows.count == 1 ? rows.first?.key ?? group.key : group.key
        html.element(.a, .href(base.path("s", key))) { html in
            for (place, title) in titles(group, labels).enumerated() {
                if place > 0 { html.text(" › ") }
                html.element(.span, attributes: title.language(on: words.wanted)) {
                    SearchMarks.write(title.text, marks, into: &$0)
                }
            }
        }
        if group.level == .advanced {
            html.text(" ")
            html.element(.span, .class("sub"), text: marks.advanced)
        }
        return html
    }

    /// A group without a title is represented by its page, and on the first page by the panel's title.
    private static func titles(
        _ group: Schema.ItemGroup, _ labels: LabelResolver
    ) -> [ResolvedLabel] {
        let titles =
            group.pagePath.map { labels.title(of: $0) }
            + (labels.showsTitle(of: group) ? [labels.title(of: group)] : [])
        return titles.isEmpty ? [labels.panelTitle] : titles
    }
}
