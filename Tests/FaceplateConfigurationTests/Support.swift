import Configuration
import Faceplate
import FaceplateConfiguration
import FaceplateTesting
import Foundation

/// Settings of every type, and their provider.
struct Sample {
    let settings: Settings
    let provider: FaceplateProvider

    init(_ json: String = Self.schema) throws {
        settings = try Settings.inMemory(json: json)
        provider = FaceplateProvider(settings)
    }

    func content(_ key: String, _ type: ConfigType) throws -> ConfigContent? {
        try provider.value(forKey: Self.key(key), type: type).value?.content
    }

    static func key(_ key: String) -> AbsoluteConfigKey {
        AbsoluteConfigKey(ConfigKey(key).components)
    }

    static let schema = """
        [ { "groupKey": "main", "items": [
            { "itemKey": "display_hide_nsfw", "itemControlType": "switch", "itemValue": "YES" },
            { "itemKey": "log-level", "itemControlType": "choice", "itemOptions": ["low", "high"] },
            { "itemKey": "size", "itemControlType": "edit_integer", "itemValue": 42 },
            { "itemKey": "ratio", "itemControlType": "edit_decimal", "itemValue": 0.25 },
            { "itemKey": "huge", "itemControlType": "edit_decimal", "itemValue": 1e400 },
            { "itemKey": "timeout", "itemControlType": "edit_duration", "itemValue": "90m" },
            { "itemKey": "pause", "itemControlType": "edit_duration", "itemValue": "1.5s" },
            { "itemKey": "day", "itemControlType": "edit_date" },
            { "itemKey": "secret", "itemControlType": "edit_password" },
            { "itemKey": "icon", "itemControlType": "edit_file" },
            { "itemKey": "bits", "itemControlType": "choices", "itemOptions": [1, 2, 4],
              "itemValue": [1, 4] },
            { "itemKey": "waits", "itemControlType": "edit_list", "itemValue": ["90s", "2h"],
              "itemElement": { "itemControlType": "edit_duration" } },
            { "itemKey": "hosts", "itemControlType": "edit_table",
              "itemValue": [{ "name": "a", "port": 1 }], "itemColumns": [
                { "itemKey": "name", "itemControlType": "edit_text" },
                { "itemKey": "port", "itemControlType": "edit_integer" } ] } ] },
          { "groupKey": "theme", "items": [
            { "itemKey": "theme_light", "itemControlType": "select", "itemValue": "YES" },
            { "itemKey": "theme_dark", "itemControlType": "select" } ] } ]
        """
}
