import ArgumentParser

/// A subcommand that reports its errors on standard error and with an exit code.
protocol Subcommand: AsyncParsableCommand {
    var output: OutputOptions { get }

    /// Does the work; `Failure` describes the errors that it throws.
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
