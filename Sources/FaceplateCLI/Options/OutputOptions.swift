import ArgumentParser

/// The option for the output format of a command.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print the result as one line of JSON.")
    var json = false
}
