import ArgumentParser

/// The option for the schema file of commands that do not take it as an argument.
struct SchemaOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The schema file NAME.json. It selects the database NAME.sqlite, which need not exist "
                + "yet.",
            valueName: "schema"))
    var schema: String?
}
