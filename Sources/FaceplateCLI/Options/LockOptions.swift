import ArgumentParser
import Faceplate
import FaceplateSchema
import Foundation

struct LockOptions: ParsableArguments {
    @Option(
        name: .customLong("lock"),
        help: ArgumentHelp(
            "A JSON file {\"KEY\": VALUE} of locked settings. Repeatable; a later file overrides an "
                + "earlier one, and FACEPLATE_SET_KEY overrides files.",
            valueName: "file"))
    var files: [String] = []

    func locks() throws(Failure) -> Settings.Locks {
        var locks = Settings.Locks.ofEnvironment
        for path in files { locks.list += try Self.locks(in: path) }
        return locks
    }

    private static func locks(in path: String) throws(Failure) -> [Settings.Lock] {
        let bytes: [UInt8]
        do throws(RegularFile.Refusal) {
            bytes = try RegularFile.bytes(of: path, limit: SchemaReader.maximumSize)
        } catch {
            throw Failure(.refused, "The file '\(path)' cannot be read.")
        }
        let json: JSONValue
        do throws(JSONError) {
            json = try JSONReader.read(bytes)
        } catch {
            throw Failure(.refused, "\(path): \(error)")
        }
        guard let object = json.object else {
            throw Failure(
                .refused,
                "\(path): A lock file must contain an object of values by key, like {\"port\": 8080}."
            )
        }
        return object.members.map {
            Settings.Lock($0.name, .json($0.value), source: .file(path))
        }
    }
}

extension Settings.Locks {
    static var ofEnvironment: Settings.Locks {
        Settings.Locks(environment: ProcessInfo.processInfo.environment)
    }

    func warn(of schema: Schema) {
        for (name, nearest) in unknownVariables(in: schema) {
            StandardStreams.say(
                "The environment variable \(name) names no setting, so it locks nothing."
                    + (nearest.map { " Did you mean \($0)?" } ?? ""))
        }
    }
}
