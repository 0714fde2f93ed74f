public import Faceplate
public import FaceplateHTML

/// Writes the content of a row: the field of a setting, or the look of a button, link, `info`, `text` or `html` row.
///
/// A `CustomControl` that conforms to this protocol renders its own rows; `Panel.Configuration.renderers` sets a
/// renderer for single items. The panel calls the renderer on any thread, when it makes a page. It must not block.
public protocol ControlRenderer: Sendable {
    /// Writes the content only: the row already contains label, help, problems and the button that
    /// resets to the default.
    ///
    /// For a setting, one form control must have the id, the name and the `describedBy` attributes of the field. For a
    /// button or link, `ControlField.press(into:)` writes the element that activates it.
    ///
    /// - Throws: Any error; the row then shows that it is not available, and the rest of the
    ///   page is unchanged.
    func render(_ field: ControlField, into html: inout Markup) throws

    /// Writes the value of a setting that cannot be changed here: it is read-only, locked, or disabled.
    ///
    /// The row already contains the label and the reason. Without this method, the value is shown as text.
    ///
    /// - Throws: As ``render(_:into:)``.
    func renderReadOnly(_ field: ControlField, into html: inout Markup) throws

    /// A Boolean value that indicates whether the field has several form controls, such as radio
    /// buttons.
    ///
    /// The row is then a group with the label as its legend, already described by help and problem.
    /// The first control must have the id of the field.
    var isGroup: Bool { get }

    /// A Boolean value that indicates whether the renderer is called each time a page with the row is shown.
    ///
    /// Otherwise the panel calls it when the settings have changed, and sends the same page again. It costs the
    /// rendering of the page for each request.
    var rendersEachTime: Bool { get }

    /// The names of the parts of the row that can be pressed; `ControlField.press(_:into:)` writes them.
    var parts: [String] { get }

    /// Called when the row, or one of its `parts` (`ActionRequest.part`), was pressed.
    ///
    /// An action in the panel's configuration or at the declaration of the item replaces it. See ``ActionHandler`` for
    /// its thread and limits.
    ///
    /// - Returns: The result to show; `nil` when the press is not handled, so that it fails.
    func pressed(_ request: ActionRequest) async throws -> ActionResult?

    /// Called after each revision that removed elements from the list with this row, from any source.
    ///
    /// The calls are in order, on the settings' own queue: it must not block, and must not wait for `apply`.
    ///
    /// - Parameters:
    ///   - elements: The removed elements, in their former order. An element that was replaced is among them.
    ///   - key: The key of the setting.
    func removed(_ elements: [Value], from key: String)
}

extension ControlRenderer {
    /// The default: one form control.
    public var isGroup: Bool { false }

    /// The default: only when the settings have changed.
    public var rendersEachTime: Bool { false }

    /// The default: no parts.
    public var parts: [String] { [] }

    /// The default: the value as text.
    public func renderReadOnly(_ field: ControlField, into html: inout Markup) throws {
        html.text(field.shown)
    }

    /// The default: the press is not handled.
    public func pressed(_ request: ActionRequest) async throws -> ActionResult? { nil }

    /// The default: nothing.
    public func removed(_ elements: [Value], from key: String) {}
}

/// The row that a renderer writes.
public struct ControlField: Sendable {
    /// The key of the item, which is the name of the form field of a setting.
    public let name: String
    /// The id that the label refers to.
    public let id: String
    /// The item with its attributes and the app's `data`.
    public let item: Schema.Item
    /// The title of the item on this page; for a button with states, that of its state.
    public let title: String
    /// The value: the typed one if it can be read, otherwise the stored value or the default.
    ///
    /// For an `info` row, the value that the app provides or the schema has; for a `text` or `html` row, its text. It is
    /// `nil` for a setting without a value.
    public let value: Value?
    /// The text for a plain text field: the typed text, otherwise the value in the page's language.
    ///
    /// It is not escaped. `Attribute` and `Markup` escape it when they write it.
    public let text: String
    /// The value as users read it, in the page's language; for a secret, only a note that it is set or not.
    public let shown: String
    /// The attributes that connect the form control to its help and problem.
    ///
    /// It is empty for a group (`isGroup`), whose row has them.
    public let describedBy: [Attribute]
    /// A Boolean value that indicates whether the value has a problem.
    public let isInvalid: Bool
    /// A Boolean value that indicates whether the setting needs a value.
    public let isRequired: Bool
    /// A Boolean value that indicates whether the viewer can change or press the row with the current settings.
    public let isEnabled: Bool
    /// The language of the page.
    public let locale: LocaleTag
    fileprivate let activation: [Attribute]
    fileprivate let isLink: Bool

    /// Writes the element that activates a button or link, around `content`: a button of the form, or a link.
    ///
    /// A press saves the typed values of the group, then runs the action. For a row that is neither button nor link, it
    /// writes only the content.
    public func press(
        into html: inout Markup, attributes: [Attribute] = [],
        content: (inout Markup) -> Void
    ) {
        guard item.control.isAction else { return content(&html) }
        html.element(isLink ? .a : .button, attributes: activation + attributes, content: content)
    }

    /// Writes a button that presses a part of the row, around `content`.
    ///
    /// A press saves the row, then runs the action with `ActionRequest.part`. It asks no question.
    ///
    /// - Parameter part: One of ``ControlRenderer/parts``; a press of another part is rejected.
    public func press(
        _ part: String, into html: inout Markup, attributes: [Attribute] = [],
        content: (inout Markup) -> Void
    ) {
        let state: [Attribute] = isEnabled ? [] : [.aria("disabled", true)]
        html.element(
            .button,
            attributes: [.name(FormPost.pressField), .value("\(name):\(part)")] + state
                + attributes,
            content: content)
    }

    /// Writes a button that removes an element of the list, around `content`.
    ///
    /// - Parameter index: The position of the element, from 0.
    public func remove(
        _ index: Int, into html: inout Markup, attributes: [Attribute] = [],
        content: (inout Markup) -> Void
    ) {
        html.element(
            .button, attributes: [.name("_remove"), .value("\(name)[\(index)]")] + attributes,
            content: content)
    }
}

extension ControlField {
    init(_ row: Row, _ item: Schema.Item, isGroup: Bool) {
        var ownValue: Value?
        var shown = row.shownValue
        if item.control == .info {
            ownValue = row.state.provided ?? item.shownValue
            shown =
                ownValue.map { row.context.shown($0, of: item) } ?? row.face.texts.subtitle?.text
                ?? ""
        } else if item.isProse {
            shown = (row.face.texts.subtitle ?? row.face.texts.title).text
            ownValue = .text(shown)
        }
        let url = item.url.flatMap(URLReference.init).map(row.context.base.resolving)
        self.init(
            name: row.key, id: row.face.controlID, item: item,
            title: item.control == .button
                ? row.context.actionTitle(of: item).text : row.face.texts.title.text,
            value: row.typedValue ?? row.value ?? ownValue,
            text: row.setting == nil ? shown : row.fieldText, shown: shown,
            describedBy: isGroup ? [] : row.describedBy(), isInvalid: row.isRejected,
            isRequired: row.isRequired, isEnabled: row.isEnabled, locale: row.context.locale,
            activation: url.map {
                [.id(row.face.controlID), .href($0)] + row.describedBy(isField: false)
            } ?? (item.control.isAction ? row.press(item) : []),
            isLink: url != nil)
    }
}
