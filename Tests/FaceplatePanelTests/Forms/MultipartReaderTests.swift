import FaceplateTestSupport
import Testing

@testable import FaceplatePanel

struct MultipartReaderTests {
    private static let endless =
        "The headers of the part do not end, or are more than 16 lines or 8192 bytes."

    private func decode(
        _ body: some Sequence<UInt8>, type: String = "multipart/form-data; boundary=XX",
        fieldLimit: Int = 9
    ) throws(FormError) -> [FormField] {
        try FormDecoder.decode(Array(body), contentType: type, fieldLimit: fieldLimit)
    }

    private func problem(_ body: some Sequence<UInt8>, fieldLimit: Int = 9) -> FormError? {
        do throws(FormError) {
            _ = try decode(body, fieldLimit: fieldLimit)
            return nil
        } catch {
            return error
        }
    }

    private func part(_ disposition: String, _ content: String, headers: String = "") -> String {
        "--XX\r\nContent-Disposition: \(disposition)\r\n\(headers)\r\n\(content)\r\n"
    }

    private func single(_ disposition: String, _ content: String = "v", headers: String = "")
        -> String
    {
        part(disposition, content, headers: headers) + "--XX--\r\n"
    }

    @Test func readsTheBodyOfABrowser() throws {
        let body = """
            ------WebKitFormBoundaryAbC\r
            Content-Disposition: form-data; name="display_titles"\r
            \r
            NO\r
            ------WebKitFormBoundaryAbC\r
            Content-Disposition: form-data; name="display_titles"\r
            \r
            YES\r
            ------WebKitFormBoundaryAbC\r
            Content-Disposition: form-data; name="image"; filename="é%22.png"\r
            Content-Type: image/png\r
            \r
            \u{89}PNG\r
            --\r
            ------WebKitFormBoundaryAbC--\r

            """
        let fields = try decode(
            body.utf8, type: "multipart/form-data; boundary=----WebKitFormBoundaryAbC")
        #expect(
            fields == [
                FormField(name: "display_titles", value: "NO"),
                FormField(name: "display_titles", value: "YES"),
                FormField(
                    name: "image", fileName: "é\".png", mediaType: "image/png",
                    data: Array("\u{89}PNG\r\n--".utf8)),
            ])
    }

    @Test(arguments: [
        "", "a=b", "\r\n", "\n", "\r", "--", "\r\n--", "\r\n--X", "XX", "\r\n--XXa", "\r\n--XX-",
        "\r\n\r\n--\r\n", "é\0", "e\u{301}",
    ])
    func keepsTheBytesOfValues(value: String) throws {
        let body = single(#"form-data; name="k""#, value)
        let fields = try decode(body.utf8)
        #expect(fields.map { Array($0.value.utf8) } == [Array(value.utf8)])
    }

    @Test func keepsTheBytesOfFiles() throws {
        let data = (0...255).map { UInt8($0) } + [0x0D, 0x0A, 0x2D, 0x2D, 0x58]
        let start = "--XX\r\nContent-Disposition: form-data; name=f; filename=\"\"\r\n\r\n"
        let body = Array(start.utf8) + data + Array("\r\n--XX--".utf8)
        #expect(try decode(body) == [FormField(name: "f", fileName: "", data: data)])
    }

    @Test(arguments: [
        (#"form-data; name="k""#, "k"), ("form-data;name=k", "k"), (#"FORM-DATA; NAME="k""#, "k"),
        (#"form-data; name="a\"b""#, "a\"b"), (#"form-data; name="a\\b""#, "a\\b"),
        (#"form-data; name="a\b""#, "a\\b"), (#"form-data; name="%22%0d%0A%41%2""#, "\"\r\n%41%2"),
        (#"form-data; name="a;b=c""#, "a;b=c"), (#"form-data; x=y; name="é""#, "é"),
    ])
    func readsNames(disposition: String, name: String) throws {
        #expect(try decode(single(disposition).utf8) == [FormField(name: name, value: "v")])
    }

    @Test(arguments: [
        "--XX--", "--XX--\r\n", "\r\n--XX--\r\n", "--XX-- \t\r\n",
    ])
    func readsAFormWithoutFields(body: String) throws {
        #expect(try decode(body.utf8).isEmpty)
    }

    @Test(arguments: [
        "\r\n--XX \t\r\nContent-Disposition: form-data; name=k\r\n\r\nv\r\n--XX--",
        "--XX\r\nX-Other: é\r\ncontent-disposition:form-data;name=k\r\n\r\nv\r\n--XX--\r\n",
        "--XX\r\nContent-Disposition: form-data; name=\"\"\r\n\r\nx\r\n"
            + "--XX\r\nContent-Disposition: form-data; name=k\r\n\r\nv\r\n--XX--\r\n",
    ])
    func readsUnusualValidBodies(body: String) throws {
        #expect(try decode(body.utf8) == [FormField(name: "k", value: "v")])
    }

    @Test func readsAPartThatEndsWithItsHeaders() throws {
        let body = "--XX\r\nContent-Disposition: form-data; name=k\r\n\r\n--XX--"
        #expect(try decode(body.utf8) == [FormField(name: "k", value: "")])
    }

    @Test(arguments: [
        ("", "At byte 0: The body does not start with its boundary."),
        ("preamble\r\n--XX--", "At byte 0: The body does not start with its boundary."),
        ("--XY--", "At byte 0: The body does not start with its boundary."),
        ("--XXa", "At byte 4: A boundary is not followed by a line end."),
        ("--XX\n", "At byte 4: A boundary is not followed by a line end."),
        ("--XX--x", "At byte 6: There is text after the closing boundary."),
        ("--XX--\r\nx", "At byte 8: There is text after the closing boundary."),
        (
            "--XX\r\n",
            "At byte 6: " + endless
        ),
        (
            "--XX\r\nA: b\n\nv\r\n--XX--",
            "At byte 6: A header of a part is written 'Name: value', up to CR LF."
        ),
        (
            "--XX\r\nno colon\r\n\r\nv\r\n--XX--",
            "At byte 6: A header of a part is written 'Name: value', up to CR LF."
        ),
        (
            "--XX\r\nA: b\r\n c\r\n\r\nv\r\n--XX--",
            "At byte 12: A header of a part is written 'Name: value', up to CR LF."
        ),
        (
            "--XX\r\nA : b\r\n\r\nv\r\n--XX--",
            "At byte 6: A header of a part is written 'Name: value', up to CR LF."
        ),
        (
            "--XX\r\nA: \0\r\n\r\nv\r\n--XX--",
            "At byte 6: A header of a part is written 'Name: value', up to CR LF."
        ),
        (
            "--XX\r\n\r\nv\r\n--XX--",
            "At byte 6: The part needs one header 'Content-Disposition: form-data; name=\"...\"'."
        ),
    ])
    func rejectsABrokenBody(body: String, message: String) {
        #expect(problem(body.utf8) == FormError(status: 400, message: message))
    }

    @Test(arguments: [
        (
            "attachment; name=k",
            "The part needs one header 'Content-Disposition: form-data; name=\"...\"'."
        ),
        (
            "form-data; name=\"k",
            "The part needs one header 'Content-Disposition: form-data; name=\"...\"'."
        ),
        (
            "form-data; name=a; name=b",
            "The part needs one header 'Content-Disposition: form-data; name=\"...\"'."
        ),
        ("form-data", "The Content-Disposition of the part has no name."),
        (
            "form-data; name=k; filename*=utf-8''x",
            "The part uses 'filename*'. Write 'filename' in UTF-8 (RFC 7578 4.2)."
        ),
    ])
    func rejectsABrokenDisposition(disposition: String, message: String) {
        #expect(
            problem(single(disposition).utf8)
                == FormError(status: 400, message: "At byte 6: " + message))
    }

    @Test(arguments: ["", "v", "v\r\n", "v\r\n--XX", "v\r\n--XX-", "v\n--XX--"])
    func rejectsATruncatedBody(rest: String) {
        let start = "--XX\r\nContent-Disposition: form-data; name=k\r\n\r\n"
        let found = problem((start + rest).utf8)
        #expect(found?.status == 400)
    }

    @Test func rejectsValuesThatAreNotUTF8() {
        let start = Array("--XX\r\nContent-Disposition: form-data; name=k\r\n\r\n".utf8)
        let body = start + [0xFF] + Array("\r\n--XX--".utf8)
        #expect(
            problem(body)
                == FormError(
                    status: 400, message: "At byte \(start.count): The value of 'k' is not UTF-8."))
    }

    @Test(
        arguments: [
            ("Content-Type: text/plain; charset=utf-16\r\n", 415),
            ("Content-Type: text/plain; charset=UTF-8\r\n", nil),
            ("Content-Type: text/plain\r\n", nil), ("Content-Transfer-Encoding: base64\r\n", 415),
            ("Content-Transfer-Encoding: 8BIT\r\n", nil),
        ] as [(String, Int?)])
    func acceptsOnlyUTF8(headers: String, status: Int?) {
        #expect(problem(single("form-data; name=k", headers: headers).utf8)?.status == status)
    }

    @Test func limitsTheHeadersOfAPart() {
        func body(lines: Int, length: Int) -> String {
            let line = "A: " + String(repeating: "x", count: length) + "\r\n"
            let lines = String(repeating: line, count: lines)
            return single("form-data; name=k", headers: lines)
        }
        #expect(problem(body(lines: 15, length: 1).utf8) == nil)
        #expect(problem(body(lines: 16, length: 1).utf8)?.status == 400)
        for length in 8100...8200 {
            let whole = 40 + length + 5 + 2 <= 8192
            #expect((problem(body(lines: 1, length: length).utf8) == nil) == whole)
        }
    }

    @Test func limitsTheNumberOfFields() {
        let body = String(repeating: part("form-data; name=k", "v"), count: 3) + "--XX--"
        #expect(problem(body.utf8, fieldLimit: 3) == nil)
        #expect(problem(body.utf8, fieldLimit: 2)?.status == 413)
    }

    @Test(arguments: [
        "", "; boundary", "; boundary=", "; boundary=\"\"", "; boundary=\"a \"", "; boundary=a\"",
        "; boundary=\"é\"", "; boundary=" + String(repeating: "a", count: 71), "; boundary=a@b",
    ])
    func rejectsAnInvalidBoundary(parameter: String) {
        #expect(throws: FormError.self) {
            do throws(FormError) {
                _ = try decode([], type: "multipart/form-data" + parameter)
            } catch {
                #expect(error.status == 415)
                throw error
            }
        }
    }

    @Test(arguments: ["'()+_,-./:=?", "a b", String(repeating: "a", count: 70)])
    func acceptsEveryValidBoundary(boundary: String) throws {
        let type = "multipart/form-data; boundary=\"\(boundary)\""
        #expect(try decode("--\(boundary)--".utf8, type: type).isEmpty)
    }

    @Test func neverCrashesOnRandomBytes() {
        var random = SplitMix(seed: 23)
        let words = [
            "--XX", "--XX--", "\r\n", "\r", "\n", "Content-Disposition: form-data; name=", "\"",
            "k",
            "; filename=", ":", "\r\n\r\n", "\\", "-", "\r\n--XX\r\n", "%22", " ",
        ]
        for _ in 0..<5000 {
            var body: [UInt8] = Array("--XX".utf8)
            for _ in 0..<Int.random(in: 0..<24, using: &random) {
                if Int.random(in: 0..<6, using: &random) > 0 {
                    body += Array((words.randomElement(using: &random) ?? "").utf8)
                } else {
                    body.append(UInt8.random(in: 0...255, using: &random))
                }
            }
            #expect([nil, 400, 413, 415].contains(problem(body)?.status))
        }
    }

    @Test func neverCrashesOnATruncationOrAFlippedByte() {
        let body = Array(
            (part("form-data; name=\"a\"", "1") + single("form-data; name=b; filename=\"c\"", "2"))
                .utf8)
        for index in body.indices {
            // The last boundary ends with two hyphens; the line break after them is optional.
            let isWhole = body.count - index == 2
            #expect((problem(body[..<index]) == nil) == isWhole, "cut at \(index)")
            var flipped = body
            flipped[index] ^= 0x21
            _ = problem(flipped)
        }
        #expect(problem(body) == nil)
    }
}
