struct ScalarSet: Sendable, Hashable {
    private(set) var ranges: [ClosedRange<UInt32>] = []
    /// The categories, with one bit for each.
    private(set) var categories: UInt32 = 0
    var isNegated = false

    var single: Unicode.Scalar? {
        guard !isNegated, categories == 0, ranges.count == 1, ranges[0].count == 1 else {
            return nil
        }
        return Unicode.Scalar(ranges[0].lowerBound)
    }

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        let isNamed =
            ranges.contains { $0.contains(scalar.value) }
            || categories != 0 && categories & scalar.properties.generalCategory.bit != 0
        return isNamed != isNegated
    }

    mutating func insert(_ range: ClosedRange<UInt32>) {
        ranges.append(range)
    }

    /// Adds another set, which must not be negated.
    mutating func formUnion(_ other: ScalarSet) {
        ranges += other.ranges
        categories |= other.categories
    }

    /// This set must not be negated, nor have both ranges and categories.
    var complement: ScalarSet {
        guard categories == 0 else { return ScalarSet(categories: ~categories) }
        var rest: [ClosedRange<UInt32>] = []
        var next: UInt32 = 0
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if range.lowerBound > next { rest.append(next...(range.lowerBound - 1)) }
            next = max(next, range.upperBound + 1)
        }
        if next <= 0x10FFFF { rest.append(next...0x10FFFF) }
        return ScalarSet(ranges: rest)
    }
}

extension ScalarSet {
    init(_ scalar: Unicode.Scalar) {
        self.init(ranges: [scalar.value...scalar.value])
    }

    static let digit = ScalarSet(ranges: [0x30...0x39])

    static let word = ScalarSet(ranges: [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])

    /// `\s`: ECMA-262's white space and line terminators.
    static let space = ScalarSet(ranges: [
        0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029,
        0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
    ])

    /// `.`: all but the line terminators.
    static let notLineEnd = ScalarSet(ranges: [0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029])
        .complement

    /// Creates a set from the short or long name of a general category: `Lu`, `L` or `Letter`.
    init?(category name: String) {
        guard let index = Self.categoryNames.firstIndex(where: { $0.contains(name) }) else {
            return nil
        }
        let short = Self.categoryNames[index][0]
        let bits = Self.categoryBits.filter { entry in
            entry.name == short || short.utf8.count == 1 && entry.name.hasPrefix(short)
                || short == "LC" && ["Lu", "Ll", "Lt"].contains(entry.name)
        }
        self.init(categories: bits.reduce(0) { $0 | $1.category.bit })
    }

    private static let categoryNames = [
        ["L", "Letter"], ["LC", "Cased_Letter"], ["Lu", "Uppercase_Letter"],
        ["Ll", "Lowercase_Letter"], ["Lt", "Titlecase_Letter"], ["Lm", "Modifier_Letter"],
        ["Lo", "Other_Letter"], ["M", "Mark", "Combining_Mark"], ["Mn", "Nonspacing_Mark"],
        ["Mc", "Spacing_Mark"], ["Me", "Enclosing_Mark"], ["N", "Number"],
        ["Nd", "Decimal_Number", "digit"], ["Nl", "Letter_Number"], ["No", "Other_Number"],
        ["P", "Punctuation", "punct"], ["Pc", "Connector_Punctuation"], ["Pd", "Dash_Punctuation"],
        ["Ps", "Open_Punctuation"], ["Pe", "Close_Punctuation"], ["Pi", "Initial_Punctuation"],
        ["Pf", "Final_Punctuation"], ["Po", "Other_Punctuation"], ["S", "Symbol"],
        ["Sm", "Math_Symbol"], ["Sc", "Currency_Symbol"], ["Sk", "Modifier_Symbol"],
        ["So", "Other_Symbol"], ["Z", "Separator"], ["Zs", "Space_Separator"],
        ["Zl", "Line_Separator"], ["Zp", "Paragraph_Separator"], ["C", "Other"],
        ["Cc", "Control", "cntrl"], ["Cf", "Format"], ["Cs", "Surrogate"], ["Co", "Private_Use"],
        ["Cn", "Unassigned"],
    ]

    private static let categoryBits: [(name: String, category: Unicode.GeneralCategory)] = [
        ("Lu", .uppercaseLetter), ("Ll", .lowercaseLetter), ("Lt", .titlecaseLetter),
        ("Lm", .modifierLetter), ("Lo", .otherLetter), ("Mn", .nonspacingMark),
        ("Mc", .spacingMark), ("Me", .enclosingMark), ("Nd", .decimalNumber),
        ("Nl", .letterNumber), ("No", .otherNumber), ("Pc", .connectorPunctuation),
        ("Pd", .dashPunctuation), ("Ps", .openPunctuation), ("Pe", .closePunctuation),
        ("Pi", .initialPunctuation), ("Pf", .finalPunctuation), ("Po", .otherPunctuation),
        ("Sm", .mathSymbol), ("Sc", .currencySymbol), ("Sk", .modifierSymbol),
        ("So", .otherSymbol), ("Zs", .spaceSeparator), ("Zl", .lineSeparator),
        ("Zp", .paragraphSeparator), ("Cc", .control), ("Cf", .format), ("Cs", .surrogate),
        ("Co", .privateUse), ("Cn", .unassigned),
    ]
}

extension Unicode.GeneralCategory {
    fileprivate var bit: UInt32 {
        switch self {
        case .uppercaseLetter: 1 << 0
        case .lowercaseLetter: 1 << 1
        case .titlecaseLetter: 1 << 2
        case .modifierLetter: 1 << 3
        case .otherLetter: 1 << 4
        case .nonspacingMark: 1 << 5
        case .spacingMark: 1 << 6
        case .enclosingMark: 1 << 7
        case .decimalNumber: 1 << 8
        case .letterNumber: 1 << 9
        case .otherNumber: 1 << 10
        case .connectorPunctuation: 1 << 11
        case .dashPunctuation: 1 << 12
        case .openPunctuation: 1 << 13
        case .closePunctuation: 1 << 14
        case .initialPunctuation: 1 << 15
        case .finalPunctuation: 1 << 16
        case .otherPunctuation: 1 << 17
        case .mathSymbol: 1 << 18
        case .currencySymbol: 1 << 19
        case .modifierSymbol: 1 << 20
        case .otherSymbol: 1 << 21
        case .spaceSeparator: 1 << 22
        case .lineSeparator: 1 << 23
        case .paragraphSeparator: 1 << 24
        case .control: 1 << 25
        case .format: 1 << 26
        case .surrogate: 1 << 27
        case .privateUse: 1 << 28
        case .unassigned: 1 << 29
        @unknown default: 0
        }
    }
}
