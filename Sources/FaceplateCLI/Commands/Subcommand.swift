import ArgumentParser

/// A subcommand whose errors become words on standard error and an exit code, in one place.
protocol Subcommand: AsyncParsableCommand {
    var output: OutputOptions { get }

    /// Does the work. What it throws is put into words by `Failure`.
    func perform() async throws
}

extension Subcommand {
    func run() async throws {
        defer { LogWriter.standardError.flush() }
        do {
            try await perform()
        } catch let code as ExitCode {
            throw code
        } catch let error as ValidationError {
            throw error
        } catch {
            let failure = Failure.of(error)
            failure.report(asJSON: output.json)
            throw failure.status
        }
    }
}
