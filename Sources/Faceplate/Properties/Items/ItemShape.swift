import Foundation

/// A case of an enumeration with its own label on pages.
///
/// ```swift
/// enum Mode: String, Codable, LabeledOption {
///     case eco, normal
///     var label: LocalizedText { self == .eco ? ["en": "Economy", "de": "Sparsam"] : "Normal" }
/// }
/// ```
///
/// Without it, pages look up the label in the catalogs, or show the raw value.
public protocol LabeledOption: CaseIterable {
    /// The label of the case.
    var label: LocalizedText { get }
}

private protocol OptionalType {
    static var wrapped: Any.Type { get }
}

extension Optional: OptionalType {
    fileprivate static var wrapped: Any.Type { Wrapped.self }
}

private protocol ListType {
    static var element: Any.Type { get }
    static var isUnique: Bool { get }
}

extension Array: ListType {
    fileprivate static var element: Any.Type { Element.self }
    fileprivate static var isUnique: Bool { false }
}

extension Set: ListType {
    fileprivate static var element: Any.Type { Element.self }
    fileprivate static var isUnique: Bool { true }
}

/// Chooses the item that shows the values of a type.
struct ItemShape {
    let key: String?
    let file: String
    let line: Int

    func item(of type: Any.Type) -> any SettingItem {
        if let type = type as? any OptionalType.Type { return item(of: type.wrapped) }
        if let item = scalar(type) { return item }
        switch type {
        case is Date.Type:
            return EditDatetime(key, file: file, line: line).timeZone("UTC").seconds()
        case is Secret.Type: return EditPassword(key, file: file, line: line)
        case let type as any ListType.Type:
            return list(type) ?? Custom(key, file: file, line: line)
        default: return Custom(key, file: file, line: line)
        }
    }

    /// `nil` for a type whose item does not fit a cell of a table.
    private func scalar(_ type: Any.Type) -> (any SettingItem)? {
        if let options = Self.options(of: type) {
            return Choice(key, options: options, file: file, line: line)
        }
        switch type {
        case is Bool.Type: return Switch(key, file: file, line: line)
        case let type as any FixedWidthInteger.Type: return integer(type)
        case is any BinaryFloatingPoint.Type, is Decimal.Type:
            return EditDecimal(key, file: file, line: line)
        case is String.Type: return EditText(key, file: file, line: line)
        case is Duration.Type: return EditDuration(key, file: file, line: line)
        case is URL.Type: return EditURL(key, file: file, line: line)
        case is CivilDate.Type: return EditDate(key, file: file, line: line)
        case is ClockTime.Type: return EditTime(key, file: file, line: line)
        case is CivilDateTime.Type: return EditDatetime(key, file: file, line: line)
        default: return nil
        }
    }

    private func integer<Number: FixedWidthInteger>(_: Number.Type) -> EditInteger {
        var item = EditInteger(key, file: file, line: line)
        guard Number.self != Int.self, Number.self != Int64.self else { return item }
        if let minimum = Int(exactly: Number.min) { item = item.minimum(minimum) }
        if let maximum = Int(exactly: Number.max) { item = item.maximum(maximum) }
        return item
    }

    private func list(_ type: any ListType.Type) -> (any SettingItem)? {
        if let options = Self.options(of: type.element) {
            return Choices(key, options: options, file: file, line: line)
        }
        if let element = ItemShape(key: nil, file: file, line: line).scalar(type.element) {
            let list = EditList(key, of: element, file: file, line: line)
            return type.isUnique ? list.unique() : list
        }
        guard let columns = columns(of: type.element) else { return nil }
        return EditTable(key, file: file, line: line) { columns }
    }

    /// `nil` if the type is not a structure whose parts fit the cells of a table.
    private func columns(of type: Any.Type) -> [any GroupEntry]? {
        guard let type = type as? any Decodable.Type, let parts = ColumnProbe.parts(of: type),
            !parts.isEmpty
        else { return nil }
        var columns: [any GroupEntry] = []
        for part in parts {
            let wrapped = (part.type as? any OptionalType.Type)?.wrapped
            let shape = ItemShape(key: part.name, file: file, line: line)
            guard let item = shape.scalar(wrapped ?? part.type),
                // Each row has a value for every column, which can be empty in a column of text only. An empty
                // address is not a `URL`.
                item is EditText || wrapped == nil && !part.isOptional && !(item is EditURL)
            else { return nil }
            columns.append(item)
        }
        return columns
    }

    // MARK: - Options

    private static func options(of type: Any.Type) -> [ChoiceOption]? {
        (type as? any CaseIterable.Type).flatMap { options($0) }
    }

    private static func options<Cases: CaseIterable>(_: Cases.Type) -> [ChoiceOption]? {
        var options: [ChoiceOption] = []
        for option in Cases.allCases {
            guard let encodable = option as? any Encodable, let value = value(of: encodable) else {
                return nil
            }
            let label = (option as? any LabeledOption)?.label
            options.append(label.map { .option(value, label: $0) } ?? ChoiceOption(value))
        }
        return options.isEmpty ? nil : options
    }

    /// `nil` unless it is a string or a number.
    private static func value(of option: some Encodable) -> Value? {
        guard let json = try? StoredEncoding.json(of: option) else { return nil }
        return json.string.map(Value.text)
            ?? json.number.flatMap { ExactDecimal($0.text) }.map { Value($0) }
    }
}

extension SettingCell {
    /// The item of the property, with the attributes of its declaration.
    var declaration: Declaration {
        let shape = ItemShape(key: itemKey, file: spot.file, line: Int(spot.line))
        let item = shape.item(of: Value.self)
        var declaration = item.declaration
        if let json = initialJSON {
            declaration.set("itemValue", to: json)
        } else if Value.self is any OptionalType.Type,
            item is Switch || item is Choice || item is EditText
        {
            declaration.set("itemRequired", to: false)
        }
        for (name, json) in attributes { declaration.set(name, to: json) }
        return declaration
    }

    /// `nil` for a property without an initial value, or whose value cannot be stored.
    var initialJSON: JSONValue? {
        guard !isSecret, let json = try? StoredEncoding.json(of: initialValue), !json.isNull
        else { return nil }
        return DateForm.toTheSecond(json, of: Value.self)
    }
}
