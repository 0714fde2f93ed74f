import Faceplate
import FaceplatePanel
import FaceplateSchema
import Foundation
import Subprocess
import SystemPackage

/// Runs the command of a pressed button or link.
///
/// The command runs without a shell, in the folder of the schema, with the values of the item's
/// group as `VALUE_<KEY>`, and for a limited time.
struct CommandAction: Sendable {
    /// The working directory of commands, and the base of their relative paths.
    let folder: String
    let commands: RunningCommands
    var timeLimit: Duration = .seconds(30)

    /// A handler that runs the command that the current schema sets for the pressed item.
    var schemaHandler: ActionHandler {
        { request in
            guard !request.item.action.isEmpty else {
                return .failure("No action is attached to '\(request.key)'.")
            }
            return await run(request.item.action, for: request)
        }
    }

    /// Returns a handler that always runs one command, and ignores the commands in the schema.
    func handler(of command: [String]) -> ActionHandler {
        { request in await run(command, for: request) }
    }

    /// The end of a command.
    private enum End: Sendable {
        case ended(TerminationStatus)
        case notStarted(String)
        case tooLong
    }

    private func run(_ command: [String], for request: ActionRequest) async -> ActionResult {
        await commands.counting { await runCounted(command, for: request) }
    }

    private func runCounted(
        _ command: [String], for request: ActionRequest
    ) async -> ActionResult {
        let output = CommandOutput()
        let errors = CommandOutput()
        let end = await withTaskGroup(of: End.self) { group in
            group.addTask { await execute(command, request, output, errors) }
            group.addTask {
                try? await Task.sleep(for: timeLimit)
                return .tooLong
            }
            let first = await group.next() ?? .tooLong
            // Cancellation ends a command that still runs: its task terminates its process group.
            group.cancelAll()
            return first
        }
        let answer = CommandAnswer(output: output.text, errors: errors.text, request: request)
        switch end {
        case .ended(.exited(0)): return .success(answer.message)
        case .ended(.exited(let status)):
            return answer.failure("The command ended with status \(status).")
        case .ended(.signaled(let signal)):
            return answer.failure("The command was ended by signal \(signal).")
        case .notStarted(let reason): return .failure(reason)
        case .tooLong:
            return .failure(
                "The command took more than \(timeLimit.components.seconds) s and was ended.")
        }
    }

    private func execute(
        _ command: [String], _ request: ActionRequest, _ output: CommandOutput,
        _ errors: CommandOutput
    ) async -> End {
        let name = command.first ?? ""
        let group = Locked<ProcessGroup?>(nil)
        defer { if let group = group.withLock(\.self) { endRest(of: group) } }
        do {
            let result = try await Subprocess.run(
                configuration(command, request), input: .none, output: .sequence, error: .sequence
            ) { execution in
                group.withLock { $0 = ProcessGroup(id: execution.processIdentifier.value) }
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { await output.collect(execution.standardOutput) }
                    group.addTask { await errors.collect(execution.standardError) }
                }
            }
            return .ended(result.terminationStatus)
        } catch let error as SubprocessError where error.code == .executableNotFound {
            return .notStarted(reason(notToStart: name))
        } catch is CancellationError {
            return .tooLong
        } catch {
            return .notStarted("The command '\(name)' cannot be run.")
        }
    }

    /// Ends the processes that the command left in its group, without delaying its result.
    ///
    /// A process that started its own session is not in the group, and continues to run.
    private func endRest(of group: ProcessGroup) {
        guard group.isAlive else { return }
        Task.detached { [commands] in await commands.counting { await group.end() } }
    }

    /// A sentence for a command that the system did not find or could not run.
    private func reason(notToStart name: String) -> String {
        let file = path(of: name).string
        var isFolder: ObjCBool = false
        guard name.contains("/"),
            FileManager.default.fileExists(atPath: file, isDirectory: &isFolder)
        else { return "There is no command '\(name)'." }
        if isFolder.boolValue { return "'\(name)' is a folder, not a command." }
        guard FileManager.default.isExecutableFile(atPath: file) else {
            return "The file '\(name)' is not executable. Run: chmod +x \(name)"
        }
        return "The command '\(name)' cannot be run: its first line names a program that does not "
            + "exist."
    }

    private func configuration(
        _ command: [String], _ request: ActionRequest
    ) -> Subprocess.Configuration {
        let name = command.first ?? ""
        var options = PlatformOptions()
        // A separate process group lets us end the processes that the command starts.
        options.processGroupID = 0
        options.teardownSequence = [
            .gracefulShutDown(toProcessGroup: true, allowedDurationToNextStep: .seconds(1)),
            .send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .seconds(1)),
        ]
        return Subprocess.Configuration(
            executable: name.contains("/") ? .path(path(of: name)) : .name(name),
            arguments: Arguments(Array(command.dropFirst())),
            environment: .inherit.updating(CommandEnvironment(request).changes),
            workingDirectory: FilePath(folder), platformOptions: options)
    }

    /// A path, resolved against the command's folder.
    private func path(of name: String) -> FilePath {
        let here = FileManager.default.currentDirectoryPath
        return FilePath(here).pushing(FilePath(folder)).pushing(FilePath(name))
    }
}
