import Testing

@testable import FaceplateSchema

struct LocaleTableTests {
    /// Requests name locales without end.
    @Test func aFullTableIsEmptied() throws {
        let letters = Array("abcdefghijklmnopqrstuvwxyz")
        let tags = letters.flatMap { first in letters.map { LocaleTag("\(first)\($0)") } }
        let locales = try tags.prefix(65).map { try #require($0) }
        let table = LocaleTable<Int>()
        var asked = 0
        func entry(_ locale: LocaleTag) -> Int {
            table[
                locale,
                { _ in
                    asked += 1
                    return asked
                }]
        }
        let first = locales[0]
        for locale in locales.prefix(64) { _ = entry(locale) }
        #expect(entry(first) == 1)
        _ = entry(locales[64])
        #expect(entry(first) == 66)
    }
}
