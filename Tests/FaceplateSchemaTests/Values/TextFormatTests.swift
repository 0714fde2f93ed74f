import Testing

@testable import FaceplateSchema

/// A line of text with the form of an address, an identifier or a version.
struct TextFormatTests {
    static let texts: [(format: Schema.TextFormat, accepted: [String], rejected: [String])] = [
        (
            .ipv4, ["192.0.2.1", "0.0.0.0", "255.255.255.255"],
            ["256.0.0.1", "1.2.3", "01.2.3.4", "1.2.3.4 ", "::1"]
        ),
        (
            .ipv6,
            [
                "::", "2001:db8::1", "::ffff:192.0.2.1", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8",
                "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:192.0.2.1", "1::",
            ],
            [
                "2001:db8", "1:2:3:4:5:6:7:8::", "1:2:3:4:5:6:7:192.0.2.1", ":1", "12345::",
                "1::2::3", "fe80::1%eth0", "::1\0",
            ]
        ),
        (.ip, ["192.0.2.1", "::1"], ["host", "192.0.2.0/24"]),
        (
            .cidr, ["192.0.2.0/24", "0.0.0.0/0", "2001:db8::/128"],
            ["192.0.2.0", "192.0.2.0/33", "::/129", "192.0.2.0/024", "/24"]
        ),
        (
            .mac, ["00:00:5e:00:53:01", "AA-BB-CC-DD-EE-FF"],
            ["00:00:5e:00:53", "00:00-5e:00:53:01", "0g:00:5e:00:53:01"]
        ),
        (
            .hostname, ["a", "host.example.org", "xn--bcher-kva.example", "1.2.3.4"],
            [
                "-a.b", "a-.b", "a..b", "a_b", "a.", String(repeating: "a", count: 64),
                Array(repeating: "abcdefghi", count: 26).joined(separator: "."),
            ]
        ),
        (
            .hostPort, ["host.example.org:8080", "192.0.2.1:1", "[2001:db8::1]:65535"],
            ["host", "host:0", "host:65536", "host:080", "2001:db8::1:80", "[host]:80", ":80"]
        ),
        (
            .email, ["name@example.org", "a.b+c@x"],
            ["name", "@example.org", "a b@example.org", "a@b@c", "a@-b"]
        ),
        (
            .uuid,
            ["123e4567-e89b-12d3-a456-426614174000", "123E4567-E89B-12D3-A456-426614174000"],
            ["123e4567e89b12d3a456426614174000", "123e4567-e89b-12d3-a456-42661417400"]
        ),
        (
            .semver, ["1.4.0", "1.4.0-beta.2", "0.0.0-0+a.01"],
            ["1.4", "v1.4.0", "1.04.0", "1.4.0-01", "1.4.0-"]
        ),
    ]

    @Test(arguments: texts.indices)
    func acceptsTextsOfTheForm(index: Int) throws {
        let (format, accepted, rejected) = Self.texts[index]
        let rules = TextRules(form: format.form)
        let pattern = try Pattern(format.form.pattern)
        for (text, isAccepted) in accepted.map({ ($0, true) }) + rejected.map({ ($0, false) }) + [
            ("", true)
        ] {
            let problem = rules.problem(with: .text(text))
            #expect((problem == nil) == isAccepted, "\(format) \(text)")
            if let problem {
                #expect(problem.code == .patternMismatch && problem.parameters["examples"] != "")
            }
            guard !text.isEmpty, text.utf8.count <= 253 else { continue }
            #expect(pattern.matches(text) == isAccepted, "\(format) \(text)")
        }
        for example in format.form.examples { #expect(format.form.accepts(example)) }
    }

    @Test func everyFormatHasTexts() {
        #expect(Self.texts.map(\.format) == Schema.TextFormat.allCases)
    }

    @Test func saysWhatIsAccepted() throws {
        let problem = try #require(
            TextRules(form: Schema.TextFormat.cidr.form).problem(with: .text("x")))
        #expect(
            problem.sentence(about: "Net")
                == "Net must match the format 192.0.2.0/24 or 2001:db8::/32.")
    }
}
