import FaceplateSchema

package struct ReadProfiles: SettingsOperation {
    package static let id = "readProfiles"
    package static let summary = "Read the names of the profiles and their settings."
    package static let method = OperationMethod.get
    package static let path = "/api/profiles"
    package static let refusals: [Int] = []

    package init() {}

    package func run(
        in settings: Settings, limits: Settings.ProfileLimits
    ) throws -> ProfileList {
        ProfileList(profiles: try settings.profiles.all())
    }
}

package struct ReadProfile: SettingsOperation {
    package static let id = "readProfile"
    package static let summary = "Read the values of a profile; null is the default."
    package static let method = OperationMethod.get
    package static let path = ProfilePath.text
    package static let refusals = [404]

    package var argument = ""

    package init() {}

    package init(_ name: String) { argument = name }

    package func checked() throws -> ReadProfile { try ReadProfile(ProfilePath.known(argument)) }

    package func run(in settings: Settings, limits: Settings.ProfileLimits) throws -> Profile {
        try settings.profiles.named(argument)
    }
}

package struct SaveProfile: SettingsOperation {
    package static let id = "saveProfile"
    package static let summary = "Save current values as a profile, or replace it."
    package static let method = OperationMethod.put
    package static let path = ProfilePath.text
    package static let details = InputField.text(
        "description", \SaveProfile.details, example: "Quiet hours")
    package static let keys = InputField.texts("keys", \SaveProfile.keys, example: ["volume"])
    package static let replace = InputField.flag("replace", \SaveProfile.isReplacing)
    package static let fields = [details, keys, replace]
    package static let inputName = "SavedProfile"
    package static let refusals = [409, 415, 422, 507]

    package var argument = ""
    /// `nil` for that of a replaced profile.
    package var details: String?
    /// The keys of settings, groups and pages; `nil` for the settings that differ from their default.
    package var keys: [String]?
    package var isReplacing = true

    package init() {}

    package init(_ name: String, details: String?, keys: [String]?, isReplacing: Bool) {
        argument = name
        self.details = details
        self.keys = keys
        self.isReplacing = isReplacing
    }

    package func checked() throws -> SaveProfile {
        var checked = self
        checked.argument = try Profile.stored(name: argument)
        checked.details = try details.map(Profile.stored(details:))
        return checked
    }

    package func run(in settings: Settings, limits: Settings.ProfileLimits) throws -> Profile {
        try settings.profiles.save(
            named: argument, description: details, keys: keys, replacing: isReplacing,
            limits: limits)
    }
}

package struct ChangeProfile: SettingsOperation {
    package static let id = "changeProfile"
    package static let summary = "Change the name or the description of a profile."
    package static let method = OperationMethod.patch
    package static let path = ProfilePath.text
    package static let newName = InputField.text("name", \ChangeProfile.newName, example: "Night")
    package static let details = InputField.text(
        "description", \ChangeProfile.details, example: "Quiet")
    package static let fields = [newName, details]
    package static let needsInput = true
    package static let inputName = "ProfileNames"
    package static let refusals = [404, 409, 415, 422, 507]

    package var argument = ""
    /// `nil` to leave it.
    package var newName: String?
    /// `nil` to leave it.
    package var details: String?

    package init() {}

    package init(_ name: String, to newName: String?, details: String?) {
        argument = name
        self.newName = newName
        self.details = details
    }

    package func checked() throws -> ChangeProfile {
        try ChangeProfile(
            ProfilePath.known(argument), to: newName.map(Profile.stored(name:)),
            details: details.map(Profile.stored(details:)))
    }

    package func run(in settings: Settings, limits: Settings.ProfileLimits) throws -> Profile {
        try settings.profiles.change(
            named: argument, to: newName, description: details, limits: limits)
    }
}

package struct RemoveProfile: SettingsOperation {
    package static let id = "removeProfile"
    package static let summary = "Remove a profile; no value changes."
    package static let method = OperationMethod.delete
    package static let path = ProfilePath.text
    package static let refusals = [404, 507]

    package var argument = ""

    package init() {}

    package init(_ name: String) { argument = name }

    package func checked() throws -> RemoveProfile {
        try RemoveProfile(ProfilePath.known(argument))
    }

    package func run(
        in settings: Settings, limits: Settings.ProfileLimits
    ) throws -> RemovedProfile {
        try settings.profiles.remove(named: argument, limits: limits)
        return RemovedProfile(name: argument)
    }
}

private enum ProfilePath {
    static let text = "/api/profiles/{name}"

    /// Returns the name of a profile as it is stored.
    ///
    /// - Throws: `ProfileError.unknown` for a name that no profile can have.
    static func known(_ name: String) throws(ProfileError) -> String {
        guard let stored = try? Profile.stored(name: name) else {
            throw .unknown(name, nearest: nil)
        }
        return stored
    }
}

// MARK: - Results

extension Profile: OperationResult {
    package static let shapeName = "Profile"
    package static var jsonSchema: JSONValue { ProfileReport.shape.schema(requiring: ["values"]) }

    package func json(in schema: Schema) -> JSONValue {
        ProfileReport(self, in: schema, hasValues: true).json
    }
}

package struct ProfileList: OperationResult {
    package static let shapeName = "Profiles"
    package static var jsonSchema: JSONValue {
        JSONType.object(
            ["profiles": JSONType.list(ProfileReport.shape.schema(requiring: ["settings"]))],
            required: ["profiles"])
    }

    package let profiles: [Profile]

    package init(profiles: [Profile]) { self.profiles = profiles }

    package init?(_ json: JSONValue) {
        guard let list = json.object?["profiles"]?.array else { return nil }
        profiles = list.compactMap(Profile.init)
    }

    /// The profiles without their values.
    package func list(in schema: Schema) -> JSONValue {
        .array(profiles.map { ProfileReport($0, in: schema, hasValues: false).json })
    }

    package func json(in schema: Schema) -> JSONValue { ["profiles": list(in: schema)] }

    package func omitting(_ isWithheld: (String) -> Bool) -> ProfileList {
        ProfileList(profiles: profiles.map { $0.omitting(isWithheld) })
    }
}

package struct RemovedProfile: OperationResult {
    package static let shapeName = "RemovedProfile"
    package static var jsonSchema: JSONValue {
        JSONType.object(["removed": JSONType.text], required: ["removed"])
    }

    package let name: String

    init(name: String) { self.name = name }

    package init?(_ json: JSONValue) {
        guard let name = json.object?["removed"]?.string else { return nil }
        self.name = name
    }

    package func json(in schema: Schema) -> JSONValue { ["removed": .text(name)] }

    package func omitting(_ isWithheld: (String) -> Bool) -> RemovedProfile { self }
}
