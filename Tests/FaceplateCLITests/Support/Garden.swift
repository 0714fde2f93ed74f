import Faceplate
import FaceplateImport
import FaceplateTesting
import Foundation
import Testing

@testable import FaceplatePanel

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
    /// The status of the response; `nil` for a way that does not use HTTP itself.
    let status: Int?

    init(_ lines: [String], status: Int? = nil) {
        self.status = status
        messages = lines.map { line in
            let text = line.trimmingCharacters(in: .whitespaces).filter { !"'‘’“”".contains($0) }
            return text.hasSuffix(".") ? String(text.dropLast()) : text
        }
    }
}

/// The state of stored settings.
struct GardenState: Equatable {
    /// The revision, the set values with the hours until their end, to the nearest one, and the profiles.
    let lines: [String]
    /// The origin of the newest revision.
    let origin: Origin?

    init(_ settings: Settings) throws {
        let snapshot = settings.snapshot
        let unconfirmed = Set(snapshot.unconfirmed.map(\.key))
        var lines = ["revision \(settings.revision)"]
        for setting in snapshot.schema.settings {
            let key = setting.key
            if snapshot.hasSecret(setting) { lines.append("\(key) is set") }
            guard snapshot.isSet(key), let value = snapshot.value(key) else { continue }
            let hours = snapshot.until(key).map { ($0.timeIntervalSinceNow / 3_600).rounded() }
            lines.append(
                "\(key) = \(value.plainText)" + (hours.map { " for \(Int($0)) h" } ?? "")
                    + (unconfirmed.contains(key) ? ", unconfirmed" : ""))
        }
        for profile in try settings.profiles.all() {
            let values = JSONWriter().text(JSONValue(.object(profile.values)))
            let details = profile.details.isEmpty ? "" : ", \(profile.details)"
            lines.append("profile \(profile.name)\(details): \(values)")
        }
        let newest = try settings.history.revision(settings.revision)
        if let reason = newest?.reason { lines.append("because: \(reason)") }
        self.lines = lines
        origin = newest?.origin
    }
}

/// A panel with settings for one test: in memory, or for a command in a database.
struct Garden {
    private static let text = #"""
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
    private static let schema = Result { try SchemaReader.read(Array(text.utf8), name: "garden") }

    private let way: Way
    private let workspace: Workspace?
    /// The settings in memory; `nil` for those of a database.
    private let settings: Settings?
    /// The state before the request.
    let before: GardenState

    /// Creates the panel.
    ///
    /// - Parameter prepare: Changes the settings before the request.
    init(for way: Way, _ prepare: (Settings) throws -> Void) throws {
        self.way = way
        workspace = way == .command || way == .url ? try Workspace() : nil
        for (name, text) in Self.files { try workspace?.write(text, to: name) }
        settings = way == .command ? nil : try Settings.inMemory(Self.schema.get())
        let first = try settings ?? Self.open(workspace)
        try prepare(first)
        before = try GardenState(first)
        if settings == nil { first.close() }
    }

    /// The files of values that commands import.
    private static let files = [
        "values.json": #"{"port":8080,"host":"Ada"}"#, "wrong.json": #"{"port":0,"host":"Ada"}"#,
        "none.json": #"{"port":0}"#, "address.json": #"{"address":"b"}"#,
    ]

    private static func open(_ workspace: Workspace?) throws -> Settings {
        let path = try #require(workspace).path("garden.sqlite")
        return try Settings.open(schema.get(), at: path, watches: false)
    }

    /// Reads the state after the request.
    func state() throws -> GardenState {
        if let settings { return try GardenState(settings) }
        let settings = try Self.open(workspace)
        defer { settings.close() }
        return try GardenState(settings)
    }

    /// Sends a request.
    ///
    /// - Throws: ``Rejection``, if it is rejected.
    func send(_ requests: Requests, isDryRun: Bool = false) async throws {
        switch way {
        case .swift: try await run(try #require(requests.swift), isDryRun: isDryRun)
        case .form: try await post(try #require(requests.form), isDryRun: isDryRun)
        case .api: try await call(try #require(requests.api), isDryRun: isDryRun)
        case .command, .url:
            let command = try #require(requests.command) + (isDryRun ? " --dry-run" : "")
            let outcome = try await run(command)
            guard outcome.status != 0 else { return }
            #expect(outcome.status == 1)
            throw Rejection(
                (outcome.errors + outcome.output).split(separator: "\n").map(String.init))
        }
    }

    /// Reads the values as a file.
    func export(
        as format: ValuesFormat, _ selection: ExportedValues.Selection
    ) async throws -> String {
        let query = "?format=\(format.rawValue)" + (selection == .set ? "&changed=1" : "")
        switch way {
        case .swift:
            return ExportedValues(try #require(settings).snapshot, selection: selection)
                .text(as: format)
        case .form:
            return try await answer(SimpleRequest("GET", "/export" + query, fields: host)).text
        case .api:
            return try await answer(SimpleRequest("GET", "/api/export" + query, fields: host)).text
        case .command, .url:
            let option = selection == .set ? " --changed" : ""
            return try await run("export --format \(format.rawValue)\(option)").output
        }
    }

    private func run(_ program: Program, isDryRun: Bool) async throws {
        do {
            try await program.run(try #require(settings), isDryRun)
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
        let json = try #require(try JSONReader.read(answer.body).object, "\(answer.text)")
        if answer.status < 300 {
            #expect(json["revision"].map { $0 == .number(settings?.revision ?? -1) } ?? true)
            return
        }
        let errors = json["errors"]?.array ?? [["message": json["title"] ?? ""]]
        throw Rejection(
            errors.compactMap { $0.object?["message"]?.string }, status: answer.status)
    }

    private func answer(_ request: SimpleRequest) async throws -> PanelResponse {
        await PanelClient(panel(try #require(settings))).send(request)
    }

    private func panel(_ settings: Settings) -> Panel {
        var configuration = Panel.Configuration()
        configuration.actions["print"] = { _ in ActionResult(values: ["host": "Ada"]) }
        configuration.actions["fax"] = { _ in .failure("Out of paper.") }
        return Panel(settings, configuration: configuration)
    }

    // MARK: - Commands

    private func run(_ command: String) async throws -> Outcome {
        let workspace = try #require(workspace)
        let arguments = command.split(separator: " ").map(String.init)
        guard let settings else {
            return try await workspace.run(arguments + ["--database", "garden.sqlite"])
        }
        let server = try PanelServer(panel(settings))
        defer { server.stop() }
        return try await workspace.run(arguments + ["--url", server.url])
    }
}
