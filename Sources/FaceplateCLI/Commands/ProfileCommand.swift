import ArgumentParser
import Faceplate
import FaceplateImport
import FaceplateSchema

/// `faceplate profile`.
struct ProfileCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile",
        abstract: "Save named sets of values, compare them and switch between them.",
        discussion: """
            A profile is a named set of values, stored in the database. Switching to it sets its \
            values in one revision; settings that it does not name stay as they are. 'undo' undoes \
            a switch. A profile never contains a secret.

            Examples:
              faceplate profile save Night volume display --database garden.sqlite
              faceplate profile diff Night --database garden.sqlite
              faceplate profile use Night --database garden.sqlite
              faceplate profile use Night --url http://127.0.0.1:8080/
            """,
        subcommands: [
            ProfileListCommand.self, ProfileSaveCommand.self, ProfileShowCommand.self,
            ProfileDiffCommand.self, ProfileUseCommand.self, ProfileRenameCommand.self,
            ProfileRemoveCommand.self,
        ],
        defaultSubcommand: ProfileListCommand.self)
}

/// `faceplate profile list`.
struct ProfileListCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Print the names of the profiles.",
        discussion:
            "Prints the name, the number of settings, the time of the values and the description.")

    @OptionGroup var panel: PanelOptions
    @OptionGroup var output: OutputOptions

    func perform() async throws {
        let panel = try panel.open(.reading)
        defer { panel.close() }
        let list = try panel.perform(ReadProfiles())
        let schema = panel.snapshot.schema
        let rows = list.profiles.map { profile in
            [
                ShownText.line(profile.name),
                ShownText.count(profile.content(in: schema).entries.count, "setting"),
                RevisionTime.text(profile.time),
            ] + (profile.details.isEmpty ? [] : [ShownText.line(profile.details)])
        }
        output.show(list.list(in: schema), or: TextColumns(rows: rows).lines)
        if rows.isEmpty, !output.json { StandardStreams.say("There are no profiles.") }
    }
}

/// `faceplate profile save`.
struct ProfileSaveCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "save",
        abstract: "Save current values as a profile.",
        discussion: """
            Without keys, saves the settings that differ from their default. Named settings, and those of \
            named groups and pages, are saved even on their default. Secrets, buttons, and locked and \
            read-only settings cannot be part of a profile.
            """)

    @Argument(help: "The name: 1 to 64 characters without slashes.")
    var name: String

    @Argument(
        help: ArgumentHelp("Keys of settings, groups and pages.", valueName: "key"),
        completion: SettingCompletion.keys)
    var keys: [String] = []

    @Option(help: ArgumentHelp("A description for people.", valueName: "text"))
    var description: String?

    @Flag(help: "Replace a profile with the same name.")
    var replace = false

    @OptionGroup var panel: PanelOptions
    @OptionGroup var output: OutputOptions

    func perform() async throws {
        let panel = try panel.open(.writing)
        defer { panel.close() }
        let profile: Profile
        do {
            profile = try panel.perform(
                SaveProfile(
                    name, details: description, keys: keys.isEmpty ? nil : keys,
                    isReplacing: replace))
        } catch let error as ProfileError {
            guard case .exists = error else { throw error }
            throw Failure(error, hint: " Add --replace to replace it.")
        }
        let schema = panel.snapshot.schema
        let count = ShownText.count(profile.content(in: schema).entries.count, "setting")
        output.show(
            profile.json(in: schema),
            or: ["The profile '\(ShownText.line(profile.name))' contains \(count)."])
    }
}

/// `faceplate profile show`.
struct ProfileShowCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print the values of a profile.",
        discussion:
            "Prints 'KEY: VALUE'. With --json, the value of a setting on its default is null.")

    @Argument(help: "The name of the profile.", completion: SettingCompletion.profiles)
    var name: String

    @OptionGroup var panel: PanelOptions
    @OptionGroup var output: OutputOptions

    func perform() async throws {
        let panel = try panel.open(.reading)
        defer { panel.close() }
        let profile = try panel.perform(ReadProfile(name))
        let content = profile.content(in: panel.snapshot.schema)
        output.show(
            profile.json(in: panel.snapshot.schema),
            or: content.entries.map { "\($0.key): \(ShownText.of($1, $0))" })
        sayUnknown(content.unknown)
    }
}

/// `faceplate profile diff`.
struct ProfileDiffCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Compare a profile with the current values, or with another profile.",
        discussion: """
            Prints each setting of the profile whose current value differs as 'KEY: current -> profile'. \
            With two profiles, prints each setting that differs as 'KEY: first -> second'.

            Exit codes: 0 for equal values, 1 for different values, 2 for an error.
            """)

    /// Different values exit with 1.
    static let errorCode: ExitCode? = .comparisonFailed

    @Argument(help: "The name of the profile.", completion: SettingCompletion.profiles)
    var name: String

    @Argument(help: "The name of another profile.", completion: SettingCompletion.profiles)
    var other: String?

    @OptionGroup var panel: PanelOptions
    @OptionGroup var output: OutputOptions

    func perform() async throws {
        let panel = try panel.open(.reading)
        defer { panel.close() }
        let first = try panel.perform(ReadProfile(name))
        let second = try other.map { try panel.perform(ReadProfile($0)) }
        let comparison = ProfileComparison(
            second == nil ? nil : first, second ?? first, in: panel.snapshot)
        let lines = comparison.differences.map { difference in
            let sides = [difference.old, difference.new].map {
                ShownText.of($0, difference.setting)
            }
            return "\(difference.setting.key): \(sides[0]) -> \(sides[1])"
        }
        output.show(comparison.json, or: lines)
        sayUnknown(comparison.unknown)
        if !comparison.differences.isEmpty { throw ExitCode.refused }
    }
}

/// `faceplate profile use`.
struct ProfileUseCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "use",
        abstract: "Switch to a profile.",
        discussion: """
            Prints changed, unchanged, skipped, rejected and unknown keys. If a value is rejected, \
            nothing is saved and the exit code is 1; use --partial to set the rest. A switch is one \
            revision; 'undo' undoes it. If nothing changes, there is no revision.
            """)

    @Argument(help: "The name of the profile.", completion: SettingCompletion.profiles)
    var name: String

    @Flag(help: "Show the changes without saving them.")
    var dryRun = false

    @Flag(help: "Set the accepted values even if other values are rejected.")
    var partial = false

    @OptionGroup var panel: PanelOptions
    @OptionGroup var output: OutputOptions

    func perform() async throws {
        let panel = try panel.open(.changing)
        defer { panel.close() }
        let profile = try panel.perform(ReadProfile(name))
        let report = try await ImportReport(
            of: ImportPlan(profile, for: panel.snapshot.schema), on: panel, note: profile.name,
            origin: .profile, isDryRun: dryRun, isPartial: partial)
        report.show(asJSON: output.json)
        if !report.isAccepted { throw ExitCode.refused }
    }
}

/// `faceplate profile rename`.
struct ProfileRenameCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Change the name or the description of a profile.")

    @Argument(help: "The name of the profile.", completion: SettingCompletion.profiles)
    var name: String

    @Argument(help: "The new name.")
    var newName: String?

    @Option(help: ArgumentHelp("A description for people; '' for none.", valueName: "text"))
    var description: String?

    @OptionGroup var panel: PanelOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard newName != nil || description != nil else {
            throw ValidationError("There is nothing to change. Add a new name or --description.")
        }
    }

    func perform() async throws {
        let panel = try panel.open(.writing)
        defer { panel.close() }
        let profile = try panel.perform(
            ChangeProfile(name, to: newName, details: description))
        output.show(
            profile.json(in: panel.snapshot.schema),
            or: ["The profile '\(ShownText.line(profile.name))' is saved."])
    }
}

/// `faceplate profile remove`.
struct ProfileRemoveCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a profile; no value changes.")

    @Argument(help: "The name of the profile.", completion: SettingCompletion.profiles)
    var name: String

    @OptionGroup var panel: PanelOptions
    @OptionGroup var output: OutputOptions

    func perform() async throws {
        let panel = try panel.open(.writing)
        defer { panel.close() }
        let removed = try panel.perform(RemoveProfile(name))
        output.show(
            removed.json(in: panel.snapshot.schema),
            or: ["The profile '\(ShownText.line(name))' is removed."])
    }
}

// MARK: - Output

/// Reports the keys of a profile that the schema does not have.
private func sayUnknown(_ unknown: [String]) {
    guard !unknown.isEmpty else { return }
    let keys = unknown.map(ShownText.line).joined(separator: ", ")
    StandardStreams.say("No setting has these keys, which are ignored: \(keys).")
}

extension ShownText {
    /// Returns a value of a profile; `null` is the default, `nil` means that the profile does not name the setting.
    fileprivate static func of(_ json: JSONValue?, _ setting: Schema.Setting) -> String {
        guard let json else { return "(not there)" }
        if setting.resets(json) { return of(Change.Side.onDefault, setting) }
        let value = (try? setting.rules.value(fromJSON: json)) ?? Value(json: json)
        return value.map { of($0, setting) } ?? line(JSONWriter().text(json))
    }
}
