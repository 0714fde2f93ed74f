import Faceplate
import Foundation
import Subprocess
import SystemPackage

/// Runs a command without a shell, for a limited time, and ends the processes that it starts.
struct CommandRun: Sendable {
    let folder: String
    let commands: RunningCommands
    var timeLimit: Duration = .seconds(30)

    enum End: Sendable {
        case ended(TerminationStatus)
        case notStarted(String)
        case tooLong
    }

    struct Result: Sendable {
        let end: End
        let output: String
        let errors: String
        /// True when a part of the output may be missing.
        let isCut: Bool
        let sentence: String

        var isSuccess: Bool { if case .ended(.exited(0)) = end { true } else { false } }
    }

    func run(
        _ command: [String], environment: CommandEnvironment, input: String? = nil
    ) async -> Result {
        await commands.counting { await runCounted(command, environment, input) }
    }

    private func runCounted(
        _ command: [String], _ environment: CommandEnvironment, _ input: String?
    ) async -> Result {
        let output = CommandOutput()
        let errors = CommandOutput()
        let end = await withTaskGroup(of: End.self) { group in
            group.addTask { await execute(command, environment, input, output, errors) }
            group.addTask {
                try? await Task.sleep(for: timeLimit)
                return .tooLong
            }
            let first = await group.next() ?? .tooLong
            // Cancellation ends a command that still runs: its task terminates its process group.
            group.cancelAll()
            return first
        }
        return Result(
            end: end, output: output.text, errors: errors.text, isCut: output.isFull,
            sentence: sentence(for: end))
    }

    private func sentence(for end: End) -> String {
        switch end {
        case .ended(.exited(let status)): "The command ended with status \(status)."
        case .ended(.signaled(let signal)): "The command was ended by signal \(signal)."
        case .notStarted(let reason): reason
        case .tooLong:
            "The command took more than \(timeLimit.components.seconds) s and was ended."
        }
    }

    private func execute(
        _ command: [String], _ environment: CommandEnvironment, _ input: String?,
        _ output: CommandOutput, _ errors: CommandOutput
    ) async -> End {
        let name = command.first ?? ""
        let group = Locked<ProcessGroup?>(nil)
        defer { if let group = group.withLock(\.self) { endRest(of: group) } }
        do {
            let result = try await Subprocess.run(
                configuration(command, environment), input: Self.descriptor(of: input),
                output: .sequence, error: .sequence
            ) { execution in
                let started = ProcessGroup(id: execution.processIdentifier.value)
                commands.insert(started)
                group.withLock { $0 = started }
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

    /// The string is in a file without a name, because a pipe would fail if the command ends without reading it.
    private static func descriptor(of input: String?) throws -> FileDescriptorInput {
        guard let input else {
            return .fileDescriptor(
                try FileDescriptor.open("/dev/null", .readOnly, options: .closeOnExec),
                closeAfterSpawningProcess: true)
        }
        let path = FilePath(NSTemporaryDirectory()).appending("faceplate-\(UUID().uuidString)")
        let file = try FileDescriptor.open(
            path, .readWrite, options: [.create, .exclusiveCreate, .closeOnExec],
            permissions: .ownerReadWrite)
        do {
            unlink(path.string)
            try file.writeAll(input.utf8)
            try file.seek(offset: 0, from: .start)
        } catch {
            try? file.close()
            throw error
        }
        return .fileDescriptor(file, closeAfterSpawningProcess: true)
    }

    /// A process that started its own session is not in the group, and continues to run.
    private func endRest(of group: ProcessGroup) {
        guard group.isAlive else { return commands.remove(group) }
        Task.detached { [commands] in
            await commands.counting { await group.end() }
            commands.remove(group)
        }
    }

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
        _ command: [String], _ environment: CommandEnvironment
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
            environment: .inherit.updating(environment.changes),
            workingDirectory: FilePath(folder), platformOptions: options)
    }

    private func path(of name: String) -> FilePath {
        let here = FileManager.default.currentDirectoryPath
        return FilePath(here).pushing(FilePath(folder)).pushing(FilePath(name))
    }
}
