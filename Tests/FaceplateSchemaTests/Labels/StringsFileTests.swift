import FaceplateTestSupport
import Testing

@testable import FaceplateSchema

struct StringsFileTests {
    private static let between = ": write it between '\"'."
    private static let known =
        "Known are \\n, \\t, \\r, \\\", \\\\ and \\U with four hexadecimal digits."

    private func read(_ text: String) throws(LabelFileError) -> [String] {
        try StringsFile.parse(Array(text.utf8)).map { "\($0.key)=\($0.text)" }
    }

    private func problem(_ bytes: [UInt8]) -> String {
        do throws(LabelFileError) {
            _ = try StringsFile.parse(bytes)
            return "none"
        } catch {
            return "\(error)"
        }
    }

    @Test(
        arguments: [
            ("", []), ("  \n", []), (#""a" = "b";"#, ["a=b"]),
            (#""a"="b";"c"="d";"#, ["a=b", "c=d"]),
            ("/* x */\r\n\"a\" = \"b\"; // \"c\" = \"d\";\r\n", ["a=b"]),
            ("key.a-b_1=text;", ["key.a-b_1=text"]),
            (#""same";"#, ["same=same"]), (#"bare;"#, ["bare=bare"]),
            ("\"a\" =\n\n\"b\"\n;", ["a=b"]),
            ("a/* x */=/**/b//y\n;", ["a=b"]), ("'a' = 'b\"c';", ["a=b\"c"]),
            ("\"a\"=\"x\ny\";", ["a=x\ny"]),
            ("path = a/b:c$;", ["path=a/b:c$"]), ("\"//a\" = \"/* b */\";", ["//a=/* b */"]),
            ("\"e\u{301}\" = \"\u{301}\";", ["e\u{301}=\u{301}"]), ("//end", []),
            ("\"\" = \"\";", ["="]),
        ] as [(String, [String])])
    func readsEntries(text: String, expected: [String]) throws {
        #expect(try read(text) == expected)
    }

    @Test(arguments: [
        (#"\n\t\r\"\\\'"#, "\n\t\r\"\\'"), (#"\U00e9"#, "é"), (#"\u00E9x"#, "éx"),
        (#"\Ud83d\ude00"#, "😀"), (#"\%\ "#, "% "), ("\\\n", "\n"),
        (#"\a\b\f\v"#, "\u{7}\u{8}\u{C}\u{B}"),
    ])
    func resolvesEscapes(written: String, expected: String) throws {
        #expect(try StringsFile.parse(Array("k = \"\(written)\";".utf8)).map(\.text) == [expected])
    }

    @Test(arguments: [
        (#""a" "b";"#, "line 1, column 4: Found '\"' after 'a', where ';' was expected."),
        ("a = b\n\nc = d;", "line 1, column 6: Found 'c' after 'a', where ';' was expected."),
        ("a = b", "line 1, column 6: Found the end of the file after 'a', where ';' was expected."),
        (
            "a = ;",
            "line 1, column 5: Found ';', where the text of 'a' was expected" + between
        ),
        (
            "\n é = b;",
            "line 2, column 2: Found U+00E9, where a key was expected: write it between '\"'."
        ),
        (
            "a = {b = c;};",
            "line 1, column 5: Found '{', where the text of 'a' was expected" + between
        ),
        (
            "é\r\n",
            "line 1, column 1: Found U+00E9, where a key was expected: write it between '\"'."
        ),
        (
            "\"é\" = \"x",
            "line 1, column 7: The \" that opens the text of 'é' here is never closed."
        ),
        ("\r\n\r/* x", "line 3, column 1: The comment that starts here is never closed."),
        (#"a = "\"#, "line 1, column 7: The file ends after a backslash."),
        (
            #"a = "\q";"#,
            "line 1, column 6: Unknown escape '\\q'. " + known
        ),
        (
            #"a = "\101";"#,
            "line 1, column 6: Unknown escape '\\1'. " + known
        ),
        (#"a = "\U12G4";"#, "line 1, column 6: The escape needs four hexadecimal digits."),
        (
            #"a = "\Ud83dx";"#,
            "line 1, column 6: The escape is half of a UTF-16 pair, and the other half is missing."
        ),
        (
            #"a = "\Ud83d\U0041";"#,
            "line 1, column 6: The escape is half of a UTF-16 pair, and the other half is missing."
        ),
        (
            #"a = "\Ude00";"#,
            "line 1, column 6: The escape is half of a UTF-16 pair, and the other half is missing."
        ),
    ])
    func reportsSyntaxErrors(text: String, expected: String) {
        #expect(problem(Array(text.utf8)) == expected)
    }

    @Test func usesTheLastOfARepeatedKey() throws {
        let file = try StringsFile(Array("a=1; b=2; a=3; a=4; c=5; b=6;".utf8))
        #expect(file.entries.map { "\($0.key)=\($0.text)" } == ["a=4", "c=5", "b=6"])
        #expect(file.duplicates == ["a", "b"])
    }

    @Test func readsThousandsOfRepeatedKeysInLinearTime() throws {
        try expectProportion(at: 20_000) { count in
            let entries = (0..<count).map { "k\($0);" }.joined()
            let file = try StringsFile(Array((entries + entries).utf8))
            #expect(file.duplicates.count == count)
        }
    }
}

// MARK: - Encodings

extension StringsFileTests {
    @Test(arguments: [[], [0xEF, 0xBB, 0xBF]] as [[UInt8]])
    func readsUTF8(mark: [UInt8]) throws {
        #expect(try StringsFile.parse(mark + Array("\"é\" = \"😀\";".utf8)).map(\.text) == ["😀"])
    }

    @Test(arguments: [true, false], [true, false])
    func readsUTF16(isLittle: Bool, isMarked: Bool) throws {
        let text = (isMarked ? "\u{FEFF}" : "") + "\"é\" = \"😀\";"
        let bytes = text.utf16.flatMap { unit -> [UInt8] in
            let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            return isLittle ? pair.reversed() : pair
        }
        #expect(try StringsFile.parse(bytes).map(\.text) == ["😀"])
    }

    @Test(
        arguments: [
            (
                Array("a=\n\"".utf8) + [0xFF],
                "line 2, column 2: The file is not valid UTF-8 here. Save it as UTF-8."
            ),
            (
                [0xFF, 0xFE, 0x61, 0x00, 0x00, 0xD8, 0x61, 0x00],
                "line 1, column 2: The file is not valid UTF-16 here. Save it as UTF-8."
            ),
            (
                [0xFE, 0xFF, 0x00, 0x61, 0x00],
                "line 1, column 2: The file is UTF-16, but ends within a character."
            ),
            (
                Array("\u{FFFD}\u{FFFD}/\0*\0".utf8),
                "line 1, column 4: There is a NUL character. The file looks like UTF-16 "
                    + "that a conversion damaged: save the original as UTF-8."
            ),
        ] as [([UInt8], String)])
    func reportsThePositionOfAnEncodingError(bytes: [UInt8], expected: String) {
        #expect(problem(bytes) == expected)
    }

    @Test(arguments: [
        "<?xml version=\"1.0\"?><plist><dict><key>A</key><string>é</string>"
            + "<key>B</key><string>b</string></dict></plist>",
        "{ A = é; B = b; }".replacing("é", with: "\"é\""),
    ])
    func readsPropertyLists(text: String) throws {
        let entries = try StringsFile.parse(Array(text.utf8))
        #expect(entries.map { "\($0.key)=\($0.text)" } == ["A=é", "B=b"])
    }

    @Test(arguments: [("<integer>-5</integer>", "-5"), ("<real>0.50</real>", "0.5")])
    func readsANumberInAPropertyListAsText(value: String, text: String) throws {
        let list = "<plist><dict><key>a</key>\(value)</dict></plist>"
        #expect(try read(list) == ["a=\(text)"])
    }

    @Test func readsABinaryPropertyList() throws {
        let bytes = try #require(
            Base64.bytes(
                of:
                    "YnBsaXN0MDDSAQIDBFFBUUJhAOlRYggNDxEUAAAAAAAAAQEAAAAAAAAABQAAAAAAAAAAAAAAAAAAABY="
            ))
        let file = try StringsFile(bytes)
        #expect(file.entries.map { "\($0.key)=\($0.text)" } == ["A=é", "B=b"])
    }

    @Test(arguments: [
        (
            "bplist00\u{1}",
            "line 1, column 1: The file starts like a binary property list, but is damaged or cut off."
        ),
        (
            "<plist>\n<array/></plist>",
            "line 1, column 1: The property list contains an array, where strings by key were expected."
        ),
        (
            "<dict><key>a</key><dict/></dict>",
            "line 1, column 1: 'a' is a dictionary, where a string was expected."
        ),
        (
            "<plist>\n <dict><key>a</key></dict>",
            "line 2, column 20: Found </dict>, where the value of 'a' was expected."
        ),
    ])
    func reportsErrorsOfAPropertyList(text: String, expected: String) {
        #expect(problem(Array(text.utf8)) == expected)
    }

    /// Checks that a file that can be read is unchanged after writing, and that errors have a position in the file.
    @Test func readsRandomBytesOrReportsAPosition() throws {
        var random = SplitMix(seed: 11)
        let words = [
            "\"", "=", ";", "\\", "/*", "*/", "//", "a", "\n", "\\U", "d83d", "\u{FEFF}", "'",
            "a = \"b\\\"\";", "\"\\\\\n\" = é;", "c;",
        ]
        var entries = 0
        for _ in 0..<3000 {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 0..<8, using: &random) {
                if Int.random(in: 0..<12, using: &random) > 0 {
                    bytes += Array((words.randomElement(using: &random) ?? "").utf8)
                } else {
                    bytes.append(UInt8.random(in: 0...255, using: &random))
                }
            }
            for bytes in [bytes, [0xFF, 0xFE] + bytes] {
                let file: StringsFile
                do throws(LabelFileError) {
                    file = try StringsFile(bytes)
                } catch {
                    let lines = 1 + bytes.count { $0 == 0x0A || $0 == 0x0D }
                    #expect((1...lines).contains(error.line), "\(bytes)")
                    #expect((1...bytes.count + 1).contains(error.column), "\(bytes)")
                    continue
                }
                entries += file.entries.count
                #expect(try StringsFile(written(file)).entries == file.entries, "\(bytes)")
            }
        }
        #expect(entries > 100)
    }

    private func written(_ file: StringsFile) -> [UInt8] {
        func quoted(_ text: String) -> String {
            let scalars = text.unicodeScalars.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }
            return "\"\(scalars.joined())\""
        }
        return file.entries.flatMap { "\(quoted($0.key)) = \(quoted($0.text));\n".utf8 }
    }
}
