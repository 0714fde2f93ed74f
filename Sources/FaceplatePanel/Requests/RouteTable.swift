import Faceplate

/// In the order in which a path is compared with them.
enum RouteName: CaseIterable, Sendable {
    case firstPage, page
    case action
    case run
    case asset
    case publicFile
    case file
    /// One row or group of a page.
    case fragment
    /// The permanent link to a setting, by a current or former key.
    case link
    case health
    case events
    case changes
    case exportPage
    case importPage
    case profiles, profile
    case exportData
    case importData
    case values
    case value
    case press
    case undo
    case profilesData, profileData, profileDiff, profileSwitch
    case changesData
    case changeData
    case panelData
    case valuesSchema
    case description
    /// Any other path of the API.
    case unknownData
    case keys
    /// The page that leads users to `done` when they finish.
    case closed
    /// The page on which people sign in, and the target of sign-in links.
    case signIn
    case signOut
    case unknown
}

enum RouteTable {
    static let rows = RouteName.allCases.map { (name: $0, row: row(of: $0)) }

    /// A route without a row does not compile.
    static func row(of name: RouteName) -> RouteRow {
        switch name {
        case .firstPage: RouteRow("/", for: .visitors, pageOperations)
        case .page: RouteRow("/pages/{page*}", for: .visitors, pageOperations)
        case .action: RouteRow("/actions/{key}", for: .visitors, actionOperations)
        case .run: RouteRow("/actions/{key}/{run}", for: .visitors, actionOperations)
        case .asset:
            RouteRow(
                Asset.folder + "{file+}", for: .resources, needsNoSignIn: true,
                [.reading { $0.asset($1) }])
        case .publicFile:
            RouteRow(
                "/public/{file+}", for: .resources, needsNoSignIn: true,
                [.reading { $0.answerPublic($1.route.argument, $1) }])
        case .file:
            RouteRow(
                "/files/{key+}", for: .resources, [.reading { $0.file($1.route.argument, $1) }])
        case .fragment:
            RouteRow(
                "/fragments/{key+}", for: .resources,
                [.get { $0.answerFragment($1.route.argument, $1, $2) }])
        case .link:
            RouteRow(
                "/s/{key+}", for: .visitors, [.reading { $0.answerLink($1.route.argument, $1) }])
        case .health:
            RouteRow(
                "/healthz", for: .resources, needsNoSignIn: true, [.reading { $0.health($1) }])
        case .events:
            RouteRow(api: "/api/events", (.reading { $0.answerEvents($1) }, .readEvents))
        case .changes:
            RouteRow(
                "/changes", for: .visitors,
                [
                    .get { try $0.answerChanges($1, $2) },
                    .editing(.post, .form) { try $0.answerPost([], $1, isHistory: true, $2) },
                ])
        case .exportPage:
            RouteRow("/export", for: .visitors, [.get { try $0.answerExport($1, $2) }])
        case .importPage:
            RouteRow(
                "/import", for: .visitors,
                [
                    .reading { $0.answerImport($1) },
                    .editing(.post, .values) { try $0.postImport($1, $2) },
                ])
        case .profiles:
            RouteRow(
                "/profiles", for: .visitors,
                [
                    .get { $0.answerProfiles($1, $2) },
                    .editing(.post, .form) { $0.postProfiles($1, $2) },
                ])
        case .profile:
            RouteRow(
                "/profiles/{name}", for: .visitors,
                [
                    .get { $0.answerProfile($1, $2) },
                    .editing(.post, .form) { try $0.postProfile($1, $2) },
                ])
        case .exportData:
            RouteRow(api: "/api/export", (.get { try $0.answerExportData($1, $2) }, .readExport))
        case .importData:
            RouteRow(
                api: "/api/import",
                (.editing(.post, .values) { try $0.postImportData($1, $2) }, .postImport))
        case .values:
            RouteRow(
                api: "/api/settings", (.get { try $0.answerValues($1, $2) }, .readValues),
                (.editing(.patch, .json) { try $0.patchValues($1, $2) }, .patchValues))
        case .value:
            RouteRow(
                api: "/api/settings/{key}", (.get { try $0.answerValue($1, $2) }, .readValue),
                (.editing(.put, .json) { try $0.putValue($1, $2) }, .putValue),
                (.editing(.delete, .none) { try $0.deleteValue($1, $2) }, .deleteValue))
        case .press:
            RouteRow(
                api: "/api/actions/{key}",
                (.editing(.post, .json) { try $0.postAction($1, $2) }, .postAction))
        case .undo:
            RouteRow(
                api: "/api/undo", (.editing(.post, .json) { try $0.postUndo($1, $2) }, .postUndo))
        case .profilesData: RouteRow(api: ReadProfiles.path, operation(ReadProfiles.self))
        case .profileData:
            RouteRow(
                api: ReadProfile.path, operation(ReadProfile.self), operation(SaveProfile.self),
                operation(ChangeProfile.self), operation(RemoveProfile.self))
        case .profileDiff:
            RouteRow(
                api: "/api/profiles/{name}/diff",
                (.get { $0.answerProfileDiff($1, $2) }, .readDiff))
        case .profileSwitch:
            RouteRow(
                api: "/api/profiles/{name}/apply",
                (.editing(.post, .json) { try $0.switchProfile($1, $2) }, .postProfile))
        case .changesData:
            RouteRow(
                api: "/api/changes", (.get { try $0.answerChangesData($1, $2) }, .readChanges),
                (.editing(.post, .json) { try $0.postChanges($1, $2) }, .postChanges))
        case .changeData:
            RouteRow(
                api: "/api/changes/{revision}/{key}",
                (.get { $0.answerChangeData($1, $2) }, .readChange))
        case .panelData:
            RouteRow(api: "/api/panel", (.get { $0.answerPanelData($1, $2) }, .readPanel))
        case .valuesSchema:
            RouteRow(api: "/api/schema", (.reading { $0.answerSchema($1) }, .readSchema))
        case .description:
            RouteRow(
                api: "/api/openapi.json",
                (.reading { $0.answerDescription($1) }, .readDescription))
        case .unknownData:
            RouteRow("/api/{rest+}", for: .programs, [.reading { $0.notFound($1) }])
        case .keys: RouteRow("/keys", for: .visitors, [.reading { $0.answerKeys($1) }])
        case .closed: RouteRow("/closed", for: .visitors, [.reading { $0.answerClosed($1) }])
        case .signIn:
            RouteRow(
                "/sign-in", for: .visitors, needsNoSignIn: true,
                [.get { $0.answerSignIn($1, $2) }, .signing { try $0.postSignIn($1, $2) }])
        case .signOut:
            RouteRow(
                "/sign-out", for: .visitors, needsNoSignIn: true,
                [.signing { $0.postSignOut($1, $2) }])
        case .unknown: RouteRow(nil, for: .visitors, [.reading { $0.notFound($1) }])
        }
    }

    private static func operation<Asked: SettingsOperation>(
        _ type: Asked.Type
    ) -> (RouteOperation, OperationDescription) {
        let respond: RouteOperation.Handler = { $0.perform(type, $1, $2) }
        return (
            type.method == .get
                ? .get(respond)
                : .editing(type.method, type.fields.isEmpty ? .none : .json, respond),
            OperationDescription(type)
        )
    }

    private static let pageOperations: [RouteOperation] = [
        .get { try $0.answerPage($1.route.arguments, $1, $2) },
        .editing(.post, .form) { try $0.answerPost($1.route.arguments, $1, $2) },
    ]

    private static let actionOperations: [RouteOperation] = [
        .reading {
            let arguments = $1.route.arguments
            return $0.answerAction(
                $1.route.argument, run: arguments.count > 1 ? arguments[1] : nil, $1)
        }
    ]
}
