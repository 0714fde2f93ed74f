public import Faceplate
public import FaceplateHTML

/// Writes the field of a custom control.
///
/// A `CustomControl` that conforms to this protocol renders its own field;
/// `Panel.Configuration.renderers` sets a renderer for single items. The panel calls it on any
/// thread, for each page. It must not block.
public protocol ControlRenderer: Sendable {
    /// Writes the field only: the row already contains label, help, problems and the button that
    /// resets to the default.
    ///
    /// One form control must have the id, the name and the `describedBy` attributes of the field.
    ///
    /// - Throws: Any error; the row then shows that the field is not available, and the rest of the
    ///   page is unchanged.
    func render(_ field: ControlField, into html: inout Markup) throws

    /// A Boolean value that indicates whether the field has several form controls, such as radio
    /// buttons.
    ///
    /// The row is then a group with the label as its legend, already described by help and problem.
    /// The first control must have the id of the field.
    var isGroup: Bool { get }
}

extension ControlRenderer {
    /// The default: one form control.
    public var isGroup: Bool { false }
}

/// The field that a renderer writes.
public struct ControlField: Sendable {
    /// The key of the setting, which is the name of the form field.
    public let name: String
    /// The id that the label refers to.
    public let id: String
    /// The item with its attributes and the app's `data`.
    public let item: Schema.Item
    /// The title of the item on this page.
    public let title: String
    /// The value: the typed one if it can be read, otherwise the stored value or the default.
    ///
    /// It is `nil` for a setting without a value.
    public let value: Value?
    /// The text for a plain text field: the typed text, otherwise the value in the page's language.
    ///
    /// It is not escaped. `Attribute` and `Markup` escape it when they write it.
    public let text: String
    /// The attributes that connect the form control to its help and problem.
    ///
    /// It is empty for a group (`isGroup`), whose row has them.
    public let describedBy: [Attribute]
    /// A Boolean value that indicates whether the value has a problem.
    public let isInvalid: Bool
    /// A Boolean value that indicates whether the setting needs a value.
    public let isRequired: Bool
    /// The language of the page.
    public let locale: LocaleTag
}

/// A row of the panel with a field that the app writes.
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
            // A renderer that throws must not leave half of its markup on the page.
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
