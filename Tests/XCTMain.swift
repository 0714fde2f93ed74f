import Testing

/// Where the program of all tests begins, by the name that the package manager looks for. Without this file it would
/// look for tests of XCTest, of which there are none, in the index, and every target would have to write one.
@main
struct XCTMain {
    static func main() async {
        await Testing.__swiftPMEntryPoint() as Never
    }
}
