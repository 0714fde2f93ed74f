import ArgumentParser

/// Which schema a command reads by, where it is not its argument.
struct SchemaOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The schema file: says which database is meant, and describes one that is not "
                + "there yet.",
            valueName: "schema"))
    var schema: String?
}
