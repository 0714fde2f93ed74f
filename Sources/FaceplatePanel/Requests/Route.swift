import Faceplate

/// The destination of a path: a row of the table of routes, and the values of its parameters.
struct Route: Sendable {
    let name: RouteName
    let row: RouteRow
    /// The values of the parameters of the path, in order.
    let arguments: [String]

    /// Finds the destination of a path; ``RouteName/unknown`` for a path of no route.
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

    /// The destination of a path outside the panel.
    static let unknown = Route(RouteName.unknown)

    /// The value of the first parameter of the path; empty for a path without parameters.
    var argument: String { arguments.first ?? "" }

    /// True when the panel has something at the path.
    var isKnown: Bool { name != .unknown && name != .unknownData }

    /// True when people visit this route in a browser.
    var isPage: Bool { row.audience == .visitors }

    /// Returns the segments of a page's URL.
    static func segments(of page: Schema.Page) -> [String] {
        page.path.isEmpty ? [] : ["pages"] + page.path
    }
}

/// A row of the table of routes.
struct RouteRow: Sendable {
    /// The clients for which a route is made.
    enum Audience: Sendable {
        /// People, who visit a page; links on other sites may lead there.
        case visitors
        /// The parts of pages, and downloads.
        case resources
        /// Programs, which always receive JSON.
        case programs
    }

    /// The path; `nil` for the row of all other paths.
    let path: PathTemplate?
    let audience: Audience
    let operations: [RouteOperation]
    /// True for a route that responds to requests without a credential, too.
    let needsNoSignIn: Bool
    /// The descriptions of operations for programs, in `/api/openapi.json`.
    let descriptions: [(method: RouteOperation.Method, description: OperationDescription)]

    /// Creates a row for programs; each operation has a description.
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

    /// Returns the operation for a method; `HEAD` is accepted wherever `GET` is.
    func operation(for method: String) -> RouteOperation? {
        let wanted = method == "HEAD" ? "GET" : method
        return operations.first { $0.method.rawValue == wanted }
    }

    /// The accepted methods, for the header `Allow`.
    var methods: [String] {
        operations.flatMap { $0.method == .get ? ["GET", "HEAD"] : [$0.method.rawValue] }
    }
}

/// The response of a route to one method.
struct RouteOperation: Sendable {
    enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
    }

    /// The body that an operation reads.
    enum Body: Sendable, Hashable {
        case none
        /// A form, up to the size that the values of the panel need.
        case form
        /// JSON, up to the size of a form.
        case json
        /// A file of values, or a form with one.
        case values
        /// The form of the sign-in page, which is small because anyone can send it.
        case signIn
    }

    /// Responds to a request, before it returns or later.
    typealias Handler = @Sendable (Panel, RequestContext, @escaping Panel.Reply) -> Void

    let method: Method
    /// The access that the requester needs.
    let access: Requester.Access
    let body: Body
    let respond: Handler

    /// Returns an operation that reads.
    static func get(_ respond: @escaping Handler) -> RouteOperation {
        RouteOperation(method: .get, access: .view, body: .none, respond: respond)
    }

    /// Returns an operation that reads and responds immediately.
    static func reading(
        _ respond: @escaping @Sendable (Panel, RequestContext) -> PanelResponse
    ) -> RouteOperation {
        .get { $2(respond($0, $1)) }
    }

    /// Returns an operation that can change settings.
    static func editing(
        _ method: Method, _ body: Body, _ respond: @escaping Handler
    ) -> RouteOperation {
        RouteOperation(method: method, access: .edit, body: body, respond: respond)
    }

    /// Returns an operation with which people sign in or out.
    static func signing(_ respond: @escaping Handler) -> RouteOperation {
        RouteOperation(method: .post, access: .view, body: .signIn, respond: respond)
    }
}

extension Panel {
    /// A function that sends a response; it is called once, on any thread.
    typealias Reply = @Sendable (PanelResponse) -> Void
}
