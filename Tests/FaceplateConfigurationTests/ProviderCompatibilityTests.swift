import ConfigurationTesting
import Faceplate
import FaceplateConfiguration
import FaceplateTesting
import Testing

/// Runs the test suite of swift-configuration for providers.
struct ProviderCompatibilityTests {
    /// The keys and values that the suite requests; bytes are base64 strings.
    private static let schema = """
        [ { "groupKey": "values", "items": [
            { "itemKey": "string", "itemControlType": "edit_text", "itemValue": "Hello" },
            { "itemKey": "other.string", "itemControlType": "edit_text",
              "itemValue": "Other Hello" },
            { "itemKey": "int", "itemControlType": "edit_integer", "itemValue": 42 },
            { "itemKey": "other.int", "itemControlType": "edit_integer", "itemValue": 24 },
            { "itemKey": "double", "itemControlType": "edit_decimal", "itemValue": 3.14 },
            { "itemKey": "other.double", "itemControlType": "edit_decimal", "itemValue": 2.72 },
            { "itemKey": "bool", "itemControlType": "switch", "itemValue": "YES" },
            { "itemKey": "other.bool", "itemControlType": "switch", "itemValue": "NO" },
            { "itemKey": "bytes", "itemControlType": "edit_text", "itemValue": "bWFnaWM=" },
            { "itemKey": "other.bytes", "itemControlType": "edit_text",
              "itemValue": "bWFnaWMy" } ] },
          { "groupKey": "lists", "items": [
            { "itemKey": "stringy.array", "itemControlType": "edit_list",
              "itemValue": ["Hello", "World"] },
            { "itemKey": "other.stringy.array", "itemControlType": "edit_list",
              "itemValue": ["Hello", "Swift"] },
            { "itemKey": "inty.array", "itemControlType": "edit_list", "itemValue": [42, 24],
              "itemElement": { "itemControlType": "edit_integer" } },
            { "itemKey": "other.inty.array", "itemControlType": "edit_list",
              "itemValue": [16, 32], "itemElement": { "itemControlType": "edit_integer" } },
            { "itemKey": "doubly.array", "itemControlType": "edit_list",
              "itemValue": [3.14, 2.72], "itemElement": { "itemControlType": "edit_decimal" } },
            { "itemKey": "other.doubly.array", "itemControlType": "edit_list",
              "itemValue": [0.9, 1.8], "itemElement": { "itemControlType": "edit_decimal" } },
            { "itemKey": "booly.array", "itemControlType": "edit_list",
              "itemValue": [true, false], "itemElement": { "itemControlType": "switch" } },
            { "itemKey": "other.booly.array", "itemControlType": "edit_list",
              "itemValue": [false, true, true], "itemElement": { "itemControlType": "switch" } },
            { "itemKey": "byteChunky.array", "itemControlType": "edit_list",
              "itemValue": ["bWFnaWM=", "bWFnaWMy"] },
            { "itemKey": "other.byteChunky.array", "itemControlType": "edit_list",
              "itemValue": ["bWFnaWM=", "bWFnaWMy", "bWFnaWM="] } ] } ]
        """

    @Test func theDefaultsOfASchemaPass() async throws {
        let settings = try Settings.inMemory(json: Self.schema)
        try await ProviderCompatTest(provider: FaceplateProvider(settings)).runTest()
    }

    @Test func setValuesPass() async throws {
        let settings = try Settings.inMemory(json: Self.schema)
        let schema = settings.snapshot.schema
        // Store every value unchanged, so that none is read from the schema.
        let assignments = schema.settings.compactMap { setting in
            setting.plainDefault.map { Assignment(setting.key, .value($0)) }
        }
        try await settings.apply(Batch(assignments, origin: .browser))
        #expect(schema.settings.allSatisfy { settings.snapshot.isSet($0) })
        try await ProviderCompatTest(provider: FaceplateProvider(settings)).runTest()
    }
}
