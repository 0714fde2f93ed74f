import Faceplate
import FaceplateHTML

/// The parts of a row in one language that do not depend on its value.
final class RowFace: Sendable {
    struct Subject {
        let key: String
        let control: Control
        /// `nil` for the options of a `select` group.
        var item: Schema.Item?
        var setting: Schema.Setting?
        /// The color of the picture, for a row that leads to a page.
        var hue: String?
    }

    struct Texts: Sendable {
        let title: ResolvedLabel
        var help: ResolvedLabel?
        var placeholder: ResolvedLabel?
        var subtitle: ResolvedLabel?
        var unit: ResolvedLabel?
        /// The sentence that says what replaces the setting; `nil` if it is not deprecated.
        var deprecation: ResolvedLabel?
    }

    let key: String
    let control: Control
    /// `nil` for the options of a `select` group.
    let item: Schema.Item?
    let setting: Schema.Setting?
    let texts: Texts
    let options: [OptionList.Entry]
    let richText: RichText?
    /// More than its visibility depends on other values, so that JavaScript replaces the row.
    let depends: Bool
    let rowID: String
    let controlID: String
    let plainClass: String
    let modifiedClass: String
    let describedByHelp: [Attribute]
    let titleLanguage: [Attribute]
    let titleWords: Markup
    let picture: Picture?
    /// The label of the control, and the help below it.
    let label: Markup
    /// The title of a row without a control, and the help below it.
    let name: Markup
    let helpText: Markup
    /// It has a value, shows one, or can be pressed.
    let hasDetails: Bool
    let about: Markup
    /// True when the item has conditions under which it can be changed, or needs a value.
    let isRuled: Bool
    let appliesOnRestart: Bool
    let dependsOnStateAlone: Bool
    let kept = Locked<KeptRow?>(nil)

    /// `nil` for a key of no setting or item; a `select` group becomes a `choice`, because the title above it belongs
    /// to another group.
    convenience init?(
        of key: String, called title: ResolvedLabel? = nil, schema: Schema,
        labels: LabelResolver, words: PageWords
    ) {
        switch schema.reference(key) {
        case .setting(let setting) where setting.control == .select:
            guard let group = schema.groups.first(where: { $0.key == setting.key }) else {
                return nil
            }
            self.init(
                selectGroup: group, as: .choice, called: title, schema: schema, labels: labels,
                words: words)
        case .setting(let setting):
            guard let item = schema.items[setting.key] else { return nil }
            self.init(item, called: title, schema: schema, labels: labels, words: words)
        case .row(let item):
            self.init(item, called: title, schema: schema, labels: labels, words: words)
        case .option, nil: return nil
        }
    }

    convenience init(
        _ item: Schema.Item, called title: ResolvedLabel? = nil, schema: Schema,
        labels: LabelResolver, words: PageWords, found: SearchMarks? = nil
    ) {
        let options = item.options.map { option in
            OptionList.Entry(
                value: option.value.plainText,
                title: item.control == .segment
                    ? labels.shortTitle(of: option, in: item) : labels.title(of: option, in: item),
                help: labels.help(of: option, in: item), condition: option.condition)
        }
        let subject = Subject(
            key: item.key, control: item.control, item: item, setting: schema.settings[item.key],
            hue: schema.pages[item.key].map { PageHue.of($0, in: schema) })
        let texts = Texts(
            title: title ?? labels.title(of: item), help: labels.help(of: item),
            placeholder: labels.placeholder(of: item), subtitle: labels.subtitle(of: item),
            unit: labels.unit(of: item), deprecation: Self.deprecation(of: item, labels, words))
        self.init(subject, texts, options, words, found)
    }

    convenience init(
        selectGroup group: Schema.ItemGroup, as control: Control = .select,
        called title: ResolvedLabel? = nil, schema: Schema, labels: LabelResolver,
        words: PageWords, found: SearchMarks? = nil
    ) {
        let options = group.options.filter { !$0.isHidden }.map { option in
            OptionList.Entry(
                value: option.key, title: labels.title(of: option), help: labels.help(of: option),
                condition: option.rules.visibleWhen)
        }
        self.init(
            Subject(key: group.key, control: control, setting: schema.settings[group.key]),
            Texts(title: title ?? labels.title(of: group)), options, words, found)
    }

    private init(
        _ subject: Subject, _ texts: Texts, _ options: [OptionList.Entry], _ words: PageWords,
        _ found: SearchMarks?
    ) {
        let locale = words.wanted
        let (key, control, item) = (subject.key, subject.control, subject.item)
        let (title, help) = (texts.title, texts.help)
        self.key = key
        self.control = control
        self.item = item
        setting = subject.setting
        self.texts = texts
        self.options = options
        richText = control == .html ? RichText((texts.subtitle ?? title).text) : nil
        isRuled =
            item.map {
                $0.rules.enabledWhen != nil || $0.rules.requiredWhen != nil || !$0.bounds.isEmpty
            } ?? false
        appliesOnRestart = setting?.appliesOnRestart == true
        dependsOnStateAlone = Self.dependsOnStateAlone(
            control, item, options, isFound: found != nil)
        depends =
            isRuled || options.contains { $0.condition != nil } || control == .page
        rowID = "s-\(key)"
        controlID = "c-\(key)"
        plainClass = "row \(control.rawValue)"
        modifiedClass = "row \(control.rawValue) mod"
        describedByHelp = help == nil ? [] : [.aria("describedby", "d-\(key)")]
        let language = title.language(on: locale)
        titleLanguage = language
        picture = item.flatMap { Picture($0, on: subject.hue) }
        hasDetails = setting != nil || control == .button || control == .info
        about = hasDetails ? Self.about(key, title, words) : Markup()
        var helpText = Markup()
        if let help {
            helpText.element(
                .p, attributes: [.class("help"), .id("d-\(key)")] + help.language(on: locale)
            ) { SearchMarks.write(help.text, found, into: &$0) }
        }
        if let note = found?.note(of: item) {
            helpText.element(.p, .class("help"), text: note)
        }
        self.helpText = helpText
        var titleWords = Markup()
        SearchMarks.write(title.text, found, into: &titleWords)
        self.titleWords = titleWords
        // A collapsed row shows its title already, where it is opened.
        let isNamed = item?.isCollapsed == true
        var label = Markup()
        label.element(
            .label,
            attributes: [.id("l-\(key)"), .for("c-\(key)")] + (isNamed ? [.class("sr")] : [])
                + language
        ) { $0.append(titleWords) }
        label.append(helpText)
        self.label = label
        var name = Markup()
        name.element(
            .span, attributes: [.class(isNamed ? "l sr" : "l"), .id("l-\(key)")] + language
        ) { $0.append(titleWords) }
        name.append(helpText)
        self.name = name
    }
}

extension RowFace {
    private static func deprecation(
        of item: Schema.Item, _ labels: LabelResolver, _ words: PageWords
    ) -> ResolvedLabel? {
        guard item.isDeprecated else { return nil }
        return labels.deprecation(
            of: item, ProblemWords(words.wanted, in: words.source.problems))
    }

    private static func about(
        _ key: String, _ title: ResolvedLabel, _ words: PageWords
    ) -> Markup {
        var link = Markup()
        link.element(
            .a, .class("i"), .href(.query([("details", key)], fragment: "s-\(key)")),
            .aria("label", words.text(.details, ["label": title.text])))
        return link
    }
}

extension ResolvedLabel {
    /// For correct speech and fonts; empty if it is the page's.
    func language(on page: LocaleTag) -> [Attribute] {
        guard let locale, locale != page, !page.parents.contains(locale) else { return [] }
        return [.lang(locale.description), .dir(locale.isRightToLeft ? .rtl : .ltr)]
    }
}
