import Testing

@testable import FaceplateSchema

struct ListEditTests {
    @Test(
        arguments: [
            (.remove(0), [2, 3]), (.remove(2), [1, 2]), (.moveUp(0), [1, 2, 3]),
            (.moveUp(2), [1, 3, 2]), (.moveDown(0), [2, 1, 3]), (.moveDown(2), [1, 2, 3]),
            (.move(0, to: 2), [2, 3, 1]), (.move(2, to: 0), [3, 1, 2]),
            (.move(1, to: 1), [1, 2, 3]), (.move(0, to: 9), [2, 3, 1]),
            (.move(1, to: -1), [2, 1, 3]), (.append(4), [1, 2, 3, 4]), (.replace(1, 9), [1, 9, 3]),
        ] as [(ListEdit, [Value])])
    func changesOneElement(edit: ListEdit, list: [Value]) throws {
        #expect(try edit.applied(to: [1, 2, 3]) == list)
    }

    @Test(arguments: [-1, 3, Int.max, Int.min])
    func rejectsMissingPositions(index: Int) {
        let problem = ValueProblem(.noSuchElement, ["index": String(index), "count": "3"])
        for edit in [
            ListEdit.remove(index), .moveUp(index), .moveDown(index), .move(index, to: 0),
            .replace(index, 1),
        ] {
            #expect(throws: problem) { try edit.applied(to: [1, 2, 3]) }
        }
    }

    @Test func anEmptyListCanOnlyGrow() throws {
        #expect(throws: ValueProblem.self) { try ListEdit.moveDown(0).applied(to: []) }
        #expect(try ListEdit.append("a").applied(to: []) == ["a"])
    }

    @Test func readsFields() throws {
        let removal = try #require(ListEdit.removal("servers[2]"))
        #expect(removal.key == "servers" && removal.edit == .remove(2))
        let up = try #require(ListEdit.move("servers[2]:up"))
        #expect(up.key == "servers" && up.edit == .moveUp(2))
        #expect(ListEdit.move("a[0]:down")?.edit == .moveDown(0))
        #expect(ListEdit.move("a[4]:0")?.edit == .move(4, to: 0))
    }

    @Test(arguments: [
        "", "a", "a[b]", "a[0][1]", "a[0]:up", "a[0]:", "a[x", ":", "a:up", "a[0]:left",
        "a[0]:up:down", "a[0]:UP", "[0]:up", "a[0]:-1", "a[0]:1.5", "a[0]: 1", "a[0]:1]",
    ])
    func rejectsOtherFields(text: String) {
        if text != "a[0]:up" { #expect(ListEdit.move(text) == nil) }
        #expect(ListEdit.removal(text) == nil)
    }
}
