import Testing

@testable import FaceplatePanel

struct AnswerFormTests {
    /// The `Accept` headers of requests, and the format of the responses.
    static let rows: [(accept: [String], form: AnswerForm)] = [
        ([], .text), (["*/*"], .text), (["image/png"], .text), (["text/plain"], .text),
        (["text/*"], .text), ([""], .text), (["junk"], .text), ([",;q=,"], .text),
        (["text/html"], .page), (["TEXT/HTML"], .page), (["text/html, application/json"], .page),
        (["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"], .page),
        (["application/json"], .json), (["application/problem+json"], .json),
        (["application/*"], .json), (["application/json, */*;q=0.1"], .json),
        (["application/json, text/html;q=0.1"], .json),
        (["text/html;q=0.1, application/json;q=1"], .json),
        (["text/html;q=0, application/json"], .json),
        (["text/html; q=0.1", "application/json"], .json),
        (["text/html;Q=0.1, application/json"], .json),
        (["text/html;level=1;q=0.5, application/json;q=0.4"], .page),
        (["application/json;q=0.999, text/html;q=1.000"], .page),
        (["application/json;q=0, text/html;q=0"], .text), (["application/json;q=0"], .text),
        (["text/plain, text/html;q=0.5"], .text), (["text/plain;q=0.5, text/html"], .page),
        (["application/json;q=2"], .json), (["application/json;q=x"], .json),
        (["text/html;q=0.1234, application/json;q=0.5"], .page),
    ]

    @Test(arguments: rows)
    func theHighestWeightWins(_ row: (accept: [String], form: AnswerForm)) {
        let request = SimpleRequest(fields: row.accept.map { ("accept", $0) })
        #expect(AnswerForm(request) == row.form)
    }
}
