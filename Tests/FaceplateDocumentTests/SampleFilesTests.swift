import FaceplateSchema
import Foundation
import Testing

@testable import FaceplateDocument

/// Real configuration files, in folders of a folder that the variable names.
struct SampleFilesTests {
    private static let files: [String] = {
        guard let folder = ProcessInfo.processInfo.environment["FACEPLATE_DOCUMENT_SAMPLES"] else {
            return []
        }
        let names =
            FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return names.filter { !$0.hasSuffix("schema.json") && DocumentFormat(path: $0) != nil }
            .map { folder + "/" + $0 }.sorted()
    }()

    private static func paths(_ node: DocumentNode, _ path: DocumentPath = []) -> [DocumentPath] {
        let inside =
            node.members.filter { !$0.isInherited }.map { (DocumentStep.name($0.name), $0.node) }
            + node.elements.enumerated().map { (.index($0.offset), $0.element) }
        return (path.isEmpty ? [] : [path])
            + (node.spelling == .alias ? [] : inside.flatMap { paths($0.1, path + [$0.0]) })
    }

    private static func another(_ value: JSONValue) -> JSONValue {
        switch value.content {
        case .boolean(let flag): .boolean(!flag)
        case .number(let number): number.integer == 7 ? 8 : 7
        case .string(let text): .text(text + "x")
        case .array(let elements): .array(elements.dropLast() + ["new", "other: text"])
        case .object(let object):
            .object(object.members.dropFirst() + [.init(name: "added", value: "#value")])
        case .null: "text"
        }
    }

    @Test(arguments: files)
    func everyValueChangesAndReturns(file: String) throws {
        let format = try #require(DocumentFormat(path: file))
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: file)))
        let document: Document
        do throws(DocumentError) {
            document = try Document(reading: bytes, as: format)
        } catch {
            Issue.record("\(file): \(error)")
            return
        }
        let comments = document.commentTexts.sorted()
        var refused = 0
        for path in Self.paths(document.root) {
            let old = try #require(document.node(at: path))
            for new in [Self.another(old.value), nil] as [JSONValue?] {
                var copy = document
                let edit: DocumentEdit
                do throws(DocumentError) {
                    edit =
                        if let new { try copy.set(new, at: path) } else {
                            try copy.remove(at: path)
                        }
                } catch {
                    print(
                        "REFUSED \(file.split(separator: "/").suffix(2).joined(separator: "/")) \(Document.words(path)) \(new?.description ?? "removed"): \(error)"
                    )
                    refused += 1
                    continue
                }
                let lost = Self.missing(comments, in: copy.commentTexts)
                #expect(
                    lost.isEmpty, "\(file) \(Document.words(path)) \(new?.description ?? "removed")"
                )
                let isTakenBack = copy.undo(edit)
                #expect(isTakenBack && copy.bytes == bytes, "\(file) \(Document.words(path))")
            }
        }
        print(
            "DONE \(file.split(separator: "/").suffix(2).joined(separator: "/")): \(Self.paths(document.root).count) values, \(refused) refused"
        )
    }

    private static func missing(_ before: [String], in after: [String]) -> [String] {
        var left = after
        return before.filter { comment in
            guard let index = left.firstIndex(of: comment) else { return true }
            left.remove(at: index)
            return false
        }
    }
}
