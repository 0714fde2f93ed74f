import Testing

/// The entry point of the program of all tests, under the name that the package manager looks for.
///
/// Without it the package manager looks for tests of XCTest in the index, which the scripts do not have written.
@main
struct XCTMain {
    static func main() async {
        await Testing.__swiftPMEntryPoint() as Never
    }
}
