import FaceplateTestSupport
import Testing

@testable import Microhttpd

struct MessageLogTests {
    @Test(arguments: [
        ("plain", "plain"), ("line\n", "line"), ("a\r\nb", "a\\x0d\\x0ab"),
        ("\u{1b}[31m", "\\x1b[31m"), ("é", "\\xc3\\xa9"), ("", ""), ("\n", ""),
    ])
    func writesOneLineOfText(_ message: String, _ text: String) {
        #expect(MessageLog.escaped(message) == text)
    }

    @Test func limitsTheRateOfMessages() {
        let count = KeptCount()
        let log = MessageLog { _ in count.increment() }
        for _ in 0..<1000 { log("again") }
        // A new second can begin in between.
        #expect(count.value >= 10 && count.value <= 21)
    }

    @Test(.timeLimit(.hung))
    func countsOmittedMessages() throws {
        let box = MessageBox()
        let log = MessageLog { box.add($0) }
        var sent = 0
        let isCounted = eventually {
            log("again")
            sent += 1
            return box.all.contains { $0 != "again" }
        }
        try #require(isCounted)
        let written = box.all.count { $0 == "again" }
        #expect(box.all.filter { $0 != "again" } == ["\(sent - written) messages were left out."])
        #expect(box.all.last == "again")
    }

    @Test(.timeLimit(.hung))
    func includesMessagesOfLibmicrohttpd() throws {
        let box = MessageBox()
        try withServer(.make { $0.log = { box.add($0) } }) { address in
            let client = try RawClient(address)
            client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n")
            _ = client.readToEnd()
        }
        #expect(box.all.allSatisfy { !$0.utf8.contains(10) })
        #expect(!box.all.isEmpty)
    }
}

final class MessageBox: Sendable {
    private let messages = Locked<[String]>([])

    func add(_ message: String) { messages.withLock { $0.append(message) } }

    var all: [String] { messages.withLock { $0 } }
}
