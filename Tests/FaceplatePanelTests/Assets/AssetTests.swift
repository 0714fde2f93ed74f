import Testing

@testable import FaceplatePanel

struct AssetTests {
    private func packed(_ script: String) -> String {
        String(decoding: Asset.packed(Array(script.utf8), isScript: true), as: UTF8.self)
    }

    @Test(arguments: [
        (
            "const stateOf = (row) => row;\nlog(stateOf(1), ...stateOf(2));",
            "const $0=row=>row;log($0(1),...$0(2));"
        ),
        // A name that is a property, or part of a string, stays.
        ("const state = 1;\nlog(state);", "const $0=1;log($0);"),
        ("const isHeld = row.isHeld;", "const isHeld=row.isHeld;"),
        ("const goTo = 1;\nlog(\"goTo\", goTo);", "const goTo=1;log(\"goTo\",goTo);"),
        ("let isA = 1, isB = 2;\nconst isC = isA + isB;", "let $0=1,isB=2;const $1=$0 + isB;"),
        ("const aB = 1;\nlog(aBc, `${aB}`);", "const $0=1;log(aBc,`${$0}`);"),
    ])
    func aScriptIsSentWithShortNames(script: String, sent: String) {
        #expect(packed(script) == sent + "\n" || packed(script) == sent)
    }

    @Test func noTwoNamesOfThePageBecomeOne() {
        let script = String(decoding: Asset.script.response.body, as: UTF8.self)
        let made = script.matches(of: /(?:const|let) (\$[0-9a-z]+)=/).map { String($0.1) }
        #expect(made.count > 40 && Set(made).count > 40)
        #expect(!script.contains("stateOf") && script.contains("createHTML"))
    }
}
