import Testing

@testable import FaceplateSchema

struct JSONWriterTests {
    private static let sample: JSONValue = [
        "b": [1, true, nil, "x\n\"\\\u{1}\u{7F}é😀"], "a": ["z": [], "y": [:]], "B": "",
    ]

    @Test func writesOneLineInTheOrderGiven() {
        #expect(
            JSONWriter().text(Self.sample)
                == #"{"b":[1,true,null,"x\n\"\\\u0001\u007fé😀"],"a":{"z":[],"y":{}},"B":""}"#)
    }

    @Test func sortsByBytesInTheCanonicalForm() {
        #expect(
            JSONWriter(order: .sorted).text(Self.sample)
                == #"{"B":"","a":{"y":{},"z":[]},"b":[1,true,null,"x\n\"\\\u0001\u007fé😀"]}"#)
    }

    @Test func indentsByTwoSpacesALevel() {
        #expect(
            JSONWriter(.indented, order: .sorted).text(["b": [1, 2], "a": [:], "c": []]) == """
                {
                  "a": {},
                  "b": [
                    1,
                    2
                  ],
                  "c": []
                }
                """)
    }

    @Test(
        arguments: [JSONWriter.Layout.compact, .indented],
        [JSONWriter.MemberOrder.asGiven, .sorted])
    func readsBackItsOutput(layout: JSONWriter.Layout, order: JSONWriter.MemberOrder)
        throws
    {
        let writer = JSONWriter(layout, order: order)
        let once = writer.bytes(Self.sample)
        let read = try JSONReader.read(once)
        #expect(writer.bytes(read) == once)
        #expect(
            JSONWriter(order: .sorted).bytes(read) == JSONWriter(order: .sorted).bytes(Self.sample))
    }

    @Test func keepsTheTextOfNumbers() throws {
        for text in ["1.0", "1e2", "-0", "0.10", "12345678901234567890123"] {
            #expect(JSONWriter().text(try JSONReader.read(text)) == text)
        }
    }

    @Test func everyScalarIsReadBack() throws {
        var scalars = String.UnicodeScalarView()
        for number in UInt32(0)...0x2FFF { UnicodeScalar(number).map { scalars.append($0) } }
        let text = String(scalars)
        let back = try JSONReader.read(JSONWriter().bytes(JSONValue(.string(text))))
        #expect(back.string.map { $0.utf8.elementsEqual(text.utf8) } == true)
    }
}
