import Faceplate
import FaceplateSchema
import Foundation

/// A command that prints the options of a setting.
///
/// Its result is used for ten seconds, also that it failed.
final class OptionsCommand: Sendable {
    static let timeLimit = Duration.seconds(5)
    private static let lifetime = Duration.seconds(10)

    private struct Reading: Sendable {
        let time: ContinuousClock.Instant
        let result: Result<[ProvidedOption], Unusable>
    }

    struct Unusable: SpokenError {
        let description: String
    }

    private let command: [String]
    private let run: CommandRun
    private let environment: CommandEnvironment
    /// Serial, so that the command runs once for all pages that wait for it.
    private let queue = DispatchQueue(label: "faceplate.options")
    private let reading = Locked<Reading?>(nil)

    init(_ command: [String], _ run: CommandRun, _ environment: CommandEnvironment) {
        self.command = command
        self.run = run
        self.environment = environment
    }

    /// It blocks while the command runs, so it must not be called on a thread of tasks.
    func options() throws -> [ProvidedOption] {
        try queue.sync {
            if let known = reading.withLock(\.self),
                ContinuousClock.now - known.time < Self.lifetime
            {
                return try known.result.get()
            }
            let output = ended()
            let result = Result { () throws(Unusable) in try Self.options(in: output) }
            reading.withLock { $0 = Reading(time: .now, result: result) }
            return try result.get()
        }
    }

    private func ended() -> CommandRun.Result? {
        let end = DispatchSemaphore(value: 0)
        let found = Locked<CommandRun.Result?>(nil)
        Task.detached { [run, command, environment] in
            let result = await run.run(command, environment: environment)
            found.withLock { $0 = result }
            end.signal()
        }
        end.wait()
        return found.withLock(\.self)
    }

    private static func options(
        in result: CommandRun.Result?
    ) throws(Unusable) -> [ProvidedOption] {
        guard let result else { throw Unusable(description: "The command did not end.") }
        guard result.isSuccess else {
            let line = result.errors.split(whereSeparator: \.isNewline).last.map(String.init)
            if case .ended = result.end, let line { throw Unusable(description: line) }
            throw Unusable(description: result.sentence)
        }
        guard !result.isCut else {
            throw Unusable(description: "The command printed more than 64 KiB.")
        }
        return try options(in: result.output)
    }

    /// An option that is named twice counts once.
    static func options(in text: String) throws(Unusable) -> [ProvidedOption] {
        let all = text.hasPrefix("[") ? try elements(of: text) : lines(of: text)
        var known: Set<Value> = []
        return all.filter { known.insert($0.value).inserted }
    }

    private static func lines(of text: String) -> [ProvidedOption] {
        text.split(whereSeparator: \.isNewline).compactMap { line in
            let parts = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts[0].trimmed
            let label = parts.count > 1 ? parts[1].trimmed : ""
            guard !value.isEmpty else { return nil }
            return ProvidedOption(.text(value), label: label.isEmpty ? nil : label)
        }
    }

    private static func elements(of text: String) throws(Unusable) -> [ProvidedOption] {
        guard let elements = (try? JSONReader.read(Array(text.utf8)))?.array else {
            throw Unusable(description: "The output of the command is not a JSON array.")
        }
        var options: [ProvidedOption] = []
        for (place, element) in elements.enumerated() {
            let object = element.object
            guard let json = object == nil ? element : object?["value"],
                json.object == nil, json.array == nil, let value = Value(json: json),
                [object?["label"], object?["help"]].allSatisfy({
                    $0.map { LocalizedText($0) != nil } ?? true
                })
            else {
                throw Unusable(
                    description:
                        "The option \(place + 1) is not a value, or an object with 'value' and texts, "
                        + "or texts by language, as 'label' and 'help'.")
            }
            options.append(
                ProvidedOption(
                    value, label: object?["label"].flatMap { LocalizedText($0) },
                    help: object?["help"].flatMap { LocalizedText($0) }))
        }
        return options
    }
}
