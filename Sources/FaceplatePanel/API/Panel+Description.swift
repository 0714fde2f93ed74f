import Dispatch
import Faceplate

extension Panel {
    func answerSchema(_ request: RequestContext) -> PanelResponse {
        let viewer = viewer(of: request)
        let context = context(viewer)
        return answer(
            request,
            with: JSONAnswer.read(
                valuesSchema(context, isAlone: true), at: context.snapshot.revision,
                type: "application/schema+json", more: viewer.headers))
    }

    func answerDescription(_ request: RequestContext) -> PanelResponse {
        let viewer = viewer(of: request)
        let context = context(viewer)
        let values = valuesSchema(context, isAlone: false)
        let schema = context.schema
        let settings = schema.settings.map { JSONValue.text($0.key) }
        let buttons = schema.items.filter { $0.control.isAction && $0.url == nil }
            .map { JSONValue.text($0.key) }
        var keys: [String: JSONValue] = [:]
        // An enumeration without members would be no valid schema.
        for description in [OperationDescription.readValue, .putValue, .deleteValue]
        where !settings.isEmpty {
            keys[description.id] = ["type": "string", "enum": .array(settings)]
        }
        if !buttons.isEmpty {
            keys[OperationDescription.postAction.id] = [
                "type": "string", "enum": .array(buttons),
            ]
        }
        let paths = RouteTable.rows.compactMap { _, row -> (String, JSONValue)? in
            guard let path = row.path, !row.descriptions.isEmpty else { return nil }
            return (
                path.text,
                .object(
                    row.descriptions.map {
                        ($0.method.rawValue.lowercased(), $0.description.json(path, keys: keys))
                    })
            )
        }
        // An empty requirement says that a request without a token is accepted, too.
        let noToken: [JSONValue] = access.access == .open ? [[:]] : []
        let json: JSONValue = [
            "openapi": "3.1.0",
            "info": [
                "title": .text(context.labels.panelTitle.text),
                "version": .text("\(schema.version)"),
            ],
            "servers": [["url": .text(context.base.rootName)]],
            "security": .array(noToken + [["bearer": []]]),
            "paths": .object(paths),
            "components": [
                "securitySchemes": ["bearer": ["type": "http", "scheme": "bearer"]],
                "schemas": .object(
                    OperationDescription.shapes.map { ($0.name, $0.json(values: values)) }),
            ],
        ]
        return answer(
            request,
            with: JSONAnswer.read(json, at: context.snapshot.revision, more: viewer.headers))
    }

    func answerPanelData(_ request: RequestContext, _ reply: @escaping Reply) {
        // The times of the last changes are read from the store.
        DispatchQueue.global().async { [self] in
            settings.readSource()
            let snapshot = view(for: request).snapshot
            let json = SnapshotMirror.json(of: snapshot, digest: snapshot.digest) {
                (try? settings.lastChange(of: $0))?.time
            }
            reply(answer(request, with: JSONAnswer.read(json, at: snapshot.revision)))
        }
    }

    private func valuesSchema(_ context: PageContext, isAlone: Bool) -> JSONValue {
        let properties = context.schema.settings.map { setting -> (String, JSONValue) in
            var property = JSONSchemaObject(anyOf: [setting.rules.jsonSchema])
            // `null` is the value of a setting without one, and resets a setting.
            property["anyOf"] = JSONValue.array(
                (property["anyOf"]?.array ?? []) + [["type": "null"]])
            property["title"] = .text(context.labels.title(of: setting.key).text)
            if let value = setting.plainDefault { property["default"] = value.json }
            if setting.isReadOnly { property["readOnly"] = true }
            if let item = context.schema.items[setting.key],
                let note = context.labels.deprecation(of: item, context.problemWords)
            {
                property["deprecated"] = true
                property["deprecationMessage"] = .text(note.text)
            }
            return (setting.key, property.json)
        }
        let head: [(String, JSONValue)] =
            isAlone
            ? [
                ("$schema", "https://json-schema.org/draft/2020-12/schema"),
                ("title", .text(context.labels.panelTitle.text)),
            ] : []
        return .object(
            head + [
                ("type", "object"), ("properties", .object(properties)),
                ("additionalProperties", false),
            ])
    }
}
