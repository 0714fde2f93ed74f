import Testing

@testable import Microhttpd

struct RequestTargetTests {
    @Test(
        arguments: [
            ("/", "/", nil), ("/a/b", "/a/b", nil), ("/a%20b", "/a b", nil), ("/%41", "/A", nil),
            ("/%c3%a9", "/é", nil), ("/é", "/é", nil), ("//etc", "//etc", nil),
            ("/a?b", "/a", "b"), ("/a?", "/a", ""), ("/a?b?c", "/a", "b?c"),
            ("/?%zz/..", "/", "%zz/.."),
            ("/a%3fb", "/a?b", nil), ("/a%23b", "/a#b", nil), ("/%2525", "/%25", nil),
            ("/...", "/...", nil), ("/.a", "/.a", nil), ("/a.", "/a.", nil),
            ("/a..b", "/a..b", nil),
        ] as [(String, String, String?)])
    func decodesOnce(_ raw: String, _ path: String, _ query: String?) throws {
        let bytes = Array(raw.utf8)
        let target = try RequestTarget(bytes[...], allowsAsterisk: false)
        #expect(Array(target.path.utf8) == Array(path.utf8))
        #expect(target.queryStart.map { String(decoding: bytes[$0...], as: UTF8.self) } == query)
    }

    @Test(
        arguments: [
            ("", .notOrigin), ("a", .notOrigin), ("*", .notOrigin), ("http://a/", .notOrigin),
            ("/a b", .badByte), ("/a\t", .badByte), ("/\u{7f}", .badByte), ("/a#b", .badByte),
            ("/?a#b", .badByte), ("/%", .badEncoding), ("/%4", .badEncoding),
            ("/%4g", .badEncoding),
            ("/%+4", .badEncoding), ("/%ff", .badEncoding), ("/%c0%ae", .badEncoding),
            ("/%ed%a0%80", .badEncoding), ("/%00", .hiddenSyntax), ("/%0a", .hiddenSyntax),
            ("/%7f", .hiddenSyntax), ("/%2f", .hiddenSyntax), ("/%2F", .hiddenSyntax),
            ("/%5c", .hiddenSyntax), ("/\\", .hiddenSyntax), ("/.", .dotSegment),
            ("/..", .dotSegment), ("/a/../b", .dotSegment), ("/%2e%2e", .dotSegment),
            ("/a/.%2e?x", .dotSegment), ("/./a", .dotSegment),
        ] as [(String, RequestTarget.Flaw)])
    func rejectsInvalidTargets(_ raw: String, _ flaw: RequestTarget.Flaw) {
        #expect(throws: flaw) {
            try RequestTarget(Array(raw.utf8)[...], allowsAsterisk: false)
        }
    }

    @Test func readsAnyBytesWithoutACrash() {
        var generator = SeededGenerator(state: 7)
        for _ in 0..<20_000 {
            let count = Int.random(in: 0..<24, using: &generator)
            let tail = (0..<count).map { _ in
                Bool.random(using: &generator)
                    ? UInt8.random(in: 0...255, using: &generator)
                    : Array("%2e/.?f0".utf8).randomElement(using: &generator) ?? 0
            }
            guard
                let target = try? RequestTarget(
                    (Array("/".utf8) + tail)[...], allowsAsterisk: false)
            else { continue }
            #expect(target.path.utf8.first == UInt8(ascii: "/"))
            #expect(!target.path.utf8.contains(0))
            #expect(!target.path.split(separator: "/").contains { $0 == ".." || $0 == "." })
        }
    }
}

/// A generator that produces the same numbers each time.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 29)
    }
}
