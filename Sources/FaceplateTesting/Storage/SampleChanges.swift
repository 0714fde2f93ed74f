import Faceplate
import Foundation

enum SampleChanges {
    static func all() throws -> [StorageChange] {
        var change = StorageChange(to: StorageVersion())
        var changes: [StorageChange] = []
        func next(_ edit: (inout StorageChange) throws -> Void) rethrows {
            var new = StorageChange(to: change.version)
            try edit(&new)
            change = new
            changes.append(new)
        }
        try next { try adopt("first", title: "Titles", &$0) }
        next {
            $0.add(revision(1, [("titles", nil, "true"), ("gone", "1", "[1, {\"a\": null}]")]))
        }
        next { change in
            change.add(revision(2, [("password", nil, "{\"set\":true}")], note: "by hand"))
            change[.agreement, "titles"] = .set("{\"agreed\":1}")
            change[.agreement, "gone"] = .set("{}")
            change[.credential, "token a"] = .set("{\"sha256\":\"1\"}")
            change[.credential, "token b"] = .set("{}")
            change[.handled, "revision"] = .set("1")
            change[.profile, "Day"] = .set("{\"values\":{}}")
            change[.profile, "Nächte"] = .set("{}")
            change.secrets["password"] = .set(
                .init(sealed: Data((0...255).map { UInt8($0) }), revision: 2))
            change.running["titles"] = .set(
                .init(value: "true", revision: 0, marker: "program", mark: 1))
            change.running["password"] = .set(
                .init(value: nil, revision: 2, marker: "panel", mark: 1))
            change.version.mark = 1
        }
        try next { change in
            try adopt("second", title: "Other titles", &change)
            change.retired = ["gone": true, "again": true]
            change.add(revision(3, [("gone", "[1, {\"a\": null}]", nil)]))
            change.parked[1] = .set(.init(key: "gone", value: "[1]", reason: "It is.", revision: 2))
            change.parked[7] = .set(.init(key: "gone", value: "2", reason: "It is.", revision: 2))
        }
        next { change in
            // Replace records of each kind.
            change.temporaries["titles"] = .set(
                .init(until: "2026-11-20T07:30:00.000Z", value: "true", mark: 2))
            change.temporaries["gone"] = .set(.init(until: nil, value: nil, mark: 1))
            change.version.mark = 2
            change[.agreement, "titles"] = .set("{\"agreed\":2}")
            change[.credential, "token a"] = .set("{\"sha256\":\"2\"}")
            change[.handled, "revision"] = .set("2")
            change[.profile, "Day"] = .set("{\"values\":{\"titles\":true}}")
            change.parked[7] = .set(.init(key: "other", value: "3", reason: "Is it?", revision: 3))
            change.secrets["password"] = .set(.init(sealed: Data([1, 2]), revision: 2))
        }
        next { change in
            // Several revisions in one change, as in a group commit.
            change.add(revision(4, [("titles", "true", "false")]))
            change.add(
                revision(5, [("titles", "false", nil), ("password", "{\"set\":true}", nil)]))
            change.secrets["password"] = .removed
            change.parked[1] = .removed
            change[.agreement, "gone"] = .removed
            change[.credential, "token b"] = .removed
            change[.profile, "Nächte"] = .removed
            change.retired["again"] = false
            change.running["password"] = .removed
            change.running["titles"] = .set(
                .init(value: "false", revision: 0, marker: "program", mark: 2))
            change.temporaries["titles"] = .set(
                .init(until: "2026-11-20T08:30:00.000Z", value: nil, mark: 3))
            change.temporaries["gone"] = .removed
            change.version.mark = 3
        }
        return changes
    }

    private static func adopt(
        _ digest: String, title: String, _ change: inout StorageChange
    ) throws {
        let json = """
            [{"groupKey": "display", "items": [
                {"itemKey": "titles", "itemControlType": "switch"},
                {"itemKey": "password", "itemControlType": "edit_password"}]}]
            """
        let schema = try SchemaReader.read(Array(json.utf8), name: "sample")
        change.panel = .init(key: "sample", version: 1, digest: digest, schema: json)
        change.schema = schema
        change.labels = [
            "en": ["TITLES": title, "titles.help": "Help"], "ar": ["TITLES": "عناوين"],
        ]
        change.version.digest = digest
    }

    static func revision(
        _ number: Int, _ changes: [(key: String, old: String?, new: String?)],
        origin: String = "program", actor: String? = nil, note: String? = nil
    ) -> StoredRevision {
        StoredRevision(
            number: number, time: time(number), origin: origin, actor: actor, note: note,
            changes: changes.map {
                .init(
                    key: $0.key, old: $0.old, new: $0.new,
                    defaultValue: $0.old == nil ? "\"a default\"" : nil)
            }
            .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) })
    }

    private static func time(_ number: Int) -> String {
        RevisionTime.text(Date(timeIntervalSince1970: 1_795_159_800 + 60 * Double(number)))
    }

    // MARK: - History

    static func revisions(_ count: Int) -> [StorageChange] {
        (1...count).map { number in
            var change = StorageChange(to: StorageVersion(digest: "", revision: number))
            var changes: [(String, String?, String?)] = [("a", "\(number - 1)", "\(number)")]
            if number.isMultiple(of: 3) { changes.append(("b", nil, "\(number)")) }
            if number == 1 { changes.append(("c", nil, "true")) }
            change.add(revision(number, changes))
            return change
        }
    }

    static var queries: [RevisionQuery] {
        let bounds: [Int?] = [nil, .min, 0, 1, 6, 11, 12, 13, .max]
        var queries = bounds.flatMap { [RevisionQuery(after: $0), RevisionQuery(before: $0)] }
        queries += [nil, 0, 1, 5, 12, 13, .max].map { RevisionQuery(limit: $0) }
        queries += ["a", "b", "c", "d", ""].map { RevisionQuery(key: $0) }
        queries += [0, 1, 5, 12, 99].map { RevisionQuery(until: time($0)) }
        queries += [
            RevisionQuery(after: 3, before: 9, limit: 2), RevisionQuery(after: 3, key: "b"),
            RevisionQuery(before: 9, until: time(7), key: "b", limit: 1),
            RevisionQuery(after: 5, before: 6), RevisionQuery(after: 6, before: 5),
        ]
        return queries.flatMap { query in
            var reversed = query
            reversed.isNewestFirst = true
            return [query, reversed]
        }
    }

    // MARK: - Texts

    static var texts: [String] {
        [
            "", " ", "'", "''; DROP TABLE setting; --", "\"", "\\", "\r\n", "\n", "\t",
            "é", "e\u{301}", "\u{301}", "😀", "\u{10FFFF}", "\u{FEFF}", "عناوين", "%s %@ ?1 $1",
            "NULL", "null", "1e400", String(repeating: "x", count: 1_000_000),
        ]
    }

    static func change(_ number: Int, saying text: String) -> StorageChange {
        let key = "key\(number)"
        let json = JSONWriter().text(JSONValue.text(text))
        var change = StorageChange(to: StorageVersion(digest: "", revision: number))
        change.add(
            revision(number, [(key, nil, json)], actor: text, note: text))
        change.labels = ["en": [text: text]]
        change.parked[Int64(number)] = .set(
            .init(key: key, value: json, reason: text, revision: number))
        return change
    }

    // MARK: - Counting

    static func counted(up state: StoredState) throws -> StorageChange {
        let count = Int(state.values["count"]?.value ?? "0") ?? 0
        var version = state.version
        version.revision += 1
        var change = StorageChange(to: version)
        change.add(
            revision(
                version.revision,
                [
                    ("count", state.values["count"]?.value, "\(count + 1)"),
                    ("again", state.values["again"]?.value, "\(count + 1)"),
                ]))
        return change
    }
}

extension StorageChange {
    fileprivate mutating func add(_ next: StoredRevision) {
        revisions.append(next)
        version.revision = next.number
        for change in next.changes where change.key != "password" {
            values[change.key] =
                change.new.map { .set(.init(value: $0, revision: next.number)) } ?? .removed
        }
    }
}
