import Dispatch
import Logging
import Synchronization
import Testing

@testable import FaceplateCLI

struct LogWriterTests {
    /// An output that blocks until the test opens it, like a pipe without a reader.
    private final class Pipe: Sendable {
        private let texts = Mutex<[String]>([])
        let isOpen = DispatchSemaphore(value: 0)
        let isReached = DispatchSemaphore(value: 0)

        var written: [String] { texts.withLock { $0 } }

        func write(_ text: String) -> Bool {
            isReached.signal()
            isOpen.wait()
            isOpen.signal()
            texts.withLock { $0.append(text) }
            return true
        }
    }

    @Test func writesLinesInOrder() {
        let pipe = Pipe()
        pipe.isOpen.signal()
        let writer = LogWriter { pipe.write($0) }
        for number in 0..<100 { writer.write("line \(number)") }
        writer.flush(within: .seconds(60))
        #expect(pipe.written == (0..<100).map { "line \($0)\n" })
    }

    /// A line break in text from outside would begin a line that looks like another event.
    @Test func writesAnEventOnOneLine() {
        let pipe = Pipe()
        pipe.isOpen.signal()
        let writer = LogWriter { pipe.write($0) }
        let logger = Logger(label: "x") { LineLogHandler(label: $0, writer: writer) }
        logger.info("one\ntwo", metadata: ["k": "\u{1B}[2J\r"])
        writer.flush(within: .seconds(60))
        let end = #"info x: k=\u001b[2J\u000d [FaceplateCLITests] one\u000atwo"# + "\n"
        #expect(pipe.written.count == 1 && pipe.written[0].hasSuffix(end), "\(pipe.written)")
    }

    @Test func dropsLinesInsteadOfWaitingForAReader() {
        let pipe = Pipe()
        let writer = LogWriter { pipe.write($0) }
        let line = String(repeating: "x", count: 1_023)
        writer.write("first")
        pipe.isReached.wait()
        // 1,023 lines of 1 KiB fit after the first one; the others are dropped.
        for _ in 0..<2_000 { writer.write(line) }
        // `flush` must return even if nothing can be written.
        writer.flush(within: .milliseconds(1))
        #expect(pipe.written.isEmpty)
        pipe.isOpen.signal()
        writer.flush(within: .seconds(60))
        // Written lines free their room, so as many lines fit again.
        for _ in 0..<1_000 {
            writer.write(line)
            writer.flush(within: .seconds(60))
        }
        let texts = pipe.written
        #expect(texts.count == 1 + 1_023 + 1_000)
        let lost = "977 log lines were lost: the output was not read.\n"
        #expect(texts.filter { $0 != line + "\n" } == ["first\n", lost + line + "\n"])
    }
}
