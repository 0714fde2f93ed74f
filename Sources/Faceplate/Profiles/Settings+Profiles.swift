import FaceplateSchema
import Foundation

extension Settings {
    /// The profiles of these settings.
    public var profiles: SettingsProfiles { SettingsProfiles(settings: self) }

    /// Returns what is withheld from a requester by the settings at the moment of a change, inside its transaction.
    ///
    /// An error rejects the change.
    package typealias ProfileLimits = (Snapshot) throws(ProfileError) -> Schema.Withheld

    /// The limits of a requester from whom nothing is withheld.
    package static var noLimits: ProfileLimits { { _ in Schema.Withheld() } }
}

/// Named sets of values (`Settings.profiles`).
///
/// Profiles are read from the storage, so the methods here wait for it: call them on a thread that may block. Changes of
/// a profile are no revision; only switching to one is.
public struct SettingsProfiles: Sendable {
    let settings: Settings

    /// Returns the profiles by name.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    public func all() throws(StoreError) -> [Profile] {
        Profile.all(try settings.store.reading { try $0.records(.profile) })
    }

    /// Returns the profile with a name.
    ///
    /// - Throws: `ProfileError.unknown`; `StoreError` if the store cannot be read.
    public func named(_ name: String) throws -> Profile {
        let all = try all()
        return try Self.profile(named: name, in: all)
    }

    /// Saves the present values of settings as a profile.
    ///
    /// - Parameters:
    ///   - name: 1 to 64 characters, without control characters and slashes. Surrounding blanks are removed.
    ///   - description: A description for people, at most 500 characters. `nil` for that of the replaced profile.
    ///   - keys: The keys of settings, groups and pages, which are saved even on their default. `nil` for the settings
    ///     that differ from their default. Groups leave out what a profile cannot contain: secrets, buttons, and
    ///     locked and read-only settings.
    ///   - isReplacing: `true` to replace a profile with the same name.
    /// - Throws: `ProfileError` if the profile is not saved; `StoreError` if the store cannot be written.
    @discardableResult
    public func save(
        named name: String, description: String? = nil, keys: [String]? = nil,
        replacing isReplacing: Bool = false
    ) throws -> Profile {
        try save(
            named: name, description: description, keys: keys, replacing: isReplacing,
            limits: Settings.noLimits)
    }

    /// Saves a profile for a requester from whom some settings are withheld, which are left out.
    ///
    /// - Parameter description: `nil` for that of the replaced profile.
    package func save(
        named name: String, description: String?, keys: [String]?, replacing isReplacing: Bool,
        limits: Settings.ProfileLimits
    ) throws -> Profile {
        let name = try Profile.stored(name: name)
        let details = try description.map(Profile.stored(details:))
        settings.readSource()
        return try changeProfiles { reader, all in
            let (snapshot, _) = try settings.current(reader)
            let withheld = try limits(snapshot)
            let old = all.first { $0.name == name }
            if let old {
                guard isReplacing else { throw ProfileError.exists(name) }
                try old.checkIsShown(in: snapshot.schema, withheld)
            } else if all.count >= Profile.mostProfiles {
                throw ProfileError.tooMany
            }
            let values = try snapshot.profileValues(keys, withheld)
            let new = Profile(
                name: name, details: details ?? old?.details ?? "", time: settings.now(),
                values: values)
            guard JSONWriter().bytes(JSONValue(.object(values))).count <= Profile.mostBytes else {
                throw ProfileError.tooLarge
            }
            return (new, [name: new])
        }
    }

    /// Changes the name or the description of a profile.
    ///
    /// - Throws: `ProfileError` if there is no such profile, or if the new name is used or malformed; `StoreError`.
    @discardableResult
    public func change(
        named name: String, to newName: String? = nil, description: String? = nil
    ) throws -> Profile {
        try change(
            named: name, to: newName, description: description, limits: Settings.noLimits)
    }

    package func change(
        named name: String, to newName: String?, description: String?,
        limits: Settings.ProfileLimits
    ) throws -> Profile {
        let details = try description.map(Profile.stored(details:))
        let newName = try newName.map(Profile.stored(name:))
        return try changeProfiles { reader, all in
            let old = try Self.profile(named: name, in: all)
            try old.checkIsShown(in: settings.current(reader).0, limits)
            let new = Profile(
                name: newName ?? old.name, details: details ?? old.details, time: old.time,
                values: old.values)
            if new.name == old.name { return (new, [new.name: new]) }
            guard !all.contains(where: { $0.name == new.name }) else {
                throw ProfileError.exists(new.name)
            }
            return (new, [old.name: nil, new.name: new])
        }
    }

    /// Removes a profile; no value changes.
    ///
    /// - Throws: `ProfileError.unknown`; `StoreError` if the store cannot be written.
    public func remove(named name: String) throws {
        try remove(named: name, limits: Settings.noLimits)
    }

    package func remove(named name: String, limits: Settings.ProfileLimits) throws {
        try changeProfiles { reader, all in
            let old = try Self.profile(named: name, in: all)
            try old.checkIsShown(in: settings.current(reader).0, limits)
            return ((), [old.name: nil])
        }
    }

    /// Switches to a profile: sets its values in one revision of origin `profile`, with its name as the note.
    ///
    /// Settings that the profile does not name stay as they are. If they all have their values already, there is no
    /// revision.
    ///
    /// - Parameter isDryRun: `true` to check the profile, and to set nothing.
    /// - Throws: `ProfileError.unknown`; `ApplyError` if a value is rejected, and then nothing is set; `StoreError`.
    @discardableResult
    public func apply(
        named name: String, actor: String? = nil, isDryRun: Bool = false
    ) async throws -> Outcome {
        let profile = try await reading { try named(name) }
        return try await settings.apply(
            Batch(
                profile.assignments(in: settings.snapshot), origin: .profile, actor: actor,
                note: profile.name, isDryRun: isDryRun))
    }

    /// Runs work that waits for the store on a thread that may block.
    private func reading<Result: Sendable>(
        _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(with: Swift.Result { try body() })
            }
        }
    }

    private static func profile(named name: String, in all: [Profile]) throws -> Profile {
        let stored = try? Profile.stored(name: name)
        guard let profile = all.first(where: { $0.name == stored }) else {
            throw ProfileError.unknown(
                name, nearest: NearestWord.to(name, among: all.map(\.name)))
        }
        return profile
    }

    /// Changes profiles in one transaction, so that no other process changes them in between.
    ///
    /// - Parameter body: Returns a result, and the profiles to store by name; `nil` removes one. It may be called again.
    private func changeProfiles<Made: Sendable>(
        _ body: (any StorageReader, [Profile]) throws -> (made: Made, edits: [String: Profile?])
    ) throws -> Made {
        typealias After = (made: Made, named: [String])
        let made = try settings.onQueue { () throws(StoreError) -> Result<After, ProfileError> in
            try settings.store.commit { reader -> (Result<After, ProfileError>, StorageChange?) in
                do {
                    let (made, edits) = try body(reader, Profile.all(try reader.records(.profile)))
                    var change = StorageChange(to: try reader.version())
                    for (name, profile) in edits {
                        change[.profile, name] = StorageChange.Edit(profile?.record)
                    }
                    let named = edits.filter { $0.value != nil }.map(\.key)
                    return (.success((made, named)), change)
                } catch let error as ProfileError {
                    return (.failure(error), nil)
                }
            }
        }
        let after = try made.get()
        settings.profileChanges.withLock { $0 += 1 }
        // A storage of an app may have no place for them.
        guard try Set(all().map(\.name)).isSuperset(of: after.named) else {
            throw StoreError(.failed, "This storage cannot contain profiles.")
        }
        return after.made
    }
}

extension Profile {
    /// Rejects a change of a profile that contains withheld settings, because their values would be lost.
    fileprivate func checkIsShown(
        in snapshot: Snapshot, _ limits: Settings.ProfileLimits
    ) throws(ProfileError) {
        try checkIsShown(in: snapshot.schema, limits(snapshot))
    }

    fileprivate func checkIsShown(
        in schema: Schema, _ withheld: Schema.Withheld
    ) throws(ProfileError) {
        guard !hasWithheld(withheld, in: schema) else { throw .withheld(name) }
    }

    /// Returns true when some of the settings are withheld from a requester.
    package func hasWithheld(_ withheld: Schema.Withheld, in schema: Schema) -> Bool {
        values.members.contains { schema.isWithheld($0.name, in: withheld) }
    }
}

extension Snapshot {
    /// Returns the values for a profile.
    fileprivate func profileValues(
        _ keys: [String]?, _ withheld: Schema.Withheld
    ) throws(ProfileError) -> JSONObject {
        var chosen: [Schema.Setting] = []
        if let keys {
            for key in keys { chosen += try profileSettings(key, withheld) }
        } else {
            chosen = schema.settings.filter(isModified)
        }
        var known: Set<String> = []
        let members = chosen.filter {
            isSuitable($0) && !schema.isWithheld($0.key, in: withheld)
                && known.insert($0.key).inserted
        }.map { setting in
            JSONObject.Member(name: setting.key, value: profileValue(of: setting))
        }
        guard !members.isEmpty else { throw .empty }
        return JSONObject(members)
    }

    private func profileSettings(
        _ key: String, _ withheld: Schema.Withheld
    ) throws(ProfileError) -> [Schema.Setting] {
        if !schema.isWithheld(key, in: withheld) {
            if let group = schema.settings(under: key) { return group }
            switch schema.reference(key) {
            case .setting(let setting), .option(_, let setting):
                guard isSuitable(setting) else { throw .unsuitable(key) }
                return [setting]
            case .row: throw .unsuitable(key)
            case nil: break
            }
        }
        let shown = (schema.keys + schema.groups.map(\.key)).filter {
            !schema.isWithheld($0, in: withheld)
        }
        throw .unknownKey(key, nearest: NearestWord.to(key, among: shown))
    }

    /// Returns true when a setting can be part of a profile.
    private func isSuitable(_ setting: Schema.Setting) -> Bool {
        !setting.isSecret && setting.control != .button && !setting.isReadOnly
            && !isLocked(setting) && !state(of: setting).isUnreadable
    }
}
