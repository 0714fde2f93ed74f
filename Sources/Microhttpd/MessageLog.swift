/// A log for messages that any client can cause: at most ten a second, in one line each.
package final class MessageLog: Sendable {
    private struct Window {
        var second: Int64 = .min
        var count = 0
        var left = 0
    }

    private static let messagesPerSecond = 10

    private let window = Locked(Window())
    private let write: @Sendable (String) -> Void

    package init(_ write: @escaping @Sendable (_ message: String) -> Void) { self.write = write }

    package func callAsFunction(_ message: String) {
        let second = MonotonicClock.now / 1_000_000_000
        let leftOut: Int? = window.withLock { window in
            var leftOut = 0
            if window.second != second {
                leftOut = window.left
                window = Window(second: second)
            }
            guard window.count < Self.messagesPerSecond else {
                window.left += 1
                return nil
            }
            window.count += 1
            return leftOut
        }
        guard let leftOut else { return }
        if leftOut > 0 { write("\(leftOut) messages were left out.") }
        write(Self.escaped(message))
    }

    /// Returns a message as one line: control bytes and non-ASCII bytes as `\xNN`, without a line end.
    static func escaped(_ message: String) -> String {
        let hex = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        for byte in message.utf8 {
            if byte >= 0x20, byte < 0x7f {
                text.append(byte)
            } else {
                text += [UInt8(ascii: "\\"), UInt8(ascii: "x")]
                text += [hex[Int(byte >> 4)], hex[Int(byte & 15)]]
            }
        }
        let end = Array("\\x0a".utf8)
        if text.count >= end.count, text.suffix(end.count).elementsEqual(end) {
            text.removeLast(end.count)
        }
        return String(decoding: text, as: UTF8.self)
    }
}
