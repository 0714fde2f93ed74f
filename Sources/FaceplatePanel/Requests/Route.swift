import Faceplate

struct Route: Sendable {
    let name: RouteName
    let row: RouteRow
    let arguments: [String]

    init(_ path: String) {
        for (name, row) in RouteTable.rows {
            if let arguments = row.path?.arguments(in: path) {
                self.name = name
                self.row = row
                self.arguments = arguments
                return
            }
        }
        self = .unknown
    }

    private init(_ name: RouteName) {
        self.name = name
        row = RouteTable.row(of: name)
        arguments = []
    }

    static let unknown = Route(RouteName.unknown)

    var argument: String { arguments.first ?? "" }

    var isKnown: Bool { name != .unknown && name != .unknownData }

    var isPage: Bool { row.audience == .visitors }

    static func segments(of page: Schema.ItemPage) -> [String] {
        page.path.isEmpty ? [] : ["pages"] + page.path
    }
}

struct RouteRow: Sendable {
    enum Audience: Sendable {
        /// Links on other sites may lead there.
        case visitors
        case resources
        /// They always receive JSON.
        case programs
    }

    let path: PathTemplate?
    let audience: Audience
    let operations: [RouteOperation]
    let needsNoSignIn: Bool
    let descriptions: [(method: RouteOperation.Method, description: OperationDescription)]

    init(
        api path: String, _ operations: (RouteOperation, OperationDescription)...
    ) {
        self.path = PathTemplate(path)
        audience = .programs
        needsNoSignIn = false
        self.operations = operations.map(\.0)
        descriptions = operations.map { ($0.0.method, $0.1) }
    }

    init(
        _ path: String?, for audience: Audience, needsNoSignIn: Bool = false,
        _ operations: [RouteOperation]
    ) {
        self.needsNoSignIn = needsNoSignIn
        self.path = path.map(PathTemplate.init)
        self.audience = audience
        self.operations = operations
        descriptions = []
    }

    func operation(for method: String) -> RouteOperation? {
        let wanted = method == "HEAD" ? "GET" : method
        return operations.first { $0.method.rawValue == wanted }
    }

    var methods: [String] {
        operations.flatMap { $0.method == .get ? ["GET", "HEAD"] : [$0.method.rawValue] }
    }
}

struct RouteOperation: Sendable {
    typealias Method = OperationMethod

    enum Body: Sendable, Hashable {
        case none
        /// Up to the size that the values of the panel need.
        case form
        /// Up to the size of a form.
        case json
        case values
        /// Small, because anyone can send it.
        case signIn
    }

    /// It can reply before it returns or later, but not when it throws.
    typealias Handler = @Sendable (Panel, RequestContext, @escaping Panel.Reply) throws -> Void

    let method: Method
    let access: Requester.Access
    let body: Body
    private let handler: Handler

    func respond(_ panel: Panel, _ request: RequestContext, _ reply: @escaping Panel.Reply) {
        do {
            try handler(panel, request, reply)
        } catch {
            reply(panel.refusal(error, request))
        }
    }

    static func get(_ respond: @escaping Handler) -> RouteOperation {
        RouteOperation(method: .get, access: .view, body: .none, handler: respond)
    }

    static func reading(
        _ respond: @escaping @Sendable (Panel, RequestContext) -> PanelResponse
    ) -> RouteOperation {
        .get { $2(respond($0, $1)) }
    }

    static func editing(
        _ method: Method, _ body: Body, _ respond: @escaping Handler
    ) -> RouteOperation {
        RouteOperation(method: method, access: .edit, body: body, handler: respond)
    }

    static func signing(_ respond: @escaping Handler) -> RouteOperation {
        RouteOperation(method: .post, access: .view, body: .signIn, handler: respond)
    }
}

extension Panel {
    /// It is called once, on any thread.
    typealias Reply = @Sendable (PanelResponse) -> Void
}
