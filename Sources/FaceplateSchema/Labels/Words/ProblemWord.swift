/// The messages for rejected values, amounts of time, and the separators and date formats of a language.
///
/// The folder `Problems` has a catalog for each language.
package enum ProblemWord: String, WordName {
    case missing, secretAgain, select, option, optionMany, `switch`, optionOff, max, min, between
    case pattern, patternUnnamed, control, linebreak, readonly
    case lockedVariable, lockedFile, lockedOther, notsecret, unknown, unknownNearest
    case removed, changedElsewhere, notText, notAction, notEnabled, withheldRule, takenBack
    case integer, number, least, most, mostAmount, within, earliest, latest, during
    case multiple, steps, precise, minutes, duration, date, time, dateTime, gap, color, lines
    case tooFew, tooFewOptions, tooMany, tooManyOptions, duplicate, noElement, unknownPart
    case fileSize, fileType, notFile, notList, notRow, inLine, inRow, bytes, kibibytes, mebibytes
    case secretNotKept, noSuchRevision, noRevisions, notChangedThen, nothingBefore
    case amountMilliseconds, amountSeconds, amountMinutes, amountHours, amountDays, amountWeeks
    case unitMilliseconds, unitSeconds, unitMinutes, unitHours, unitDays, unitWeeks
    case amountJoint, listComma, listOr, dateFormat, dateTimeJoint, dateArticle

    package static let folder = "Problems"

    package static let shipped = WordTables<Self>(shipped: [
        "en": { PackageResources.en_strings }, "fr": { PackageResources.fr_strings },
        "ar": { PackageResources.ar_strings }, "de": { PackageResources.de_strings },
        "ja": { PackageResources.ja_strings },
    ])

    package static let formats: Set<Self> = [
        .amountJoint, .listComma, .listOr, .dateFormat, .dateTimeJoint, .dateArticle,
    ]

    package func fault(in text: String) -> String? {
        guard self == .dateFormat else { return nil }
        do throws(FormatError) {
            _ = try DateFormat(text)
            return nil
        } catch {
            return "'\(text)' is no date format: \(error)"
        }
    }
}
