import Foundation
import Testing

@testable import FaceplateSchema

/// The agreement between `Schemas/faceplate.schema.json`, which editors use, and the tables of attributes.
struct SchemaAttributeTests {
    private let definitions: JSONObject

    init() throws {
        let file = Fixtures.schemas.appending(path: "faceplate.schema.json")
        let root = try JSONReader.read(Fixtures.bytes(file))
        definitions = try #require(root.object?["$defs"]?.object)
    }

    private func object(_ path: String...) throws -> JSONObject {
        var object = definitions
        for name in path { object = try #require(object[name]?.object, "\(path)") }
        return object
    }

    private func properties(_ scope: SchemaAttribute.Scope) throws -> JSONObject {
        switch scope {
        case .option: try object("option", "then", "properties")
        case .item: try object("itemAttributes", "properties")
        case .column: try object("input", "properties")
        default: try object(scope.rawValue, "properties")
        }
    }

    @Test(arguments: SchemaAttribute.Scope.allCases)
    func bothHaveTheSameNames(scope: SchemaAttribute.Scope) throws {
        let names = try properties(scope).members.map(\.name)
        #expect(names.sorted() == SchemaAttribute.all(of: scope).map(\.name).sorted())
    }

    @Test(arguments: SchemaAttribute.Scope.allCases)
    func bothHaveTheSameShapes(scope: SchemaAttribute.Scope) throws {
        let properties = try properties(scope)
        for attribute in SchemaAttribute.all(of: scope) {
            let property = try #require(properties[attribute.name]?.object)
            #expect(property["description"]?.string?.isEmpty == false, "\(attribute.name)")
            #expect(Self.isSame(attribute.shape, property), "\(attribute.name)")
        }
    }

    private static func isSame(_ shape: SchemaAttribute.Shape, _ property: JSONObject) -> Bool {
        let type = property["type"]?.string
        let reference = property["$ref"]?.string?.replacing("#/$defs/", with: "")
        let elements = property["items"]?.object != nil
        return switch shape {
        case .key: reference == "key"
        case .keys: reference == "keys"
        case .label: reference == "words"
        case .labelOrBoolean: property["anyOf"]?.array?.count == 2
        case .boolean: reference == "boolean"
        case .scalar: reference == "scalar"
        case .number: reference == "order"
        case .value: reference == "value"
        case .bound, .length: reference == "bound"
        case .texts: reference == "texts"
        case .condition: reference == "condition"
        case .image: reference == "image"
        case .timeZone: reference == "timeZone"
        case .wordOrStyle: reference == "itemStyle"
        case .node: reference == "column"
        case .count(let minimum):
            type == "integer" && property["minimum"]?.number?.integer == Int64(minimum)
        case .word(let words):
            property["enum"] == JSONValue(.array(words.map { .init(.string($0)) }))
        case .style: reference == "style"
        case .labels, .valueMap, .controls: type == "object"
        case .locales, .options, .strings, .nodes: type == "array" && elements
        case .string: type == "string" || property["enum"] != nil || property["anyOf"] != nil
        case .url, .pattern: type == "string"
        case .units:
            property["anyOf"]?.array?.compactMap { $0.object?["type"]?.string }
                == ["array", "object"]
        case .jsonSchema: property["type"] == ["object", "boolean"]
        case .ignored: property.members.map(\.name) == ["description"]
        }
    }

    @Test func bothHaveTheSameControls() throws {
        let names = try object("control")["enum"]?.array?.compactMap(\.string)
        #expect(names == Control.all.map(\.rawValue))
        let bases = try #require(definitions["ownControl"]?.object?["allOf"]?.array?.last)
        #expect(
            try Self.names(bases, "properties", "itemControlType", "enum")
                == Control.all.filter(\.holdsValue).map(\.rawValue))
    }

    @Test func bothAcceptTheSameControlsInCells() throws {
        let rule = try #require(definitions["input"]?.object?["allOf"]?.array?.last)
        #expect(
            try Self.names(rule, "properties", "itemControlType", "not", "enum")
                == Control.all.filter { !$0.fitsCell && $0 != .editPassword }.map(\.rawValue))
        // Only the input of a button can be a secret.
        let column = try #require(definitions["column"]?.object?["allOf"]?.array?.last)
        #expect(
            JSONWriter().text(column)
                == #"{"properties":{"itemControlType":{"not":{"const":"edit_password"}}}}"#)
    }

    @Test func bothHaveTheSameKeywords() throws {
        let properties = try properties(.item)
        #expect(
            try Self.names(try #require(properties["itemContentType"]), "enum")
                == ContentTypeCheck.tokens)
        #expect(
            properties["itemMaximumSize"]?.object?["maximum"]?.number?.integer
                == Int64(EditFileControl.largestSize))
        #expect(
            properties["itemFractionDigits"]?.object?["maximum"]?.number?.integer
                == Int64(BoundsCheck.mostFractionDigits))
        #expect(
            try object("style", "properties").members.map(\.name).sorted()
                == StyleRules.names.sorted())
        let operators = try object("condition", "else", "properties").members.map(\.name)
        #expect(
            Set(operators)
                == Set(ConditionDraft.Operator.allCases.map(\.rawValue)).union([
                    "$comment", "$schema", "key", "not", "all", "any",
                ]))
    }

    private static func names(_ json: JSONValue, _ path: String...) throws -> [String] {
        var json = json
        for name in path { json = try #require(json.object?[name], "\(path)") }
        return (json.array ?? []).compactMap(\.string)
    }

    @Test(arguments: Control.all)
    func bothGiveAControlTheSameAttributes(control: Control) throws {
        let rules = try #require(definitions["controlAttributes"]?.object?["allOf"]?.array)
        let rule = try #require(
            rules.first {
                $0.object?["if"]?.object?["properties"]?.object?["itemControlType"]?.object?[
                    "const"]?.string
                    == control.rawValue
            })
        let properties = rule.object?["then"]?.object?["properties"]?.object?.members ?? []
        let refused = Set(properties.filter { $0.value == false }.map(\.name))
        let special = Control.all.reduce(into: Set()) { $0.formUnion($1.ownAttributes) }
        #expect(refused == special.subtracting(control.ownAttributes))
    }

    @Test func everyAttributeOfAControlIsInTheTable() {
        let names = Set(SchemaAttribute.item.map(\.name))
        for control in Control.all { #expect(control.ownAttributes.isSubset(of: names)) }
    }

    @Test(
        arguments: [
            "a", "A.b-c_d", "0", String(repeating: "a", count: 128), "", "_a", ".a", "a b", "é",
            "a[0]",
            String(repeating: "a", count: 129),
        ])
    func bothAcceptTheSameKeys(key: String) throws {
        let pattern = try #require(object("key")["pattern"]?.string)
        #expect(try Pattern(pattern).matches(key) == SettingKeySyntax.isValid(key))
    }

    @Test(
        arguments: [
            "en", "fr", "pt-BR", "pt_br", "zh-Hans", "zh-Hant-TW", "es-419", "ca-ES-valencia",
            "de-1996", "sl-rozaj-biske",
            "de-DE-u-co-phonebk", "en-x-pirate", "en-a-bb-x-c", "English", "e", "en-", "-en",
            "fr_FR.UTF-8", "en--US", "x-a", "en-u",
            "en-US-US", "en-x", "é", "", "en-1",
        ])
    func bothAcceptTheSameLocales(name: String) throws {
        let pattern = try #require(object("locale")["pattern"]?.string)
        #expect(try Pattern(pattern).matches(name) == (LocaleTag(name) != nil))
    }

    @Test(arguments: ["YES", "no", "True", "oN", "1", "0", "OFF", "yes ", "", "y", "2", "maybe"])
    func bothAcceptTheSameBooleans(text: String) throws {
        for (name, wanted) in [
            ("boolean", BooleanRules.boolean(text) != nil),
            ("on", BooleanRules.boolean(text) == true),
        ] {
            let choices = try #require(definitions[name]?.object?["anyOf"]?.array)
            let patterns = choices.compactMap { $0.object?["pattern"]?.string }
            let pattern = try #require(patterns.first)
            #expect(try Pattern(pattern).matches(text) == wanted)
        }
    }
}
