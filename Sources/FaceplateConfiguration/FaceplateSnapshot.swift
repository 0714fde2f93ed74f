import Configuration
import Faceplate

/// The settings at one revision, for a configuration reader.
struct FaceplateSnapshot: ConfigSnapshot {
    let providerName: String
    let snapshot: Snapshot
    let index: KeyIndex
    let reader: ContentReader
    /// Returns the secret of a key in plain text, and throws if it cannot be read.
    let secret: @Sendable (String) throws -> String?

    func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
        let name = index.key(for: key)
        return LookupResult(encodedKey: name, value: try value(name, type))
    }

    private func value(_ name: String, _ type: ConfigType) throws -> ConfigValue? {
        var setting: Schema.Setting?
        if case .setting(let found) = snapshot.schema.reference(name) { setting = found }
        let isSecret = setting?.isSecret ?? false
        let value =
            isSecret ? try secret(setting?.key ?? name).map(Value.text) : snapshot.value(name)
        guard let value else { return nil }
        guard let content = reader.content(value, as: type, rules: setting?.baseRules) else {
            throw FaceplateProvider.TypeMismatch(key: name, type: type)
        }
        return ConfigValue(content, isSecret: isSecret)
    }
}
