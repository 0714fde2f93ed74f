/// Rows of text in aligned columns, separated by two spaces.
struct TextColumns {
    let rows: [[String]]

    var lines: [String] {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in
            rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
        }
        return rows.map { row in
            row.enumerated().map { column, text in
                let isLast = column == row.count - 1
                return isLast
                    ? text : text + String(repeating: " ", count: widths[column] - text.count)
            }.joined(separator: "  ")
        }
    }
}
