/// The programs of the guide "If you come from another settings library": `ComingFrom sections`, `properties`,
/// `properties FOLDER`, `lists` or `cells`.
@main
enum ComingFrom {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        switch (arguments.first, arguments.dropFirst().first) {
        case ("sections", _): try await sections()
        case ("properties", nil): properties()
        case ("properties", let folder?): try await sync(folder)
        case ("lists", _): try await lists()
        case ("cells", _): try await cells()
        default: print("Name one of: sections, properties, lists, cells.")
        }
    }
}
