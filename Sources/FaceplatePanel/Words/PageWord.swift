import CEmbeddedFiles
import FaceplateSchema

/// The folder `Page` has a catalog for each language.
enum PageWord: String, WordName {
    case pageTitle, pageTitleError, skip, localeHeading, search, searchLabel, searchHint
    case searchClear, searchNearest, found, foundFirst, foundNone, foundInstead, foundSome
    case foundWhere, foundUnseen, foundHidden, advanced, filters, filterCount, filterModified
    case filterLocked, filterRestart, filterError, filterUnknown, linkHidden, linkHiddenUntil
    case linkNever, linkUnknown, linkNearest, save, discard, unsaved, unsavedCount, rowSave
    case rowDiscard, rowTyped, rowWaits, rowOffline, rowSignedOut, offline, notDone, searchWaits,
        signedOut, back
    case problemMore, retry, problemCount, elsewhere, copied, useTheirs, useTheirsOther
    case keepMine, review, reviewNote, reviewCount, reviewChange, reviewSecret, reviewRemoved, done
    case closedTitle, closedText, changed, changedUnseen, changedSecretSet, changedSecretRemoved
    case changedReset, changedResetEmpty, changedCount, changedResetCount, unchanged, agoNow
    case agoMinutes, dayAndTime, countNeeds, countDifferent, countSame, countLocked, needsYou
    case lastChanges, differentTitle, all, allCount, open, openLabel, untilThen, timeRest
    case changeSides, switchedTo, profilesAll, profileDiffer, profileSwitchTo, listMovedBelow
    case listMovedFirst, recentChanges, changes, transfer, moreWays, searchWay, panelWays
    case panelEmpty, revisionNumber, changeLine, onDefault, changeToDefault, changeFromDefault
    case changesZone, changesNone, changesNoMore, changesAll, changesNoMatch, changesText
    case changesAnySetting, changesBy, changesAnyone, filter, today, yesterday, changesGo
    case changesGoLabel, changesGoButton, changesUntil, changesLead, settingCount, changedList
    case quoted, listAdded, listEdited, listRemoved, listMoved, listSwapped, historyOf
    case changesOlder, changesNewest, changesKept, changesKeptDays, changesKeptSize, madeBrowser
    case madeScript, madeCli, madeProgram, madeImport, madeSync, madeMigration, madeUndo
    case madeExpiry, madeUnconfirmed, madeProfile, madeFile, undoOf, restoreOf, undo, redo, close
    case undoOne
    case undoEmpty, undoSecret, undoCount, redoOne, redoEmpty, redoCount, undoRevision
    case undoLabel, shortcutHint, keysTitle, keysUndo, keysRedo, keysSave, keysDiscard, keysMenu
    case keysStep, keysSteps, keysHelp, keyShift, keyAlt, keyEnter, keyEscape, keyPages
    case notUndone, notUndoneValue, notUndoneSince, restoreLink, restoreTitle, restoreTime
    case restoreText, restoreNone, restoreButton, restoreSkipped, columnSetting, columnNow
    case columnThen, conflictHeading, conflictText, conflictTheirs, conflictMine
    case conflictTheirsSecret, conflictMineSecret, conflictMineKept, conflictWhen, conflictChoose,
        originUnknown, on
    case off, empty, valueNone, modified, reset, resetEmpty, optionGone, opens, readonly,
        lockedVariable
    case lockedFile, lockedOther, restartRow, restartRowSecret, timeLeft, timeEnd, timeKeep
    case timeLimit, detailsTime, keepRow, keepBack, keepThen, keepLeft, keepEnd, keepOne
    case keepCount, unreadable, restartCount, restartNow, resetAsk, resetCount, resetMore, details
    case detailsClose, detailsKey, detailsControl, detailsAccepts, detailsDefault, detailsOrigin
    case detailsDeprecated, optionsFailed
    case detailsFormer, detailsCommand, detailsJSON, detailsLink, copy, copyLabel, history
    case originOwnBrowser, acceptsText, acceptsAny, acceptsMore, acceptsStep, acceptsMost
    case acceptsLeast, acceptsRange, acceptsNumber, acceptsWhole, provenanceDefault
    case provenanceReset, provenanceSet, provenanceSetOnce, secretSet, secretUnset, secretRemove
    case secretRemoveAsk, secretLines, secretShow, secretShowLabel, keysPress, keysPressLabel,
        keysWait, conflict, conflictEmpty
    case conflictSecret, originBrowser, originScript, originCli, originProgram, originImport
    case originSync, originMigration, originUndo, originExpiry, originUnconfirmed, originProfile
    case originFile
    case revisionAhead, formTooLarge, errorsHeading, errorPrefix, rowRefused, refusedValue,
        notfoundTitle
    case notfoundText, notfoundHome, schemaProblems, fileProblems, actionDone, actionNone,
        actionMissing,
        actionFailed
    case notShown, actionBusy, actionStopping, actionState, actionRuns, actionBack, confirm
    case cancel, markHint, marks, markBold, markItalic, markHeading, markList, markLink, stepUp
    case stepDown, timeZone, overMidnight, unitOf, contents
    case breadcrumb, levelAdvanced, levelBasic, disabled, disabledUntil, disabledUntilOther
    case disabledUntilFilled, neededFor, rows, numberWithUnit, selectAll, pickDefault, pickOwn
    case pickOwnOf, pickFind, pickNone, pickAdd, pickRemove, entryAdd, entryKeys, entryPlace
    case listLeast, entry, entryNew, entryUp, entryDown, entryRemove, cell, cellNew, rowAdd
    case rowUp, rowDown, rowRemove, rowActions, fileHint, fileHintAny, fileRemove, fileAgain
    case fileReplace, fileImage, fileSound, fileVideo, fileText, fileChoose, fileNone
    case accessoryCheck, accessoryDetail, viewOnly, notAllowed, signIn, signInTo, signInPassword
    case signInByLink, signInByToken, signInNeeded, signInWrong, signInOldLink, signInBadToken
    case signInLater, signInFailed, signOut, syncName, syncNow, syncState, syncAgreed, syncNever
    case syncOff, syncFailed, syncWaiting, exportTitle, exportNote, exportFormat, exportChanged
    case exportPortable, exportComments, exportButton, importTitle, importText, importFile
    case importPaste, importDetect, importShow, importChanged, importRefused, importUnknown,
        importSame
    case importSkipped, importRefusedText, importRefusedAll, importSealed, importApply,
        importPartial, importEmpty
    case importExpired, profilesTitle, profilesText, profilesNone, profileName
    case profileDescription, profileSettings, profileChanged, profileNew, profileSave
    case profileReplace, profileSaved, profileTime, profileInUse, profileAllSame, profileUpdate
    case profileUpdateLabel, profileCompareLabel, profileCompareFold, transferTitle, importHint
    case profileSwitch, profilePartial, profileRefusedText, profileRefusedAll, profileSame,
        profileRemove
    case profileRemoveAsk, profileRemoved, profileRename, profileWithheld, profileUnknown
    case profileBadName, profileLongText, profileExists, profileTooMany, profileTooLarge
    case profileEmpty, profilesCompare, profileFirst, profileWith, profileCurrent, profileDiff
    case profileDifferences, profileSides, profileAbsent, profileAlike, overview

    static let folder = "Page"

    static let shipped = WordTables<Self>(shipped: [
        "en": { EmbeddedFile.pageWordsEN.contents }, "fr": { EmbeddedFile.pageWordsFR.contents },
        "ar": { EmbeddedFile.pageWordsAR.contents }, "de": { EmbeddedFile.pageWordsDE.contents },
        "ja": { EmbeddedFile.pageWordsJA.contents },
    ])
}
