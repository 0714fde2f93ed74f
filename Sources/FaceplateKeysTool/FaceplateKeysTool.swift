import FaceplateGenerator
import FaceplateSchema
import Foundation

/// The program that the plugin `FaceplateKeys` runs for each schema: SCHEMA OUTPUT ACCESS [TYPE].
///
/// Problems are printed in the format of compiler errors, so that editors show them in the schema.
@main
enum FaceplateKeysTool {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        guard let schema = arguments.first, arguments.count >= 3,
            let access = KeysGenerator.Access(rawValue: arguments[3])
        else { fail(["FaceplateKeysTool takes SCHEMA OUTPUT ACCESS [TYPE]."]) }
        do {
            let file = try SchemaFile(path: schema)
            let generator = try KeysGenerator(
                file, typeName: arguments.count > 3 ? arguments[4] : nil, access: access)
            try GeneratedFile.write(try generator.swift(), to: arguments[2])
        } catch let error as SchemaError {
            fail(
                error.problems.map {
                    "\(schema):\($0.position.line):\($0.position.column): error: \($0.message)"
                })
        } catch let error as GeneratorError {
            fail(error.problems.map { "\(schema):1:1: error: \($0)" })
        } catch {
            fail(["\(schema):1:1: error: '\(arguments[2])' cannot be written."])
        }
    }

    private static func fail(_ lines: [String]) -> Never {
        FileHandle.standardError.write(Data(lines.map { $0 + "\n" }.joined().utf8))
        exit(1)
    }
}
