import Foundation

/// A BCP 47 language tag in its usual form: `pt-BR`, `zh-Hans`, `ca-ES-valencia`.
///
/// Reading ignores case and accepts `_`: `pt_br` is `pt-BR`. Deprecated codes are replaced: `iw`
/// becomes `he`.
public struct LocaleTag: Sendable, Hashable {
    /// The language: two or three lowercase letters.
    public let language: String

    /// The script, such as `Hans`; `nil` if the tag has none.
    public let script: String?

    /// The region, such as `BR` or `419`; `nil` if the tag has none.
    public let region: String?

    /// Variants, extensions and private use, in lowercase.
    private let rest: [String]

    private init(language: String, script: String?, region: String?, rest: [String]) {
        self.language = language
        self.script = script
        self.region = region
        self.rest = rest
    }

    /// English, the default fallback of the tools.
    public static let english = LocaleTag(language: "en", script: nil, region: nil, rest: [])
}

// MARK: - Reading and writing

extension LocaleTag: LosslessStringConvertible {
    private static let maximumLength = 64

    /// Reads a tag; `nil` for other text, such as `English`, `en-` or `fr_FR.UTF-8`.
    ///
    /// A tag has at most 64 bytes. Extended languages (`zh-cmn`) and tags without a language
    /// (`x-a`) are rejected.
    public init?(_ description: String) {
        let bytes = Array(description.utf8)
        guard bytes.count <= LocaleTag.maximumLength else { return nil }
        var subtags = bytes.split(omittingEmptySubsequences: false) {
            $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
        }.map { Subtag(bytes: $0) }[...]
        guard subtags.allSatisfy({ (1...8).contains($0.count) && $0.isAlphanumeric }),
            let first = subtags.popFirst(), (2...3).contains(first.count), first.isAlphabetic
        else { return nil }
        language = LocaleTag.today[first.lowered] ?? first.lowered
        script = LocaleTag.read(from: &subtags) { $0.isScript }?.capitalised
        region = LocaleTag.read(from: &subtags) { $0.isRegion }?.uppered
        guard LocaleTag.isWellFormed(rest: subtags) else { return nil }
        rest = subtags.map(\.lowered)
    }

    /// The tag in its usual form.
    public var description: String {
        ([language, script, region].compactMap { $0 } + rest).joined(separator: "-")
    }

    private static let today = ["iw": "he", "in": "id", "ji": "yi", "jw": "jv", "mo": "ro"]

    private static func read(
        from subtags: inout ArraySlice<Subtag>, where isWanted: (Subtag) -> Bool
    ) -> Subtag? {
        guard let first = subtags.first, isWanted(first) else { return nil }
        subtags.removeFirst()
        return first
    }

    /// True for variants, then extensions of a single letter and at least one subtag, then private
    /// use.
    private static func isWellFormed(rest: ArraySlice<Subtag>) -> Bool {
        let variants = rest.prefix { $0.isVariant }
        guard Set(variants.map(\.lowered)).count == variants.count else { return false }
        let extensions = rest.dropFirst(variants.count)
        var isPrivate = false
        var followsLetter = false
        for (index, subtag) in extensions.enumerated() {
            let isLetter = subtag.count == 1 && !isPrivate
            guard index > 0 || isLetter, !(isLetter && followsLetter) else { return false }
            if isLetter { isPrivate = subtag.lowered == "x" }
            followsLetter = isLetter
        }
        return !followsLetter
    }
}

extension LocaleTag: Comparable {
    /// Compares the tags as strings, byte by byte.
    public static func < (left: Self, right: Self) -> Bool {
        left.description.utf8.lexicographicallyPrecedes(right.description.utf8)
    }
}

// MARK: - Relations

extension LocaleTag {
    /// The more general tags, nearest first: `zh-Hant` and `zh` for `zh-Hant-TW`.
    ///
    /// Regions have the parents of the Unicode CLDR: `es-419` is between `es-MX` and `es`.
    package var parents: [LocaleTag] {
        var parents: [LocaleTag] = []
        var rest = rest
        while !rest.isEmpty {
            rest.removeLast()
            // A single letter introduces the subtags after it, and has no meaning without them.
            while rest.last?.utf8.count == 1 { rest.removeLast() }
            parents.append(
                LocaleTag(language: language, script: script, region: region, rest: rest))
        }
        if let region {
            var wider = RegionParents.parent(of: region, in: language)
            while let region = wider {
                parents.append(
                    LocaleTag(language: language, script: script, region: region, rest: []))
                wider = RegionParents.parent(of: region, in: language)
            }
            parents.append(LocaleTag(language: language, script: script, region: nil, rest: []))
        }
        if script != nil {
            parents.append(LocaleTag(language: language, script: nil, region: nil, rest: []))
        }
        if LocaleTag.norwegian.contains(language) {
            parents.append(LocaleTag(language: "no", script: nil, region: nil, rest: []))
        }
        return parents
    }

    private static let norwegian = ["nb", "nn"]

    /// The languages whose text readers of this language understand, nearest first; itself is the first.
    var relatedLanguages: [String] {
        language == "no" || LocaleTag.norwegian.contains(language)
            ? [language, "no", "nb", "nn"] : [language]
    }

    /// The tag with the current code in place of a former or narrower one: `sr-Latn` for `sh`.
    var canonical: LocaleTag {
        guard let new = LocaleTag.aliases[language] else { return self }
        return LocaleTag(
            language: new.language, script: script ?? new.script, region: region ?? new.region,
            rest: rest)
    }

    private static let aliases: [String: (language: String, script: String?, region: String?)] = [
        "sh": ("sr", "Latn", nil), "cnr": ("sr", nil, "ME"), "tl": ("fil", nil, nil),
        "cmn": ("zh", nil, nil), "prs": ("fa", nil, "AF"), "arb": ("ar", nil, nil),
        "swh": ("sw", nil, nil), "zsm": ("ms", nil, nil), "pes": ("fa", nil, nil),
        "ekk": ("et", nil, nil), "lvs": ("lv", nil, nil), "npi": ("ne", nil, nil),
    ]

    /// The same language with its usual script in its region: `zh-Hant` for `zh-TW`, `sr-Cyrl` for
    /// `sr`.
    var withImpliedScript: LocaleTag? {
        guard script == nil else { return nil }
        return Self.implied[self] { tag in
            Locale.Language(identifier: tag.description).script.map {
                LocaleTag(
                    language: tag.language, script: $0.identifier, region: nil, rest: [])
            }
        }
    }

    private static let implied = LocaleTable<LocaleTag?>()

    /// The script decides, or else the language.
    package var isRightToLeft: Bool {
        Self.directions[self] { tag in
            let script = tag.script ?? tag.withImpliedScript?.script
            return script.map(Self.rightToLeftScripts.contains) ?? false
        }
    }

    private static let directions = LocaleTable<Bool>()

    private static let rightToLeftScripts: Set = [
        "Adlm", "Arab", "Aran", "Hebr", "Mand", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa",
    ]
}

/// The regions that contain others for a language, by the parent locales of the Unicode CLDR.
private enum RegionParents {
    /// Returns the region whose text is the nearest to that of a region; `nil` if that is the language alone.
    static func parent(of region: String, in language: String) -> String? {
        switch language {
        case "en":
            if american.contains(region) || region == "001" { return nil }
            return european.contains(region) ? "150" : "001"
        case "es": return latinAmerican.contains(region) ? "419" : nil
        case "pt": return lusophone.contains(region) ? "PT" : nil
        case "zh": return region == "MO" ? "HK" : nil
        default: return nil
        }
    }

    private static let american: Set = ["US", "AS", "BI", "GU", "MH", "MP", "PH", "PR", "UM", "VI"]
    private static let european: Set = ["AT", "BE", "CH", "DE", "DK", "FI", "NL", "SE", "SI"]
    private static let latinAmerican: Set = [
        "AR", "BO", "BR", "BZ", "CL", "CO", "CR", "CU", "DO", "EC", "GT", "HN", "MX", "NI", "PA",
        "PE", "PR", "PY", "SV", "US", "UY", "VE",
    ]
    private static let lusophone: Set = [
        "AO", "CH", "CV", "FR", "GQ", "GW", "LU", "MO", "MZ", "ST", "TL",
    ]
}

private struct Subtag {
    let bytes: ArraySlice<UInt8>

    var count: Int { bytes.count }
    var isAlphabetic: Bool { bytes.allSatisfy(\.isLetter) }
    var isAlphanumeric: Bool { bytes.allSatisfy(\.isAlphanumeric) }
    var isScript: Bool { count == 4 && isAlphabetic }
    var isRegion: Bool {
        count == 2 && isAlphabetic || count == 3 && bytes.allSatisfy(\.isDigit)
    }
    var isVariant: Bool { count >= 5 || count == 4 && bytes.first?.isDigit == true }

    var lowered: String { String(decoding: bytes.map { $0 | 0x20 }, as: UTF8.self) }
    var uppered: String {
        String(decoding: bytes.map { $0.isLetter ? $0 & 0xDF : $0 }, as: UTF8.self)
    }
    var capitalised: String {
        String(
            decoding: [(bytes.first ?? 0) & 0xDF] + bytes.dropFirst().map { $0 | 0x20 },
            as: UTF8.self)
    }
}
