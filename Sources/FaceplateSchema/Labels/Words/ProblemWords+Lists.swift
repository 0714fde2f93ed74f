extension ProblemWords {
    /// `Entry 3: ...`, or a message about an input of an action; `nil` for a problem of the whole value.
    ///
    /// The message for a cell is about its column; the parameter `column` can contain the column's
    /// title.
    func sentenceWithPlace(
        for problem: ValueProblem, label: String, options: [String]
    ) -> String? {
        if let place = problem.parameters["place"] {
            return sentence(for: problem, inside: label, place: place)
        }
        let places = problem.parameters.filter { ["line", "row"].contains($0.key) }
        let isCell = problem.code != .unknownPart
        let column = isCell ? problem.parameters["column"] : nil
        guard !places.isEmpty || column != nil else { return nil }
        let inner = ValueProblem(
            problem.code,
            problem.parameters.filter { !["line", "row", "column"].contains($0.key) },
            kind: problem.kind)
        let said =
            column.flatMap { problem.code == .required ? text(.missingCell, ["Label": $0]) : nil }
            ?? sentence(for: inner, label: column ?? label, options: options)
        guard !places.isEmpty else { return said }
        let word = places["line"] == nil ? ProblemWord.inRow : .inLine
        return text(word, places.merging(["problem": said]) { $1 })
    }

    /// A place that begins with a position is one in the value itself: `Rooms[2].name`.
    private func sentence(
        for problem: ValueProblem, inside label: String, place: String
    ) -> String {
        let inner = ValueProblem(
            problem.code, problem.parameters.filter { $0.key != "place" }, kind: problem.kind)
        return sentence(for: inner, label: place.hasPrefix("[") ? label + place : place)
    }

    /// Returns the names of the types of JSON Schema as people name them: `text or a list`.
    func typeNames(_ types: String) -> String {
        let names: [String: ProblemWord] = [
            "string": .typeText, "number": .typeNumber, "integer": .typeInteger,
            "boolean": .typeBoolean, "array": .typeList, "object": .typeObject, "null": .typeNull,
        ]
        return alternatives(
            types.split(separator: ", ").map { names[String($0)].map { text($0) } ?? String($0) })
    }

    /// Returns accepted types of files as people name them: `a picture`, or `a file that ends in .pdf or .pem`.
    func fileKinds(_ types: [String]) -> String {
        let general: [String: ProblemWord] = [
            "image/*": .filePicture, "video/*": .fileVideo, "audio/*": .fileAudio,
            "text/*": .fileText, "text/plain": .fileText,
        ]
        let named = types.compactMap { general[$0.lowercased()] }.map { text($0) }
        let endings = types.filter { general[$0.lowercased()] == nil }.map(Self.ending)
        return alternatives(
            named + (endings.isEmpty ? [] : [text(.fileOf, ["kind": alternatives(endings)])]))
    }

    private static func ending(of type: String) -> String {
        let endings = [
            "image/jpeg": "jpg", "image/svg+xml": "svg", "audio/mpeg": "mp3",
            "application/gzip": "gz",
        ]
        let type = type.lowercased()
        if let ending = endings[type] { return ".\(ending)" }
        let plain = [
            "image/png", "image/gif", "image/webp", "image/avif", "application/pdf",
            "application/zip", "application/json", "application/xml", "text/csv", "text/html",
            "video/mp4", "video/webm", "audio/ogg", "audio/flac",
        ]
        return plain.contains(type) ? "." + type.drop { $0 != "/" }.dropFirst() : type
    }

    /// Returns a size for users, rounded up to integer KiB, or to tenths of a MiB.
    package func roundedSize(_ bytes: Int) -> String {
        guard bytes >= 1 << 10 else { return fileSize(bytes) }
        guard bytes > 1 << 20 else { return fileSize((bytes + 1_023) / 1_024 * 1_024) }
        let tenths = (bytes / 1_024 * 10 + 1_023) / 1_024
        return sizes.text(
            ExactDecimal("\(tenths / 10).\(tenths % 10)") ?? .zero, SizeUnit.binary[1])
    }

    /// Returns a size in the largest unit that gives an integer.
    package func fileSize(_ bytes: Int) -> String {
        sizes.text(bytes: Int64(bytes), in: [.byte] + SizeUnit.binary.prefix(2))
    }
}
