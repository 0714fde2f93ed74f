import ArgumentParser

/// How a command answers.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Answer in JSON, on one line of standard output.")
    var json = false
}
