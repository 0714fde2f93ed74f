import Faceplate
import FaceplatePanel
import FaceplateSchema
import Foundation
import Subprocess

/// The difference between this process's environment and that of a command.
struct CommandEnvironment {
    /// Variables by name; `nil` removes a variable.
    let changes: [Environment.Key: String?]

    /// - Parameter environment: The variables of this process.
    init(
        _ request: ActionRequest,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        var changes: [Environment.Key: String?] = [:]
        // Locked values and the cluster password may be secrets. Removing the whole prefix also
        // covers variables that a later version adds.
        for name in environment.keys where name.hasPrefix("FACEPLATE_") && name != Self.database {
            if let key = Environment.Key(rawValue: name) { changes.updateValue(nil, forKey: key) }
        }
        for (name, value) in Self.variables(of: request) {
            if let key = Environment.Key(rawValue: name) { changes.updateValue(value, forKey: key) }
        }
        self.changes = changes
    }

    /// The only Faceplate variable that a command inherits, so that it can call `faceplate get`.
    private static let database = "FACEPLATE_DATABASE"

    /// `VALUE_<KEY>` for each value, and `STATE` for the state of the button.
    private static func variables(of request: ActionRequest) -> [String: String?] {
        var variables: [String: String?] = ["STATE": request.state]
        for (key, value) in request.values {
            let name = key.uppercased().map { ".-".contains($0) ? "_" : $0 }
            variables["VALUE_" + String(name)] = value.plainText
        }
        return variables
    }
}
