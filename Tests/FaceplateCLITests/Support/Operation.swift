import Faceplate
import FaceplateImport
import FaceplateTesting
import Foundation
import Testing

@testable import FaceplatePanel

/// A way in which an operation reaches the settings.
enum Way: CaseIterable, Sendable {
    /// The Swift API, in the program itself.
    case swift
    /// The form post of a script.
    case form
    /// The JSON API.
    case api
    /// The command on the database.
    case command
    /// The command on a running panel, with `--url`.
    case url

    /// The origin of a change in history; `nil` for Swift, which names its own.
    var origin: Origin? {
        switch self {
        case .swift: nil
        case .form, .api, .url: .script
        case .command: .cli
        }
    }
}

/// One request, written for each way that has it.
struct Requests: Sendable {
    /// The calls of a program.
    var swift: Program?
    /// The body of a post to the first page, or a path and the body.
    var form: String?
    /// The method, the path and the body, if there is one.
    var api: String?
    /// The arguments of the command.
    var command: String?

    func exists(for way: Way) -> Bool {
        switch way {
        case .swift: swift != nil
        case .form: form != nil
        case .api: api != nil
        case .command, .url: command != nil
        }
    }
}

/// A part of a program that changes settings.
struct Program: Sendable {
    /// Changes the settings, or only checks the change.
    let run: @Sendable (_ settings: Settings, _ isDryRun: Bool) async throws -> Void

    /// Returns a program that applies one batch.
    ///
    /// - Parameter origin: Another origin than that of the program, which confirms its changes itself.
    static func batch(
        _ inputs: KeyValuePairs<String, Assignment.Input>, as origin: Origin = .program,
        for lifetime: Duration? = nil, isConfirmed: Bool = false
    ) -> Program {
        let assignments = inputs.map { Assignment($0.key, $0.value) }
        return Program { settings, isDryRun in
            var batch = Batch(
                assignments, origin: origin, isDryRun: isDryRun, lifetime: lifetime)
            batch.isConfirmed = isConfirmed
            try await settings.apply(batch)
        }
    }

    /// Returns a program that undoes recorded changes.
    static func reversal(
        _ extent: Reversal.Extent, isForced: Bool = false
    ) -> Program {
        Program { settings, isDryRun in
            let reversal = Reversal(extent, isForced: isForced)
            try await settings.apply(
                Batch([], origin: .program, reversal: reversal, isDryRun: isDryRun))
        }
    }

    /// Returns a program that imports the text of a JSON file.
    static func importing(_ text: String, isPartial: Bool = false) -> Program {
        Program { settings, isDryRun in
            let values = try ImportedValues(Array(text.utf8), file: "values.json")
            let trial = ImportTrial(
                values.plan(for: settings.snapshot.schema), settings: settings)
            let result = try await ImportResult(
                of: trial, isDryRun: isDryRun, isPartial: isPartial)
            guard !result.isAccepted else { return }
            let problems = result.trial.refused.compactMap { refused -> KeyProblem? in
                if case .problem(let problem) = refused { problem } else { nil }
            }
            throw ApplyError.refused(problems)
        }
    }
}

/// One row of the table: what a request changes, and a similar request that is rejected.
struct Operation: Sendable, CustomTestStringConvertible {
    let name: String
    /// Changes the settings before the request.
    var before: @Sendable (Settings) throws -> Void = { _ in }
    let accepted: Requests
    /// The state after the request (``Garden/state()``).
    let result: [String]
    /// The origin of the new revision, if it is not that of the way.
    var origin: Origin?
    /// False for a request that cannot be tried without saving.
    var hasDryRun = true
    var rejected = Requests()
    /// The message of the rejection, without quotation marks and the last period; `…` is for any rest.
    var reason = ""

    var testDescription: String { name }
}

extension Settings {
    /// Sets values as text in one revision.
    func change(
        _ values: KeyValuePairs<String, String>, as origin: Origin = .program,
        for lifetime: Duration? = nil
    ) throws {
        let assignments = values.map { Assignment($0.key, .text($0.value)) }
        try applyAndWait(Batch(assignments, origin: origin, lifetime: lifetime))
    }
}

/// The messages of a rejected request.
struct Rejection: Error {
    /// The messages without quotation marks and the last period, which are not the same in each way.
    let messages: [String]

    init(_ lines: [String]) {
        messages = lines.map { line in
            let text = line.trimmingCharacters(in: .whitespaces).filter { !"'‘’“”".contains($0) }
            return text.hasSuffix(".") ? String(text.dropLast()) : text
        }
    }
}

/// A panel with a database in its own folder.
struct Garden {
    private static let schema = #"""
        {"panelKey":"garden","panelChecks":[
           {"require":{"key":"low","less":{"key":"high"}},"message":"Low must be less than high"}],
         "groups":[{"groupKey":"net","items":[
           {"itemKey":"port","itemTitle":"port","itemControlType":"edit_integer","itemValue":80,
            "itemMinimum":1,"itemMaximum":65535},
           {"itemKey":"host","itemTitle":"host","itemControlType":"edit_text",
            "itemMaximumLength":5},
           {"itemKey":"names","itemTitle":"names","itemControlType":"edit_list",
            "itemElement":{"itemControlType":"edit_text","itemMaximumLength":4}},
           {"itemKey":"pin","itemTitle":"pin","itemControlType":"edit_password"},
           {"itemKey":"low","itemTitle":"low","itemControlType":"edit_integer","itemValue":1},
           {"itemKey":"high","itemTitle":"high","itemControlType":"edit_integer","itemValue":9},
           {"itemKey":"address","itemTitle":"address","itemControlType":"edit_text",
            "itemValue":"a","itemMaximumLength":5,"itemKeepWithin":"1h"},
           {"itemKey":"print","itemTitle":"print","itemControlType":"button"},
           {"itemKey":"fax","itemTitle":"fax","itemControlType":"button"}]}]}
        """#

    private let workspace: Workspace
    private let path: String

    init(_ prepare: (Settings) throws -> Void) throws {
        workspace = try Workspace()
        path = workspace.path("garden.sqlite")
        try workspace.write(#"{"port":8080,"host":"Ada"}"#, to: "values.json")
        try workspace.write(#"{"port":0,"host":"Ada"}"#, to: "wrong.json")
        try workspace.write(#"{"port":0}"#, to: "none.json")
        try withSettings(prepare)
    }

    private func open() throws -> Settings {
        try Settings.open(
            SchemaReader.read(Array(Self.schema.utf8), name: "garden"), at: path, watches: false)
    }

    /// Opens the settings, and closes them after `body`.
    func withSettings<Result>(_ body: (Settings) throws -> Result) throws -> Result {
        let settings = try open()
        defer { settings.close() }
        return try body(settings)
    }

    /// Describes the stored state: the revision, the set values with the minutes until their end, and the profiles.
    func state() throws -> [String] {
        try withSettings { settings in
            let snapshot = settings.snapshot
            let unconfirmed = Set(snapshot.unconfirmed.map(\.key))
            var lines = ["revision \(settings.revision)"]
            for setting in snapshot.schema.settings {
                let key = setting.key
                if snapshot.hasSecret(setting) { lines.append("\(key) is set") }
                guard snapshot.isSet(key), let value = snapshot.value(key) else { continue }
                let minutes = snapshot.until(key).map {
                    ($0.timeIntervalSinceNow / 60).rounded(.up)
                }
                lines.append(
                    "\(key) = \(value.plainText)" + (minutes.map { " for \(Int($0)) min" } ?? "")
                        + (unconfirmed.contains(key) ? ", unconfirmed" : ""))
            }
            return try lines
                + settings.profiles().map { profile in
                    "profile \(profile.name): \(JSONWriter().text(JSONValue(.object(profile.values))))"
                }
        }
    }

    /// Sends a request in one way.
    ///
    /// - Throws: ``Rejection``, if it is rejected.
    func send(_ requests: Requests, by way: Way, isDryRun: Bool = false) async throws {
        switch way {
        case .swift: try await run(try #require(requests.swift), isDryRun: isDryRun)
        case .form: try await post(try #require(requests.form), isDryRun: isDryRun)
        case .api: try await call(try #require(requests.api), isDryRun: isDryRun)
        case .command, .url:
            let command = try #require(requests.command) + (isDryRun ? " --dry-run" : "")
            let outcome = try await run(command, by: way)
            guard outcome.status != 0 else { return }
            #expect(outcome.status == 1)
            throw Rejection(
                (outcome.errors + outcome.output).split(separator: "\n").map(String.init))
        }
    }

    /// Reads the values as a file, in one way.
    func export(as format: ValuesFormat, _ selection: ExportedValues.Selection, by way: Way)
        async throws -> String
    {
        let query = "?format=\(format.rawValue)" + (selection == .set ? "&changed=1" : "")
        let option = selection == .set ? " --changed" : ""
        switch way {
        case .swift:
            return try withSettings {
                ExportedValues($0.snapshot, selection: selection).text(as: format)
            }
        case .form:
            return try await answer(SimpleRequest("GET", "/export" + query, fields: host))
                .text
        case .api:
            return try await answer(SimpleRequest("GET", "/api/export" + query, fields: host)).text
        case .command, .url:
            return try await run("export --format \(format.rawValue)\(option)", by: way).output
        }
    }

    private func run(_ program: Program, isDryRun: Bool) async throws {
        let settings = try open()
        defer { settings.close() }
        do {
            try await program.run(settings, isDryRun)
        } catch let error as any SpokenError {
            throw Rejection(error.description.components(separatedBy: "\n"))
        }
    }

    // MARK: - HTTP

    private let host = [(name: "host", value: "localhost")]

    private func post(_ form: String, isDryRun: Bool) async throws {
        let parts = form.hasPrefix("/") ? form.split(separator: " ").map(String.init) : ["/", form]
        var body = try #require(parts.last)
        if isDryRun {
            // A form of another page shows the changes unless one of its buttons was pressed.
            if parts[0] == "/" {
                body += "&_dry_run=1"
            } else {
                body.replace(/_apply=\w+&?/, with: "")
            }
        }
        let fields = [
            ("accept", "application/json"), ("content-type", "application/x-www-form-urlencoded"),
        ]
        try await check(
            SimpleRequest("POST", parts[0], fields: fields + host, body: Array(body.utf8)))
    }

    private func call(_ request: String, isDryRun: Bool) async throws {
        let parts = request.split(separator: " ", maxSplits: 2).map(String.init)
        var target = parts[1]
        if isDryRun { target += (target.contains("?") ? "&" : "?") + "dry_run=1" }
        let body = parts.count > 2 ? parts[2] : ""
        let type = body.isEmpty ? [] : [(name: "content-type", value: "application/json")]
        try await check(
            SimpleRequest(parts[0], target, fields: type + host, body: Array(body.utf8)))
    }

    private func check(_ request: SimpleRequest) async throws {
        let answer = try await answer(request)
        guard answer.status >= 300 else { return }
        let problem = try #require(try JSONReader.read(answer.body).object, "\(answer.text)")
        let errors = problem["errors"]?.array ?? [["message": problem["title"] ?? ""]]
        throw Rejection(errors.compactMap { $0.object?["message"]?.string })
    }

    private func answer(_ request: SimpleRequest) async throws -> PanelResponse {
        let settings = try open()
        defer { settings.close() }
        return await PanelClient(panel(settings)).send(request)
    }

    private func panel(_ settings: Settings) -> Panel {
        var configuration = Panel.Configuration()
        configuration.actions["print"] = { _ in ActionResult(values: ["host": "Ada"]) }
        configuration.actions["fax"] = { _ in .failure("Out of paper.") }
        return Panel(settings, configuration: configuration)
    }

    // MARK: - Commands

    private func run(_ command: String, by way: Way) async throws -> Outcome {
        let arguments = command.split(separator: " ").map(String.init)
        guard way == .url else {
            return try await workspace.run(arguments + ["--database", "garden.sqlite"])
        }
        let settings = try open()
        defer { settings.close() }
        let server = try PanelServer(panel(settings))
        defer { server.stop() }
        return try await workspace.run(arguments + ["--url", server.url])
    }
}
