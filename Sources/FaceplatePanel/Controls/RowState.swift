import Faceplate
import FaceplateHTML
import Foundation

/// Everything that the bytes of a row depend on, in addition to its face.
///
/// A face belongs to one schema, its labels, one language, and the groups that the viewer may see; see ``PageCache``.
/// Two rows with the same face and equal states have the same bytes, unless the response adds something to the row.
/// ``Row`` takes all of this from here.
struct RowState: Equatable {
    let setting: Snapshot.SettingState?
    /// Of an `info` row, from the app.
    let provided: Value?
    /// The reason why the program could not provide the options.
    let optionsFailure: String?
    /// The app uses it until it restarts.
    let running: Value?
    let needsRestart: Bool
    let mayEdit: Bool
    let isVisible: Bool
    let isEnabled: Bool
    let whyDisabled: String?
    /// True when a rule currently requires a value.
    let isRequired: Bool
    /// The place of the bounds that apply under a condition.
    let bounds: Int?
    /// In steps; `nil` if the value is permanent.
    let secondsLeft: Int?
    /// If its change is not confirmed; `nil` if no change waits for that.
    let goesBackTo: Change.Side?
    /// Its last change was not confirmed.
    let wentBack: Date?
    let clock: PageClock?

    init(_ face: RowFace, _ context: PageContext) {
        mayEdit = context.rights.mayEdit
        isVisible = context.isVisible(face.key)
        provided = face.control == .info ? context.provided(face.key) : nil
        optionsFailure =
            face.setting?.areOptionsProvided == true ? context.optionsFailure(face.key) : nil
        if face.isRuled || face.control.isAction, let item = face.item {
            isEnabled = context.isEnabled(item)
            whyDisabled = isEnabled ? nil : context.whyDisabled(item)
            isRequired = context.rules.isRequired(item)
            bounds = context.rules.placeOfBounds(of: item)
        } else {
            isEnabled = mayEdit
            whyDisabled = mayEdit ? nil : context.whyDisabled(face.item)
            isRequired = false
            bounds = nil
        }
        setting = face.setting.map { context.snapshot.state(of: $0) }
        let isAsked = face.setting?.keepWithin != nil
        let steps = Snapshot.timeSteps
        secondsLeft = setting?.until.map {
            context.seconds(until: $0, step: isAsked ? steps.unconfirmed : steps.usual)
        }
        goesBackTo =
            isAsked && setting?.until != nil
            ? context.snapshot.sideAfterTime(of: face.setting?.key ?? "")?.side : nil
        wentBack =
            isAsked && setting?.until == nil ? context.wentBack[face.setting?.key ?? ""] : nil
        clock = setting?.until != nil || wentBack != nil ? context.clock : nil
        if face.appliesOnRestart, let setting = face.setting {
            running = context.snapshot.runningValue(of: setting)
            needsRestart = context.snapshot.needsRestart(setting.key)
        } else {
            running = nil
            needsRestart = false
        }
    }

    /// `nil` for a row whose bytes depend on something else.
    init?(alone face: RowFace, _ context: PageContext, _ submission: Submission?) {
        guard face.dependsOnStateAlone, context.opened != face.key,
            context.details?.key != face.key, context.renderers[face.key] == nil,
            submission?.touches(face.key) != true
        else { return nil }
        self.init(face, context)
        // The row shows a problem then, but not in a response that has problems of its own.
        if setting?.isUnreadable == true { return nil }
    }
}

final class KeptRow: Sendable {
    let state: RowState
    let markup: Markup
    /// The fingerprint of the bytes.
    let part: UInt64

    init(_ state: RowState, _ markup: Markup, part: UInt64) {
        self.state = state
        self.markup = markup
        self.part = part
    }
}

extension RowFace {
    /// If the app has no renderer for the row; `isFound` is true for a search result, whose face is used once.
    static func dependsOnStateAlone(
        _ control: Control, _ item: Schema.Item?, _ options: [OptionList.Entry], isFound: Bool
    ) -> Bool {
        guard !isFound, item?.page == nil, item?.customControl == nil, let kind = control.kind,
            options.allSatisfy({ $0.condition == nil })
        else { return false }
        switch kind {
        // They show values of other settings, and the state of an action.
        case .page, .button: return false
        case .link: return item?.url != nil
        case .picker: return item?.addsOptions != true
        case .switch, .select, .choice, .segment, .choices, .editText, .editMultiline,
            .editPassword, .editURL, .editHTML, .editInteger, .editDecimal, .slider, .stepper,
            .editDate, .editTime, .editDatetime, .editDuration, .editSize, .editShortcut,
            .editColor,
            .editList, .editTable, .editMap, .editAlternatives, .editFile, .custom, .info, .text,
            .html:
            return true
        }
    }
}

extension Submission {
    fileprivate func touches(_ key: String) -> Bool {
        typed[key] != nil || problems[key] != nil || conflicts[key] != nil || others[key] != nil
    }
}

/// It says the same as the ``RowState`` of each row, without a look at the rows.
struct GroupState: Equatable {
    private let mark: ContentMark
    private let level: Schema.Level
    private let mayEdit: Bool

    /// `nil` for a group whose bytes depend on something else.
    init?(alone face: PageFace.Group, _ context: PageContext) {
        guard face.dependsOnValuesAlone, context.search == nil, context.opened == nil,
            context.details == nil, context.moment == nil, !context.isProviding,
            context.renderers.isEmpty
                || face.places.allSatisfy({ context.renderers[$0.face.key] == nil })
        else { return nil }
        mark = context.snapshot.mark(of: face.group)
        level = context.level
        mayEdit = context.rights.mayEdit
    }
}

final class KeptGroup: Sendable {
    let state: GroupState
    let markup: Markup
    /// The fingerprints of its rows, and then of the group.
    let parts: [UInt64]

    init(_ state: GroupState, _ markup: Markup, parts: [UInt64]) {
        self.state = state
        self.markup = markup
        self.parts = parts
    }
}
