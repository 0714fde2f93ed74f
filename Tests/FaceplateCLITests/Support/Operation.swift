import Faceplate
import FaceplateImport
import Testing

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
        for lifetime: Duration? = nil, isConfirmed: Bool = false, note: String? = nil
    ) -> Program {
        let assignments = inputs.map { Assignment($0.key, $0.value) }
        return Program { settings, isDryRun in
            var batch = Batch(
                assignments, origin: origin, note: note, isDryRun: isDryRun, lifetime: lifetime)
            batch.isConfirmed = isConfirmed
            try await settings.apply(batch)
        }
    }

    /// Returns a program that undoes recorded changes.
    static func reversal(
        _ extent: Reversal.Extent, isForced: Bool = false, note: String? = nil
    ) -> Program {
        Program { settings, isDryRun in
            let reversal = Reversal(extent, isForced: isForced)
            try await settings.apply(
                Batch([], origin: .program, note: note, reversal: reversal, isDryRun: isDryRun))
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
    /// The lines of the state after the request (``GardenState``).
    let result: [String]
    /// The origin of the new revision, if it is not that of the way.
    var origin: Origin?
    /// False for a request that cannot be tried without saving.
    var hasDryRun = true
    var rejected = Requests()
    /// The message of the rejection, without quotation marks and the last period; `…` is for any rest.
    var reason = ""
    /// The status of the rejection for the ways that use HTTP themselves.
    var status = 422

    var testDescription: String { name }
}
