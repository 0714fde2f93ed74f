import FaceplateSchema

/// The panel's own texts; every shipped locale has all of them.
enum PageWord: String, CaseIterable, Sendable {
    case settings, pageTitle, pageTitleError, skip, localeHeading
    case search, searchLabel, searchHint, searchClear, searchNearest
    case found, foundFirst, foundNone, advanced
    case filters, filterCount, filterModified, filterLocked, filterRestart, filterError
    case filterUnknown, linkHidden, linkHiddenUntil, linkNever, linkUnknown, linkNearest
    case save, discard, unsaved
    case unsavedCount, rowSave, rowUnsaved, offline, retry, problemCount, elsewhere, copied
    case notChanged, notChangedOffline
    case useTheirs, useTheirsOther, keepMine
    case review, reviewCount, reviewChange, reviewSecret, reviewRemoved
    case done, closedTitle, closedText
    case changed, changedSecretSet, changedSecretRemoved, changedReset, changedResetEmpty
    case changedCount, unchanged
    case recentChanges, panelVersion, revisionNumber, changeLine, onDefault, changesZone
    case changesNone, changesNoMore, changesOf, changesAll, changesOlder, changesNewest
    case changesKept, changesKeptDays, madeBrowser, madeScript, madeCli, madeProgram, madeImport
    case madeSync, madeMigration, madeUndo, madeExpiry, undoOf, restoreOf, undo, redo, close,
        undoOne, undoEmpty
    case undoSecret, undoCount, redoOne, redoEmpty, redoCount, undoRevision, undoLabel
    case notUndone, notUndoneValue, restoreLink, restoreTitle, restoreTime, restoreText,
        restoreNone, restoreButton
    case restoreSkipped, columnSetting, columnNow, columnThen, conflictHeading, conflictText
    case conflictTheirs, conflictMine, conflictTheirsSecret, conflictMineSecret
    case conflictMineKept, conflictWhen, conflictChoose, originUnknown
    case on, off, empty, modified, reset, resetEmpty, optionGone, opens, readonly
    case lockedVariable, lockedFile, lockedOther
    case restartRow, restartRowSecret, restartCount, restartNow
    case unreadable
    case resetAsk, resetCount
    case details, detailsClose, detailsKey, detailsControl, detailsAccepts, detailsDefault
    case detailsOrigin, detailsFormer, detailsCommand, detailsJSON, detailsLink
    case copy, copyLabel, history, originOwnBrowser, acceptsText, acceptsAny
    case provenanceDefault, provenanceReset, provenanceSet, provenanceSetOnce
    case secretSet, secretUnset, secretRemove, secretRemoveAsk, secretShow, secretShowLabel
    case conflict, conflictEmpty, conflictSecret
    case originBrowser, originScript, originCli, originProgram, originImport, originSync
    case originMigration, originUndo, originExpiry
    case revisionAhead, formTooLarge, errorsHeading, errorPrefix, notfoundTitle, notfoundText,
        notfoundHome, schemaProblems
    case actionDone, actionNone, actionFailed
    case notShown, actionBusy, actionStopping, actionState, actionRuns, actionBack, confirm, cancel
    case stepUp, stepDown, timeZone, overMidnight, unitOf
    case styleguide, styleguideText
    case contents, breadcrumb, levelAdvanced, levelBasic, disabled, disabledUntil, rows,
        numberWithUnit
    case selectAll, pickDefault, pickOwn, pickAdd, pickRemove
    case listAdd, entry, entryNew, entryUp, entryDown, entryRemove
    case cell, cellNew, rowUp, rowDown, rowRemove, rowActions
    case fileHint, fileHintAny, fileRemove, fileAgain, accessoryCheck, accessoryDetail
    case viewOnly, notAllowed
    case exportTitle, exportNote, exportFormat, exportChanged, exportPortable, exportButton
    case importTitle, importText, importFile, importPaste, importDetect, importShow
    case importChanged, importRefused, importUnknown, importSame, importSkipped
    case importRefusedText, importSealed, importApply, importPartial, importEmpty, importExpired
    case syncName, syncNow, syncState, syncAgreed, syncNever, syncOff, syncFailed, syncWaiting
}

/// The panel's own texts in one locale.
struct PageWords: Sendable {
    private static let tables: [(locale: LocaleTag, words: [PageWord: Phrase])] = [
        ("en", PageWord.english), ("fr", PageWord.french), ("ar", PageWord.arabic),
        ("de", PageWord.german), ("ja", PageWord.japanese),
    ].compactMap { name, words in LocaleTag(name).map { ($0, words) } }

    private static let pseudoTables = PseudoLocale.allCases.map { pseudo in
        (locale: pseudo.tag, words: PageWord.english.mapValues { $0.transformed(by: pseudo) })
    }

    /// The locale of the texts.
    let locale: LocaleTag
    /// The requested locale: that of the page.
    let wanted: LocaleTag
    private let words: [PageWord: Phrase]

    /// Creates the texts of the nearest available locale, or of English.
    init(_ wanted: LocaleTag) {
        let tables = Self.tables + Self.pseudoTables
        let found = LocaleMatching.lookUp(wanted, among: tables.map(\.locale)) ?? .english
        let table = tables.first { $0.locale == found }
        locale = table?.locale ?? .english
        self.wanted = wanted
        words = table?.words ?? [:]
    }

    subscript(word: PageWord) -> String {
        words[word]?.filled(in: locale) ?? word.rawValue
    }

    /// Returns `word` with its slots filled.
    ///
    /// The slot `label` also fills `Label`: the first for the middle of a sentence, the second for
    /// its beginning.
    func text(_ word: PageWord, _ slots: [String: String] = [:], count: Int? = nil) -> String {
        var slots = Self.completed(slots)
        // Attributes and titles cannot contain <bdi>; isolates prevent that a Latin value reorders
        // the text around it.
        if locale.isRightToLeft { slots = slots.mapValues(ProblemWords.isolated) }
        return phrase(word).filled(slots, count: count, in: locale)
    }

    func phrase(_ word: PageWord) -> Phrase { words[word] ?? "" }

    static func completed(_ slots: [String: String]) -> [String: String] {
        guard let label = slots["label"] else { return slots }
        var slots = slots
        slots["Label"] = label
        slots["label"] = ProblemWords.insideSentence(label)
        return slots
    }
}
