import Faceplate
import FaceplatePanel
import FaceplateSchema
import Subprocess

/// The command runs without a shell, in the folder of the schema, with the values of the item's
/// group as `VALUE_<KEY>`, and for a limited time.
///
/// The inputs of the button are also on its standard input, as JSON.
struct CommandAction: Sendable {
    /// The working directory of commands, and the base of their relative paths.
    let folder: String
    let commands: RunningCommands
    var timeLimit: Duration = .seconds(30)

    var schemaHandler: ActionHandler {
        { request in await run(request.item.action, for: request) }
    }

    /// Returns a handler that always runs one command, and ignores the commands in the schema.
    func handler(of command: [String]) -> ActionHandler {
        { request in await run(command, for: request) }
    }

    private func run(_ command: [String], for request: ActionRequest) async -> ActionResult {
        let result = await CommandRun(folder: folder, commands: commands, timeLimit: timeLimit)
            .run(command, environment: CommandEnvironment(request), input: inputs(of: request))
        let answer = CommandAnswer(
            output: result.output, errors: result.errors, request: request)
        switch result.end {
        case .ended(.exited(0)): return .success(answer.message)
        case .ended: return answer.failure(result.sentence)
        case .notStarted, .tooLong: return .failure(result.sentence)
        }
    }

    /// With secrets, which the environment does not have.
    private func inputs(of request: ActionRequest) -> String? {
        guard request.item.inputs != nil else { return nil }
        return JSONWriter().text(Value.record(request.inputs).json) + "\n"
    }
}
