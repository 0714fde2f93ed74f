import Testing

@testable import FaceplateSchema

/// Values that a JSON Schema accepts, and the sentence about those that it rejects.
struct JSONSchemaCheckTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let schema: String
        let accepted: [String]
        /// A value and its problem in English.
        let rejected: [(String, String)]

        var testDescription: String { schema }
    }

    private static let rooms = #"""
        {"properties":{"rooms":{"type":"array","items":{"type":"object","required":["name"],
        "properties":{"name":{"type":"string","maxLength":4},"floor":{"type":["integer","null"]},
        "doors":{"additionalProperties":{"minimum":1,"maximum":9}}},"additionalProperties":false}}}}
        """#

    static let cases = [
        Case(
            schema: rooms,
            accepted: [#"{"rooms":[{"name":"a","floor":null},{"name":"ab","floor":1}]}"#, "5"],
            rejected: [
                (#"{"rooms":[{"name":"a"},{"name":1}]}"#, "Rooms[1].name must be text"),
                (#"{"rooms":[{"floor":1}]}"#, "“rooms[0].name” is missing"),
                (#"{"rooms":[{"name":"abcde"}]}"#, "rooms[0].name must be 4 characters or fewer"),
                (#"{"rooms":[{"name":"a","roof":1}]}"#, "rooms[0] has no part named roof"),
                (
                    #"{"rooms":[{"name":"a","floor":1.5}]}"#,
                    "rooms[0].floor must be a whole number or null"
                ),
                (
                    #"{"rooms":[{"name":"a","doors":{"x":10}}]}"#,
                    "rooms[0].doors.x must be between 1 and 9"
                ),
                (#"{"rooms":7}"#, "rooms must be a list"),
            ]),
        Case(
            schema: #"{"type":"array","prefixItems":[{"const":"a"}],"items":false}"#,
            accepted: ["[]", #"["a"]"#],
            rejected: [
                ("{}", "Port must be a list"), (#"["b"]"#, "Port[0] cannot be “b”. Choose a"),
                (#"["a","b"]"#, "Port must have 1 entry or fewer"),
            ]),
        Case(
            schema: #"{"exclusiveMinimum":0,"exclusiveMaximum":1.5,"multipleOf":0.1}"#,
            accepted: ["0.1", "1.4", "\"a\""],
            rejected: [
                ("0", "Port must be more than 0"), ("1.5", "Port must be less than 1.5"),
                ("0.15", "Port must be a multiple of 0.1"),
            ]),
        Case(
            schema: #"{"anyOf":[{"type":"integer"},{"type":"array","items":{"type":"string"}}]}"#,
            accepted: ["1", "[]", #"["a"]"#],
            rejected: [
                ("true", "Port must be a whole number or a list"), ("[1]", "Port[0] must be text"),
            ]),
        Case(
            schema: #"{"oneOf":[{"minimum":1},{"maximum":5}]}"#, accepted: ["0", "6"],
            rejected: [("3", "Port does not have an accepted form")]),
        Case(
            schema: #"{"uniqueItems":true,"minItems":1,"contains":{"type":"string"}}"#,
            accepted: [#"["a",1]"#],
            rejected: [
                ("[]", "Port must have at least 1 entry"), ("[1,1.0]", "“1” is already in “Port”"),
                ("[1]", "Port does not have an accepted form"),
            ]),
        Case(
            schema:
                #"{"patternProperties":{"^x":{"type":"boolean"}},"propertyNames":{"maxLength":2}}"#,
            accepted: [#"{"xa":true,"y":1}"#],
            rejected: [
                (#"{"xa":1}"#, "xa must be true or false"),
                (#"{"yyy":1}"#, "Port has no part named yyy"),
            ]),
        Case(
            schema: #"{"dependencies":{"a":["b"],"c":{"required":["d"]}},"minProperties":1}"#,
            accepted: [#"{"a":1,"b":1}"#, #"{"c":1,"d":1}"#],
            rejected: [
                (#"{"a":1}"#, "“b” is missing"), (#"{"c":1}"#, "“d” is missing"),
                ("{}", "Port must have at least 1 entry"),
            ]),
        Case(
            schema:
                ##"{"$ref":"#/$defs/tree","$defs":{"tree":{"type":"object","properties":{"child":{"$ref":"#/$defs/tree"}}}}}"##,
            accepted: [#"{"child":{"child":{}}}"#],
            rejected: [(#"{"child":{"child":1}}"#, "child.child must be an object")]),
        Case(
            schema:
                #"{"if":{"properties":{"a":{"const":1}},"required":["a"]},"then":{"required":["b"]},"else":{"required":["c"]}}"#,
            accepted: [#"{"a":1,"b":1}"#, #"{"c":1}"#],
            rejected: [(#"{"a":1}"#, "“b” is missing"), ("{}", "“c” is missing")]),
        Case(
            schema:
                #"{"$schema":"http://json-schema.org/draft-04/schema#","minimum":1,"exclusiveMinimum":true}"#,
            accepted: ["2"], rejected: [("1", "Port must be more than 1")]),
        Case(
            schema: #"{"type":"string","pattern":"^a","format":"ipv4"}"#, accepted: [],
            rejected: [
                ("b", "Port must be in the right format"),
                ("a", "Port must match the format 192.0.2.1"),
            ]),
        Case(
            schema: #"{"enum":["on","off",null]}"#, accepted: ["on"],
            rejected: [("x", "Port cannot be “x”. Choose on, off or null")]),
        Case(schema: "true", accepted: ["1"], rejected: []),
        Case(
            schema: "false", accepted: [], rejected: [("1", "Port does not have an accepted form")]),
        // Its names are unknown, because this pattern is not checked.
        Case(
            schema: #"{"patternProperties":{"(?=a)":{}},"additionalProperties":false}"#,
            accepted: [#"{"b":1}"#], rejected: []),
    ]

    @Test(arguments: cases)
    func namesThePlaceOfAProblem(_ test: Case) throws {
        let check = JSONSchemaCheck(try JSONReader.read(test.schema))
        #expect(check.faults.isEmpty)
        let rules = AnyRules(schema: check)
        for text in test.accepted {
            let problem = rules.problem(with: try rules.value(fromText: text, locale: nil))
            #expect(problem == nil, "\(text)")
        }
        for (text, sentence) in test.rejected {
            let problem = rules.problem(with: try rules.value(fromText: text, locale: nil))
            let words = problem.map { ProblemWords.english.sentence(for: $0, label: "Port") }
            let first =
                sentence.hasPrefix("Rooms") ? sentence.replacing("Rooms", with: "rooms") : sentence
            #expect(words == first, "\(text)")
        }
    }

    /// Each part refers to the next one twice, so that they are a billion.
    private static var doubling: JSONValue {
        let parts = (0..<30).map { index -> (String, JSONValue) in
            let next = JSONValue.text("#/$defs/p\(index + 1)")
            return (
                "p\(index)", ["anyOf": [["not": ["$ref": next]], ["$ref": next]], "minimum": 0]
            )
        }
        let last: (String, JSONValue) = ("p30", ["type": "string"])
        return ["allOf": [["$ref": "#/$defs/p0"]], "$defs": .object(parts + [last])]
    }

    @Test(
        arguments: [
            (doubling, "1"),
            (["items": ["pattern": "(a|b|ab)*c"]], .init(repeating: "ab", count: 400_000)),
            (["uniqueItems": true, "items": ["enum": ["a"]]], .init(repeating: "a", count: 9)),
        ] as [(JSONValue, String)])
    func limitsTheWork(schema: JSONValue, text: String) {
        let value: Value = .list(.init(repeating: .text(text), count: 9))
        let clock = ContinuousClock()
        var problem: ValueProblem?
        let time = clock.measure {
            problem = JSONSchemaCheck(schema).problem(with: schema == Self.doubling ? 1 : value)
        }
        print("\(time) for \(text.prefix(9))")
        #expect(problem != nil && time < .seconds(20))
    }

    @Test func theBuilderDeclaresIt() throws {
        let schema = try Schema {
            Group("g") {
                Custom("rooms", default: .list([1])).schema(["type": "array", "maxItems": 1])
            }
        }
        let rules = try #require(schema.settings["rooms"]).rules
        #expect(rules.problem(with: .list([1])) == nil)
        #expect(rules.problem(with: .list([1, 2]))?.code == .tooMany)
        #expect(throws: SchemaError.self) {
            try Schema { Group("g") { Custom("a").schema(["type": "list"]) } }
        }
    }

    @Test func reportsTooMuchWork() {
        #expect(JSONSchemaCheck(Self.doubling).problem(with: 1) == ValueProblem(.tooComplex))
        #expect(
            ValueProblem(.tooComplex).sentence(about: "Rooms")
                == "Rooms is too large to be checked.")
    }

    @Test(
        arguments: [
            (
                #"{"type":"text"}"#, "#/type",
                "Expected the name of a type, or a list of them, not 'text'."
            ),
            (#"{"minLength":-1}"#, "#/minLength", "Expected a whole number from 0."),
            (#"{"multipleOf":0}"#, "#/multipleOf", "Expected a number above 0."),
            (#"{"properties":{"a":1}}"#, "#/properties/a", "Expected a JSON Schema, not 1."),
            (#"{"anyOf":[]}"#, "#/anyOf", "Expected a list of JSON Schemas."),
            (##"{"$ref":"#/$defs/a"}"##, "#/$ref", "'#/$defs/a' does not exist."),
            (##"{"$ref":"#"}"##, "#/$defs/root", "It refers to itself without an end."),
            (
                ##"{"$ref":"#/$defs/a","$defs":{"a":{"anyOf":[{"$ref":"#/$defs/a"}]}}}"##,
                "#/$defs/a",
                "It refers to itself without an end."
            ),
        ])
    func reportsFaults(schema: String, place: String, message: String) throws {
        let check = JSONSchemaCheck(try JSONReader.read(schema))
        #expect(check.faults == [.init(place: place, message: message)])
    }

    @Test(
        arguments: [
            (#"{"pattern":"a(?=b)"}"#, "#/pattern"), (#"{"$ref":"http://a.b/c"}"#, "#/$ref"),
            (#"{"unevaluatedProperties":false}"#, "#/unevaluatedProperties"),
        ])
    func namesWhatIsNotChecked(schema: String, place: String) throws {
        let check = JSONSchemaCheck(try JSONReader.read(schema))
        #expect(check.faults.isEmpty && check.gaps.map(\.place) == [place])
        #expect(check.problem(with: .record(["a": 1])) == nil)
    }

    /// The form in which it is stored has nothing but the rules, and means the same when it is read again.
    @Test func writesTheRulesInOneForm() throws {
        let schema = ##"""
            {"$schema":"http://json-schema.org/draft-07/schema#","title":"Rooms","$id":"http://a.b/c",
            "items":[{"$ref":"#/definitions/room/properties/size","title":"x"}],"additionalItems":false,
            "dependencies":{"a":["b"],"c":{"type":"object"}},
            "definitions":{"room":{"properties":{"size":{"type":"integer","description":"In m²."}}}}}
            """##
        let rules: JSONValue = [
            "prefixItems": [["$ref": "#/$defs/size"]], "items": false,
            "dependentSchemas": ["c": ["type": "object"]], "dependentRequired": ["a": ["b"]],
            "$defs": ["size": ["type": "integer"]],
        ]
        let check = JSONSchemaCheck(try JSONReader.read(schema))
        #expect(check.json == rules && JSONSchemaCheck(rules).json == rules)
        #expect(check.embedded.object?["$id"]?.string?.hasPrefix("urn:faceplate:") == true)
    }

    /// The former value's own problems are not reported; what only decides about others counts in any case.
    @Test(arguments: [
        (#"{"b":"x"}"#, #"{"b":"x","a":1}"#, nil), (#"{"b":"x"}"#, #"{"b":"y","c":5}"#, "c"),
        (#"{"a":1}"#, #"{"a":1,"c":5}"#, "c"), (#"{"a":"x"}"#, #"{"a":"y"}"#, nil),
        (#"{"mode":"z"}"#, #"{"mode":"x"}"#, "need"), (#"{"mode":"z"}"#, #"{"mode":"y"}"#, nil),
        (#"{"one":{}}"#, #"{"one":{"b":1}}"#, nil),
    ])
    func findsNewProblems(former: String, value: String, place: String?) throws {
        let check = JSONSchemaCheck(
            try JSONReader.read(
                #"""
                {"properties":{"a":{"type":"integer"},"b":{"type":"integer"},"c":{"type":"string"},
                "mode":{"enum":["x","y"]},"one":{"oneOf":[{"required":["a"]},{"required":["b"]}]}},
                "if":{"properties":{"mode":{"const":"x"}},"required":["mode"]},
                "then":{"required":["need"]}}
                """#))
        func read(_ text: String) throws -> Value {
            try #require(Value(json: JSONReader.read(text)))
        }
        let problem = check.problem(with: try read(value), since: try read(former))
        #expect(problem?.parameters["place"] == place)
    }
}
