import Testing

@testable import FaceplatePanel

struct ActionLogTests {
    @Test
    func keepsTheNewest() {
        let log = ActionLog()
        let names = (0..<257).map { log.add(ActionLog.Entry(key: "k", message: String($0))) }
        #expect(Set(names).count == 257)
        #expect(log[names[0]] == nil)
        #expect(log[names[1]]?.message == "1")
        #expect(log[names[256]]?.message == "256")
        #expect(log["nobody"] == nil)
    }

    @Test
    func namesWhatCannotBeGuessed() {
        let log = ActionLog()
        for _ in 0..<100 {
            let name = log.add(ActionLog.Entry(key: "k", message: nil))
            #expect(name.utf8.allSatisfy { $0 >= 0x61 && $0 <= 0x7A || $0 >= 0x30 && $0 <= 0x39 })
            #expect(name.count > 15)
        }
    }
}
