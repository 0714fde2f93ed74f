import ArgumentParser
import Faceplate
import FaceplatePanel
import FaceplateSchema
import Foundation

struct TokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Let programs use a panel with a token.",
        discussion: """
            A program sends a token as 'Authorization: Bearer TOKEN', whatever '--access' of 'serve' is. \
            History shows the name of the token as the author of its changes. A running server uses the \
            changes of these commands within a second.

            Examples:
              faceplate token add backup --view --for 30d --database garden.sqlite
              faceplate token list --database garden.sqlite
              faceplate token revoke backup --database garden.sqlite
            """,
        subcommands: [TokenAddCommand.self, TokenListCommand.self, TokenRevokeCommand.self],
        defaultSubcommand: TokenListCommand.self)
}

struct TokenAddCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a token, and print it once.",
        discussion: """
            The database contains a hash of the token only, so it cannot be printed again. Without \
            --groups, the token cannot see settings that are limited to user groups.
            """)

    enum Access: String, EnumerableFlag {
        case edit, view

        var ofRequests: Requester.Access { self == .edit ? .edit : .view }
    }

    @Argument(help: "The name, which history shows: letters, digits and - _ . @")
    var name: String

    @Flag(help: "Permit changes, or viewing only.")
    var access = Access.edit

    @Option(
        help: ArgumentHelp(
            "The user groups of its requests, separated by commas. Repeatable.",
            valueName: "group,..."))
    var groups: [String] = []

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp(
            "The time after which it expires, for example 30d or 12h. (default: never)",
            valueName: "duration"),
        transform: Self.duration)
    var life: Duration?

    @OptionGroup var source: SettingsOptions
    @OptionGroup var output: OutputOptions

    func perform() async throws {
        let settings = try source.openForWriting(locks: [])
        defer { settings.close() }
        let names = groups.flatMap { $0.split(separator: ",") }
            .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        let token = try PanelCredentials(settings).addToken(
            named: name, access: access.ofRequests, groups: Set(names), validFor: life)
        output.show(["name": .text(name), "token": .text(token)], or: [token])
        if !output.json {
            StandardStreams.say("Store the token '\(name)' now. It cannot be printed again.")
        }
    }

    private static func duration(_ argument: String) throws -> Duration {
        let rules = DurationRules(minimum: ExactDecimal("1"), maximum: ExactDecimal("1e10"))
        guard let duration = rules.duration(argument) else {
            throw ValidationError("'\(argument)' is not a duration such as 30d or 12h.")
        }
        return duration
    }
}

struct TokenListCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Print the names of the tokens, with their access, groups and times.",
        discussion: "Prints the access, the groups, the time of expiry and the time of creation.")

    @OptionGroup var source: SettingsOptions
    @OptionGroup var output: OutputOptions

    func perform() async throws {
        let settings = try source.openExisting(locks: [], isForReading: true)
        defer { settings.close() }
        let tokens = PanelCredentials(settings).tokens
        output.show(
            .array(tokens.map(Self.json)), or: TextColumns(rows: tokens.map(Self.columns)).lines)
        if tokens.isEmpty, !output.json { StandardStreams.say("There are no tokens.") }
    }

    private static func columns(_ token: AccessToken) -> [String] {
        let groups = token.groups.sorted().joined(separator: ",")
        let isOver = token.expires.map { $0 <= .now } ?? false
        let end = token.expires.map {
            (isOver ? "expired " : "until ") + RevisionTime.text($0)
        }
        return [
            ShownText.line(token.name), token.access.rawValue,
            groups.isEmpty ? "-" : ShownText.line(groups), end ?? "no end",
            "added \(RevisionTime.text(token.created))",
        ]
    }

    private static func json(_ token: AccessToken) -> JSONValue {
        [
            "name": .text(token.name), "access": .text(token.access.rawValue),
            "groups": .array(token.groups.sorted().map(JSONValue.text)),
            "expires": token.expires.map { .text(RevisionTime.text($0)) } ?? nil,
            "created": .text(RevisionTime.text(token.created)),
        ]
    }
}

struct TokenRevokeCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Revoke a token: its next request is rejected.")

    @Argument(help: "The name of the token.")
    var name: String

    @OptionGroup var source: SettingsOptions
    @OptionGroup var output: OutputOptions

    func perform() async throws {
        let settings = try source.openForWriting(locks: [])
        defer { settings.close() }
        let credentials = PanelCredentials(settings)
        guard try credentials.revokeToken(named: name) else {
            throw Failure(
                .refused,
                "There is no token '\(name)'."
                    + NearestWord.suggestion(for: name, among: credentials.tokens.map(\.name)))
        }
        output.show(["revoked": .text(name)], or: ["The token '\(name)' is revoked."])
    }
}
