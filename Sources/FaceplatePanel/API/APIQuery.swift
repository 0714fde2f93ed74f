import Faceplate

struct APIQuery: Sendable {
    /// In seconds.
    static let longestWait = 60

    let isDetailed: Bool
    let options: ChangeOptions
    /// True when a reset only ends the time of a temporary value.
    let isEnd: Bool
    let after: Int?
    /// In seconds.
    let wait: Int
    /// As in the search of the page; `nil` for all settings.
    let search: String?

    /// Parameters that other routes read are ignored.
    init(_ request: RequestContext) throws(FormError) {
        let fields = try request.queryFields()
        isDetailed = try Self.flag("detailed", fields)
        var options = ChangeOptions()
        for option in ChangeOption.all {
            guard let field = fields.last(where: { $0.name == option.name }) else { continue }
            try FormPost.read(option, field, into: &options)
        }
        self.options = options
        search = fields["search"]
        isEnd = try Self.flag("end", fields)
        after = try Self.number("after", fields, in: 0...Int.max)
        wait = try Self.number("wait", fields, in: 0...Self.longestWait) ?? 0
        if after == nil, wait > 0 {
            throw FormError(status: 400, message: "'wait' needs 'after', like ?after=7&wait=30.")
        }
    }

    static func flag(_ name: String, _ fields: [FormField]) throws(FormError) -> Bool {
        guard let field = fields.last(where: { $0.name == name }) else { return false }
        return try FormPost.flag(field)
    }

    private static func number(
        _ name: String, _ fields: [FormField], in range: ClosedRange<Int>
    ) throws(FormError) -> Int? {
        guard let field = fields.last(where: { $0.name == name }) else { return nil }
        guard field.value.utf8.allSatisfy(\.isDigit),
            let number = Int(field.value), range.contains(number)
        else {
            let most = range.upperBound == .max ? "" : " of \(range.upperBound) at most"
            throw FormError(status: 400, message: "'\(name)' must be a whole number\(most).")
        }
        return number
    }
}
