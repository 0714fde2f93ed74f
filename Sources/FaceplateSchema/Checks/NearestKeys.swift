/// Suggests existing keys for the first few unknown keys.
///
/// The number is limited because each search compares all keys, and a schema can have thousands of both.
struct NearestKeys {
    private let keys: [String]
    private var looks = 20

    init(_ keys: some Sequence<String>) {
        self.keys = keys.sorted()
    }

    mutating func nearest(to key: String) -> String? {
        guard looks > 0 else { return nil }
        looks -= 1
        return NearestWord.to(key, among: keys)
    }

    mutating func suggestion(for key: String) -> String {
        nearest(to: key).map { " Did you mean '\($0)'?" } ?? ""
    }
}
