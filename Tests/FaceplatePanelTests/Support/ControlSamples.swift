import FaceplateSchema

extension ControlKind {
    /// The sample of each control.
    ///
    /// There is no `default:`, so that a new control needs one.
    var sample: ControlSample {
        switch self {
        case .switch: .switch
        case .select: .select
        case .choice: .choice
        case .segment: .segment
        case .choices: .choices
        case .picker: .picker
        case .editText: .editText
        case .editMultiline: .editMultiline
        case .editPassword: .editPassword
        case .editURL: .editURL
        case .editHTML: .editHTML
        case .editInteger: .editInteger
        case .editDecimal: .editDecimal
        case .slider: .slider
        case .stepper: .stepper
        case .editDate: .editDate
        case .editTime: .editTime
        case .editDatetime: .editDatetime
        case .editDuration: .editDuration
        case .editSize: .editSize
        case .editShortcut: .editShortcut
        case .editColor: .editColor
        case .editList: .editList
        case .editTable: .editTable
        case .editMap: .editMap
        case .editAlternatives: .editAlternatives
        case .editFile: .editFile
        case .custom: .custom
        case .button: .button
        case .info: .info
        case .link: .link
        case .page: .page
        case .text: .text
        case .html: .html
        }
    }
}

// MARK: - Chosen values

extension ControlSample {
    private static let options =
        #""itemOptions":[{"value":"a","label":"Ana"},{"value":"b","label":"Bo"}]"#

    fileprivate static let `switch` = ControlSample(
        initial: ("false", "Off"), text: "YES", json: "true", shown: "On",
        edit: [("k", "NO"), ("k", "YES")],
        wrong: "maybe", wrongJSON: #""maybe""#, code: .notBoolean,
        problem: "Port must be on or off", isCell: true)

    fileprivate static let select = ControlSample(
        initial: (#""light""#, "Light"), text: "dark", json: #""dark""#, shown: "Dark",
        wrong: "sepia", wrongJSON: #""sepia""#, code: .notAnOption,
        problem: "Port cannot be “sepia”. Choose Light or Dark", isAlwaysEditable: true)

    fileprivate static let choice = ControlSample(
        attributes: options, initial: (#""a""#, "Ana"), text: "b", json: #""b""#, shown: "Bo",
        wrong: "c", wrongJSON: #""c""#, code: .notAnOption,
        problem: "Port cannot be “c”. Choose Ana or Bo", kept: "c", isCell: true)

    fileprivate static let segment = {
        var sample = choice
        sample.isCell = false
        sample.kept = nil
        return sample
    }()

    fileprivate static let choices = ControlSample(
        attributes: options, initial: (#"["a"]"#, "Ana"), text: "a,b", json: #"["a","b"]"#,
        shown: "Ana, Bo", edit: [("k", ""), ("k", "a"), ("k", "b")],
        wrong: "c", wrongJSON: #"["c"]"#, code: .notAnOption,
        problem: "Port cannot be “c”. Choose Ana or Bo")

    fileprivate static let picker = ControlSample(
        attributes: options + #","itemMaximumLength":3"#, initial: (#""a""#, "Ana"), text: "own",
        json: #""own""#, shown: "own", edit: [("k[pick]", "own"), ("k[own]", "own")],
        wrong: "long", wrongJSON: #""long""#, code: .tooLong,
        problem: "Port must be 3 characters or fewer",
        wrongEdit: [("k[pick]", "own"), ("k[own]", "long")], kept: "long")
}

// MARK: - Texts

extension ControlSample {
    fileprivate static let editText = ControlSample(
        attributes: #""itemMaximumLength":4"#, initial: (#""a b""#, "a b"), text: "c&<d",
        json: #""c&<d""#, shown: "c&<d",
        wrong: "1<2 3", wrongJSON: #""1<2 3""#, code: .tooLong,
        problem: "Port must be 4 characters or fewer",
        kept: "1<2 3", isCell: true)

    fileprivate static let editMultiline = ControlSample(
        attributes: #""itemMaximumLines":2"#, initial: (#""a""#, "a"), text: "b\nc",
        json: #""b\nc""#, shown: "b c",
        wrong: "a\n<b>\nc", wrongJSON: #""a\n<b>\nc""#, code: .tooManyLines,
        problem: "Port must be 2 lines or fewer",
        kept: "a\n<b>\nc", isCell: true)

    fileprivate static let editPassword = ControlSample(
        attributes: #""itemMinimumLength":4"#, initial: ("", "Not set"), text: "s3cr3t",
        json: #""s3cr3t""#, shown: "Set",
        wrong: "xyz", wrongJSON: #""xyz""#, code: .tooShort,
        problem: "Port must be 4 characters or more. Enter port again",
        other: #""another""#, isSentOnce: true, isSecret: true)

    fileprivate static let editURL = ControlSample(
        initial: (#""https://a.org/""#, "https://a.org/"), text: "https://b.org/?c=d&e",
        json: #""https://b.org/?c=d&e""#, shown: "https://b.org/?c=d&e",
        wrong: "b.org", wrongJSON: #""b.org""#, code: .patternMismatch,
        problem: "Port must be an address that starts with https://, http:// or mailto:",
        kept: "b.org",
        isCell: true)

    fileprivate static let editHTML = ControlSample(
        initial: (#""<p>a</p>""#, "a"), text: "# b", json: #""<h3>b</h3>""#, shown: "b",
        wrong: "a\u{2028}b", wrongJSON: #""a\u2028b""#, code: .controlCharacter,
        problem: "Port must not include control characters", kept: "a\u{2028}b")

    fileprivate static let editShortcut = ControlSample(
        initial: (#""Ctrl+P""#, "Ctrl+P"), text: "shift+ctrl+k", json: #""Ctrl+Shift+K""#,
        shown: "Ctrl+Shift+K",
        wrong: "2<", wrongJSON: #""2<""#, code: .patternMismatch,
        problem: "Port must match the format Ctrl+Shift+P or F5", kept: "2<", isCell: true)

    fileprivate static let editColor = ControlSample(
        initial: (##""#0b5cad""##, "#0b5cad"), text: "#102030", json: ##""#102030""##,
        shown: "#102030",
        wrong: "red", wrongJSON: #""red""#, code: .notAColor,
        problem: "Port must be a color, like #1a73e8",
        kept: "red", isCell: true)
}

// MARK: - Numbers and times

extension ControlSample {
    fileprivate static let editInteger = ControlSample(
        attributes: #""itemMaximum":9999"#, initial: ("80", "80"), text: "8080", json: "8080",
        shown: "8080",
        wrong: "8o <", wrongJSON: #""8o <""#, code: .notInteger,
        problem: "Port must be a whole number, like 30",
        kept: "8o <", isCell: true)

    fileprivate static let editDecimal = ControlSample(
        attributes: #""itemMaximum":9999"#, initial: ("1.5", "1.5"), text: "2.25", json: "2.25",
        shown: "2.25",
        wrong: "2,25x", wrongJSON: #""2,25x""#, code: .notNumber,
        problem: "Port must be a number, like 30",
        kept: "2,25x", isCell: true)

    fileprivate static let slider = ControlSample(
        attributes: #""itemMinimum":0,"itemMaximum":100"#, initial: ("40", "40"), text: "70",
        json: "70", shown: "70",
        wrong: "150", wrongJSON: "150", code: .tooLarge, problem: "Port must be between 0 and 100",
        wrongEdit: [("k[typed]", "150")], kept: "150")

    fileprivate static let stepper = ControlSample(
        attributes: #""itemMinimum":0,"itemMaximum":9"#, initial: ("5", "5"), text: "7",
        json: "7", shown: "7",
        wrong: "10", wrongJSON: "10", code: .tooLarge, problem: "Port must be between 0 and 9",
        kept: "10")

    fileprivate static let editDate = ControlSample(
        initial: (#""2026-11-20""#, "20 Nov 2026"), text: "2026-12-01", json: #""2026-12-01""#,
        shown: "1 Dec 2026",
        wrong: "soon", wrongJSON: #""soon""#, code: .notADate,
        problem: "Port must be a real date, like 2026-11-20",
        kept: "soon", isCell: true)

    fileprivate static let editTime = ControlSample(
        initial: (#""07:30""#, "07:30"), text: "21:15", json: #""21:15""#, shown: "21:15",
        wrong: "noon", wrongJSON: #""noon""#, code: .notATime,
        problem: "Port must be a real time, like 07:30",
        kept: "noon", isCell: true)

    fileprivate static let editDatetime = ControlSample(
        initial: (#""2026-11-20T07:30""#, "20 Nov 2026, 07:30"), text: "2026-12-01T21:15",
        json: #""2026-12-01T21:15""#, shown: "1 Dec 2026, 21:15",
        wrong: "soon", wrongJSON: #""soon""#, code: .notADateTime,
        problem: "Port must be a real date and time, like 2026-11-20T07:30", kept: "soon",
        isCell: true)

    fileprivate static let editDuration = ControlSample(
        initial: ("300", "5 minutes"), text: "10m", json: "600", shown: "10 minutes",
        edit: [("k", "10"), ("k[unit]", "min")],
        wrong: "2<", wrongJSON: #""2<""#, code: .notADuration,
        problem: "Port must be a duration, like 5m or 1h30m", kept: "2<", isCell: true)

    fileprivate static let editSize = ControlSample(
        initial: ("1048576", "1 MiB"), text: "1.5 GiB", json: "1610612736", shown: "1536 MiB",
        edit: [("k", "1.5"), ("k[unit]", "GiB")],
        wrong: "2<", wrongJSON: #""2<""#, code: .notASize,
        problem: "Port must be a size, like 512 MiB", kept: "2<", isCell: true)
}

// MARK: - Values of several parts

extension ControlSample {
    fileprivate static let editList = ControlSample(
        attributes: #""itemElement":{"itemControlType":"edit_text","itemMaximumLength":3}"#,
        initial: (#"["a"]"#, "a"), text: "b\nc", json: #"["b","c"]"#, shown: "b, c",
        edit: [("k[0]", "b"), ("k[1]", "c")],
        wrong: #"["a","long"]"#, wrongJSON: #"["a","long"]"#, code: .tooLong,
        problem: "Entry 2: Port must be 3 characters or fewer", kept: "long", isCell: true)

    fileprivate static let editTable = ControlSample(
        attributes: #""itemColumns":[{"itemKey":"a","itemTitle":"Host","#
            + #""itemControlType":"edit_text","itemMaximumLength":3}]"#,
        initial: (#"[{"a":"x"}]"#, "1 row"), text: #"[{"a":"y"}]"#, json: #"[{"a":"y"}]"#,
        shown: "1 row", inRow: "y", edit: [("k[0][a]", "y")],
        wrong: #"[{"a":"long"}]"#, wrongJSON: #"[{"a":"long"}]"#, code: .tooLong,
        problem: "Row 1: Host must be 3 characters or fewer", kept: "long", isCell: true)

    fileprivate static let editMap = ControlSample(
        attributes: #""itemElement":{"itemControlType":"edit_text","itemTitle":"Host","#
            + #""itemMaximumLength":3}"#,
        initial: (#"{"n":"x"}"#, "1 row"), text: #"{"n":"y"}"#, json: #"{"n":"y"}"#,
        shown: "1 row", inRow: "y",
        edit: [("k[0][entry]", "n"), ("k[0][value]", "y")],
        wrong: #"{"n":"long"}"#, wrongJSON: #"{"n":"long"}"#, code: .tooLong,
        problem: "Row 1: Host must be 3 characters or fewer", kept: "long", isCell: true)

    fileprivate static let editAlternatives = ControlSample(
        attributes: #""itemAlternatives":[{"itemTitle":"Number","itemControlType":"edit_integer","#
            + #""itemMaximum":99},{"itemTitle":"Words","itemControlType":"edit_text","#
            + #""itemMaximumLength":3}]"#,
        initial: ("7", "7"), text: "own", json: #""own""#, shown: "own",
        edit: [("k[kind]", "1"), ("k[1]", "own")],
        wrong: "long", wrongJSON: #""long""#, code: .tooLong,
        problem: "Port must be 3 characters or fewer",
        wrongEdit: [("k[kind]", "1"), ("k[1]", "long")], kept: "long", isCell: true)

    private static let file = #"{"data":"MTI=","name":"a.png","type":"image/png"}"#

    fileprivate static let editFile = ControlSample(
        text: file, json: file, shown: "a.png",
        wrong: "x", wrongJSON: #""x""#, code: .notAFile, problem: "Port must be a file",
        other: #"{"data":"","name":"b.png","type":"image/png"}"#, isSentOnce: true)

    fileprivate static let custom = ControlSample(
        initial: ("0", "0"), text: "[1]", json: "[1]", shown: "[1]", inRow: "[ 1 ]",
        wrong: #"["\u0001"]"#, wrongJSON: #"["\u0001"]"#, code: .controlCharacter,
        problem: "Port must not include control characters", kept: #"["\u0001"]"#, isCell: true)
}

// MARK: - Items without a value

extension ControlSample {
    fileprivate static let button = ControlSample(
        wrong: "hit", problem: "Port cannot be pressed")

    fileprivate static let info = ControlSample(
        attributes: #""itemValue":"4.2.0""#, shown: "4.2.0",
        wrong: "4.3.0", problem: "Port is read-only")

    fileprivate static let link = ControlSample(
        attributes: #""itemURL":"https://a.org/""#, shown: "https://a.org/",
        wrong: "press", problem: "Port cannot be pressed")

    fileprivate static let page = ControlSample(
        attributes: #""groups":[{"groupKey":"inner","items":[]}]"#,
        wrong: "x", problem: "Port is read-only")

    fileprivate static let text = ControlSample(
        attributes: #""itemSubtitle":"Words.""#, shown: "Words.",
        wrong: "x", problem: "Port is read-only")

    fileprivate static let html = ControlSample(
        attributes: #""itemSubtitle":"<p>Some <b>words</b>.</p>""#, shown: "Some words.",
        wrong: "x", problem: "Port is read-only")
}
