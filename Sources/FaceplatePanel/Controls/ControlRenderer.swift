public import Faceplate
public import FaceplateHTML

/// Writes the field of a control of a program's own.
///
/// A `CustomControl` that is one, too, is shown by it; `Panel.Configuration.renderers` gives single
/// items one. Called on any thread for each page; must not wait.
public protocol ControlRenderer: Sendable {
    /// Writes the field alone: label, help, problems and the way back to the default stand around
    /// it already.
    ///
    /// One form control must have the field's id and name, and its `describedBy`.
    ///
    /// - Throws: anything; the row then says that it cannot be shown, and the rest of the page stands.
    func render(_ field: ControlField, into html: inout Markup) throws

    /// Whether it writes several form controls, such as radio buttons: they are a group then, whose
    /// legend is the label.
    ///
    /// The first of them has the field's id; the group is described by help and problem already.
    var isGroup: Bool { get }
}

extension ControlRenderer {
    /// It writes one form control.
    public var isGroup: Bool { false }
}

/// What a renderer works with.
public struct ControlField: Sendable {
    /// The key, which is the name of the form field.
    public let name: String
    /// The id that the label points to.
    public let id: String
    /// The item with its attributes and the program's `data`.
    public let item: Schema.Item
    /// What the item is called on this page.
    public let title: String
    /// The value: as typed where that could be read, else what is set, else the default.
    public let value: Value?
    /// The text for a text field: as typed, else the value in the page's language.
    public let text: String
    /// What ties the field to its help and problem: put it on the form control.
    public let describedBy: [Attribute]
    /// Whether something is wrong with what was typed.
    public let isInvalid: Bool
    /// Whether it must have a value.
    public let isRequired: Bool
    /// The language of the page.
    public let locale: LocaleTag
}

/// A field that the program writes, in a row that is ours.
enum RenderedView {
    static func render(_ renderer: any ControlRenderer, _ row: Row, into html: inout Markup) {
        guard let item = row.face.item else { return }
        if let lock = row.lock {
            let shown = row.setting.map { row.context.shown(row.value, of: $0) } ?? ""
            return row.readOnly(&html, shown: shown, reason: lock)
        }
        let field = ControlField(
            name: row.key, id: row.face.controlID, item: item, title: row.face.title.text,
            value: row.typedValue ?? row.value, text: row.fieldText,
            describedBy: renderer.isGroup ? [] : row.describedBy(), isInvalid: row.hasProblem,
            isRequired: row.isRequired, locale: row.context.locale)
        if renderer.isGroup {
            row.fieldset(&html) { write(field, by: renderer, row, &$0) }
        } else {
            row.frame(&html) { html in
                row.words(&html)
                write(field, by: renderer, row, &html)
                row.more(&html)
            }
        }
    }

    private static func write(
        _ field: ControlField, by renderer: any ControlRenderer, _ row: Row,
        _ html: inout Markup
    ) {
        html.element(.div, .class("ctl")) { html in
            // What was written before it threw must not stand on the page half.
            var written = Markup()
            do {
                try renderer.render(field, into: &written)
                html.append(written)
            } catch {
                html.element(.p, .class("err"), text: row.words[.notShown])
            }
        }
    }
}
