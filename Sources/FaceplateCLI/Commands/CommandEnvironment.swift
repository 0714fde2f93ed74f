import Faceplate
import FaceplatePanel
import FaceplateSchema
import Foundation
import Subprocess

/// The difference between this process's environment and that of a command.
struct CommandEnvironment {
    /// `nil` removes a variable.
    let changes: [Environment.Key: String?]

    init(
        _ request: ActionRequest,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        self.init(adding: Self.variables(of: request), environment: environment)
    }

    /// The URL of the panel replaces a database; the token is not passed.
    init(
        database: String?, url: String? = nil,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        if let url {
            self.init(
                adding: [Self.database: nil, "FACEPLATE_URL": url], environment: environment)
        } else {
            self.init(
                adding: database.map { [Self.database: $0] } ?? [:], environment: environment)
        }
    }

    private init(adding variables: [String: String?], environment: [String: String]) {
        var changes: [Environment.Key: String?] = [:]
        // Locked values and the cluster password may be secrets. Removing the whole prefix also
        // covers variables that a later version adds.
        for name in environment.keys where Self.isWithheld(name) {
            if let key = Environment.Key(rawValue: name) { changes.updateValue(nil, forKey: key) }
        }
        for (name, value) in variables {
            if let key = Environment.Key(rawValue: name) { changes.updateValue(value, forKey: key) }
        }
        self.changes = changes
    }

    /// The service manager expects messages of the server only.
    private static func isWithheld(_ name: String) -> Bool {
        name.hasPrefix("FACEPLATE_") && name != database || ServiceManager.variables.contains(name)
    }

    /// The only Faceplate variable that a command inherits, so that it can call `faceplate get`.
    private static let database = "FACEPLATE_DATABASE"

    /// `VALUE_<KEY>` for each value, `INPUT_<KEY>` for each input, and `STATE` for the state of the button.
    ///
    /// Secrets are not among them: other processes of the user can read the environment.
    private static func variables(of request: ActionRequest) -> [String: String?] {
        var variables: [String: String?] = ["STATE": request.state]
        for (key, value) in request.values {
            variables["VALUE_" + SettingKeySyntax.variableName(key)] = value.plainText
        }
        let secrets = request.item.inputs?.secrets ?? []
        for column in request.item.inputs?.columns ?? [] {
            // One that was left out is not inherited from this process.
            let isShown = !secrets.contains(column.key)
            variables.updateValue(
                isShown ? request.inputs[column.key]?.plainText : nil,
                forKey: "INPUT_" + SettingKeySyntax.variableName(column.key))
        }
        return variables
    }
}
