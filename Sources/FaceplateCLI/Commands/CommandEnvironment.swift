import Faceplate
import FaceplatePanel
import FaceplateSchema
import Foundation
import Subprocess

/// The difference between this process's environment and that of a command.
struct CommandEnvironment {
    /// Variables to set by name; `nil` for those to leave out.
    let changes: [Environment.Key: String?]

    /// - Parameter environment: the variables of this process.
    init(
        _ request: ActionRequest,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        var changes: [Environment.Key: String?] = [:]
        // A locked value and the password of a cluster may be secrets. Rather too many names are
        // left out than one that a later version adds.
        for name in environment.keys where name.hasPrefix("FACEPLATE_") && name != Self.database {
            if let key = Environment.Key(rawValue: name) { changes.updateValue(nil, forKey: key) }
        }
        for (name, value) in Self.variables(of: request) {
            if let key = Environment.Key(rawValue: name) { changes.updateValue(value, forKey: key) }
        }
        self.changes = changes
    }

    /// The one variable of ours that a command inherits: it may ask for values by `faceplate get`.
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
