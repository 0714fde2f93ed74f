import CEmbeddedFiles
import FaceplateSchema

/// The panel's own texts; the folder `Page` has a catalog for each language.
enum PageWord: String, WordName {
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
    case changedCount, changedResetCount, unchanged
    case recentChanges, panelVersion, revisionNumber, changeLine, onDefault, changesZone
    case changeToDefault, changeFromDefault
    case changesNone, changesNoMore, changesNoMatch, changesAll, changesOlder, changesNewest
    case changesText, changesAnySetting, changesBy, changesAnyone, filter, today, yesterday
    case settingCount, changedList, quoted, listAdded, listEdited, listRemoved, listMoved, historyOf
    case changesKept, changesKeptDays, changesKeptSize, madeBrowser, madeScript, madeCli,
        madeProgram, madeImport
    case madeSync, madeMigration, madeUndo, madeExpiry, madeUnconfirmed, madeProfile, undoOf
    case restoreOf, undo, redo, close, undoOne, undoEmpty
    case undoSecret, undoCount, redoOne, redoEmpty, redoCount, undoRevision, undoLabel, shortcut
    case shortcutHint
    case notUndone, notUndoneValue, restoreLink, restoreTitle, restoreTime, restoreText,
        restoreNone, restoreButton
    case restoreSkipped, columnSetting, columnNow, columnThen, conflictHeading, conflictText
    case conflictTheirs, conflictMine, conflictTheirsSecret, conflictMineSecret
    case conflictMineKept, conflictWhen, conflictChoose, originUnknown
    case on, off, empty, modified, reset, resetEmpty, optionGone, opens, readonly
    case lockedVariable, lockedFile, lockedOther
    case restartRow, restartRowSecret, restartCount, restartNow
    case unreadable, timeLeft, timeEnd, timeKeep, timeLimit, detailsTime
    case keepRow, keepBack, keepOne, keepCount
    case resetAsk, resetCount
    case details, detailsClose, detailsKey, detailsControl, detailsAccepts, detailsDefault
    case detailsOrigin, detailsFormer, detailsCommand, detailsJSON, detailsLink
    case copy, copyLabel, history, originOwnBrowser, acceptsText, acceptsAny
    case provenanceDefault, provenanceReset, provenanceSet, provenanceSetOnce
    case secretSet, secretUnset, secretRemove, secretRemoveAsk, secretShow, secretShowLabel
    case conflict, conflictEmpty, conflictSecret
    case originBrowser, originScript, originCli, originProgram, originImport, originSync
    case originMigration, originUndo, originExpiry, originUnconfirmed, originProfile
    case revisionAhead, formTooLarge, errorsHeading, errorPrefix, notfoundTitle, notfoundText,
        notfoundHome, schemaProblems
    case actionDone, actionNone, actionFailed
    case notShown, actionBusy, actionStopping, actionState, actionRuns, actionBack, confirm, cancel
    case markHint, marks, markBold, markItalic, markHeading, markList, markLink
    case stepUp, stepDown, timeZone, overMidnight, unitOf
    case styleguide, styleguideText
    case contents, breadcrumb, levelAdvanced, levelBasic, disabled, disabledUntil, rows,
        numberWithUnit
    case selectAll, pickDefault, pickOwn, pickAdd, pickRemove
    case listAdd, entry, entryNew, entryUp, entryDown, entryRemove
    case cell, cellNew, rowUp, rowDown, rowRemove, rowActions
    case fileHint, fileHintAny, fileRemove, fileAgain, accessoryCheck, accessoryDetail
    case viewOnly, notAllowed
    case signIn, signInPassword, signInByLink, signInByToken, signInNeeded, signInWrong
    case signInOldLink, signInBadToken, signInLater, signInFailed, signOut
    case exportTitle, exportNote, exportFormat, exportChanged, exportPortable, exportButton
    case importTitle, importText, importFile, importPaste, importDetect, importShow
    case importChanged, importRefused, importUnknown, importSame, importSkipped
    case importRefusedText, importSealed, importApply, importPartial, importEmpty, importExpired
    case profilesTitle, profilesText, profilesNone, profileName, profileDescription, profileSettings
    case profileChanged, profileNew, profileSave, profileReplace, profileSaved, profileTime
    case profileCompare, profileSwitch, profilePartial, profileRefusedText, profileSame
    case profileRemove, profileRemoveAsk, profileRemoved, profileRename, profileWithheld
    case profileUnknown, profileBadName, profileLongText, profileExists, profileTooMany
    case profileTooLarge, profileEmpty, profilesCompare, profileFirst, profileWith, profileCurrent
    case profileDiff, profileDifferences, profileSides, profileAbsent, profileAlike
    case syncName, syncNow, syncState, syncAgreed, syncNever, syncOff, syncFailed, syncWaiting

    static let folder = "Page"

    static let shipped = WordTables<Self>(shipped: [
        "en": { EmbeddedFile.pageWordsEN.contents }, "fr": { EmbeddedFile.pageWordsFR.contents },
        "ar": { EmbeddedFile.pageWordsAR.contents }, "de": { EmbeddedFile.pageWordsDE.contents },
        "ja": { EmbeddedFile.pageWordsJA.contents },
    ])
}
