import FaceplateSchema
public import Foundation

/// A named set of values, which are set together in one revision.
///
/// The storage contains the profiles of a panel beside its values. A profile never contains a secret.
public struct Profile: Sendable, Hashable {
    /// The most profiles of a panel.
    package static let mostProfiles = 100
    /// The longest name, in characters.
    package static let longestName = 64
    /// The longest description, in characters.
    package static let longestDescription = 500
    /// The largest size of the values in bytes, as JSON: 256 KiB.
    package static let mostBytes = 1 << 18

    /// The name: 1 to 64 characters, unique in a panel.
    public let name: String
    /// The description for people; empty for none.
    public let details: String
    /// The time at which the values were saved.
    public let time: Date
    /// The values by key, as they were saved; `null` for a setting that was on its default.
    ///
    /// A setting that accepts `null` has its default in place of that.
    ///
    /// Keys that the schema has renamed since are still the former ones; see `assignments(in:)`.
    public let values: JSONObject
}

extension Profile {
    /// Reads a profile of the storage; parts that cannot be read are empty, so that it can be replaced or removed.
    init(name: String, record: String) {
        let object = (try? JSONReader.read(record))?.object
        self.init(
            name: name, details: object?["description"]?.string ?? "",
            time: object?["time"]?.string.flatMap(RevisionTime.date) ?? .distantPast,
            values: object?["values"]?.object ?? [:])
    }

    /// The profile without its name, as the storage contains it.
    var record: String {
        JSONWriter().text(
            .object([
                ("description", .text(details)), ("time", .text(RevisionTime.text(time))),
                ("values", JSONValue(.object(values))),
            ]))
    }

    /// Returns the profiles in the records of a storage, by name.
    static func all(_ records: [String: String]) -> [Profile] {
        records.map { Profile(name: $0.key, record: $0.value) }
            .sorted { ($0.name.lowercased(), $0.name) < ($1.name.lowercased(), $1.name) }
    }

    /// Returns the profile without the values of some keys.
    package func omitting(_ isOmitted: (String) -> Bool) -> Profile {
        removing(Set(values.members.map(\.name).filter(isOmitted))) ?? self
    }

    /// Returns the profile without some keys; `nil` if it has none of them.
    func removing(_ keys: Set<String>) -> Profile? {
        guard values.members.contains(where: { keys.contains($0.name) }) else { return nil }
        return Profile(
            name: name, details: details, time: time,
            values: JSONObject(values.members.filter { !keys.contains($0.name) }))
    }

    /// Returns true for a name that a profile can have.
    package static func isName(_ text: String) -> Bool { (try? stored(name: text)) != nil }

    /// Returns the name as it is stored, without surrounding blanks.
    ///
    /// - Throws: `ProfileError.malformedName` for an empty or long name, and for one that cannot be part of a path: with
    ///   control characters or slashes, or of dots.
    package static func stored(name: String) throws(ProfileError) -> String {
        let trimmed = name.trimmingCharacters(in: .whitespacesAndNewlines)
            .precomposedStringWithCanonicalMapping
        let isSound = trimmed.unicodeScalars.allSatisfy {
            !isControl($0) && $0 != "/" && $0 != "\\"
        }
        // A character can have any number of scalars.
        guard !trimmed.isEmpty, trimmed.utf8.count <= 16 * longestName,
            trimmed.count <= longestName, isSound, ![".", ".."].contains(trimmed)
        else { throw .malformedName(name) }
        return trimmed
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    /// Returns the description as it is stored, in one line.
    package static func stored(details: String) throws(ProfileError) -> String {
        guard details.utf8.count <= 16 * longestDescription else { throw .longDescription }
        let line = details.split { $0.isWhitespace || $0 == "\0" }.joined(separator: " ")
        guard line.count <= longestDescription else { throw .longDescription }
        return line
    }
}

// MARK: - The settings of a profile

extension Profile {
    /// The settings of a profile in a schema.
    package struct Content: Sendable {
        /// The value of each setting, by its current key; `null` for its default.
        package var entries: [(setting: Schema.Setting, value: JSONValue)] = []
        /// The keys that the schema does not have, and those of secrets.
        package var unknown: [String] = []
    }

    /// Returns the settings of the profile; former keys are those of the renamed settings.
    package func content(in schema: Schema) -> Content {
        var content = Content()
        var known: Set<String> = []
        for member in values.members {
            guard case .setting(let setting)? = schema.reference(member.name),
                !setting.isSecret, setting.control != .button,
                known.insert(setting.key).inserted
            else {
                content.unknown.append(member.name)
                continue
            }
            content.entries.append((setting, Self.value(member.value, of: setting)))
        }
        return content
    }

    /// Returns a value as the setting reads it now, even if its control or its options have changed since.
    private static func value(_ json: JSONValue, of setting: Schema.Setting) -> JSONValue {
        if setting.resets(json) { return json }
        if let value = try? setting.rules.value(fromJSON: json),
            setting.rules.problem(with: value) == nil
        {
            return json
        }
        if let text = Value(json: json)?.plainText, let new = setting.mapped(text) {
            return new.json
        }
        return setting.adopted(json)?.json ?? json
    }

    /// Returns the assignments that change the settings of a snapshot to the values of the profile.
    ///
    /// Settings that have their value already, and keys that the schema does not have, are left out.
    package func assignments(in snapshot: Snapshot) -> [Assignment] {
        snapshot.lacking(content(in: snapshot.schema).entries)
            .map { setting, json in
                let isDefault =
                    setting.rules.acceptsNull && setting.conditionalDefaults.isEmpty
                    && json == snapshot.defaultValue(of: setting)?.json
                return isDefault ? Assignment(setting.key, .reset) : setting.assignment(of: json)
            }
    }
}

extension Schema.Setting {
    /// Returns the assignment of a value in JSON, in which `null` resets a setting that does not accept it.
    package func assignment(of json: JSONValue) -> Assignment {
        resets(json) ? reset : Assignment(key, .json(json))
    }

    /// The assignment that removes the stored value.
    package var reset: Assignment { Assignment(key, isSecret ? .clear : .reset) }
}

extension Snapshot {
    /// The current value as a profile has it; `null` for the default, unless the setting accepts `null`.
    func profileValue(of setting: Schema.Setting) -> JSONValue {
        let counts = isSet(setting) || isLocked(setting) || setting.rules.acceptsNull
        return counts ? value(of: setting)?.json ?? nil : nil
    }

    /// Returns for each setting if it has this value already, and keeps it when the others get theirs.
    ///
    /// A default can depend on the others. `null` is the default.
    package func has(_ values: [(setting: Schema.Setting?, json: JSONValue)]) -> [Bool] {
        let isSame = values.map { value in
            value.setting.map { has(value.json, in: $0) } ?? false
        }
        let changed = zip(values, isSame).compactMap { $1 ? nil : $0.setting?.key }
        let moved = settingsOnDefault(reachedBy: Set(changed))
        guard !moved.isEmpty else { return isSame }
        return zip(values, isSame).map { value, isSame in
            guard let setting = value.setting, moved.contains(setting.key) else { return isSame }
            return isSame && setting.resets(value.json)
        }
    }

    func lacking(
        _ entries: [(setting: Schema.Setting, value: JSONValue)]
    ) -> [(setting: Schema.Setting, value: JSONValue)] {
        zip(entries, has(entries.map { ($0.setting, $0.value) })).filter { !$0.1 }.map(\.0)
    }

    private func has(_ json: JSONValue, in setting: Schema.Setting) -> Bool {
        if setting.resets(json) { return !isSet(setting) }
        guard !setting.isSecret, let value = try? setting.rules.value(fromJSON: json) else {
            return false
        }
        return value == self.value(of: setting)
    }
}

/// The reason why a profile was not found or not stored; nothing is changed then.
public enum ProfileError: SpokenError, Hashable {
    /// There is no profile with this name; `nearest` is the most similar one.
    case unknown(String, nearest: String?)
    case malformedName(String)
    case longDescription
    /// There is a profile with this name, which is not replaced.
    case exists(String)
    /// The panel has 100 profiles.
    case tooMany
    /// The values have more than 256 KiB.
    case tooLarge
    /// No setting differs from its default, or no named setting can be part of a profile.
    case empty
    /// The schema has no setting, group or page with this key.
    case unknownKey(String, nearest: String?)
    /// A secret, a button, or a locked or read-only setting, which cannot be part of a profile.
    case unsuitable(String)
    /// The profile contains settings that are withheld from the requester.
    case withheld(String)

    /// The message, one or two sentences.
    public var message: String {
        switch self {
        case .unknown(let name, let nearest):
            "There is no profile '\(name)'." + (nearest.map { " Did you mean '\($0)'?" } ?? "")
        case .malformedName(let name):
            "'\(name.prefix(100))' cannot be the name of a profile. Use 1 to "
                + "\(Profile.longestName) characters without slashes."
        case .longDescription:
            "The description has more than \(Profile.longestDescription) characters."
        case .exists(let name): "A profile named '\(name)' already exists."
        case .tooMany:
            "There are \(Profile.mostProfiles) profiles already. Remove one first."
        case .tooLarge: "The values have more than \(Profile.mostBytes) bytes. Name fewer settings."
        case .empty: "There is nothing to save: no setting differs from its default."
        case .unknownKey(let key, let nearest):
            "There is no setting or group '\(key)'."
                + (nearest.map { " Did you mean '\($0)'?" } ?? "")
        case .unsuitable(let key):
            "'\(key)' cannot be part of a profile: it is a secret, a button, read-only or locked."
        case .withheld(let name):
            "The profile '\(name)' contains settings that you may not see or change."
        }
    }

    /// The message.
    public var description: String { message }

    /// The code in responses to scripts.
    package var code: String {
        switch self {
        case .unknown: "unknown_profile"
        case .malformedName: "malformed_name"
        case .longDescription: "too_long"
        case .exists: "name_in_use"
        case .tooMany: "too_many_profiles"
        case .tooLarge: "too_large"
        case .empty: "nothing_to_save"
        case .unknownKey: "unknown_key"
        case .unsuitable: "unsuitable"
        case .withheld: "not_allowed"
        }
    }
}
