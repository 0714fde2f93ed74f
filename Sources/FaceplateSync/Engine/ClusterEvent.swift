/// An event of the cluster that users should know: its contents are not those of the last sync.
enum ClusterEvent: Sendable, Hashable {
    /// The cluster has no contents, or they have lost their name.
    case emptied
    /// The contents were replaced by others.
    case replaced
    /// The contents are an older copy of those of the last sync.
    case older

    /// Compares the contents that were just read with the last sync.
    ///
    /// - Parameter isOther: True when these are not the contents of the last sync.
    /// - Returns: The event; `nil` if the contents are as expected.
    init?(_ replica: Replica, isOther: Bool) {
        if isOther {
            self = replica.clusterName == nil ? .emptied : .replaced
        } else if replica.holdsOlderEntries {
            self = .older
        } else {
            return nil
        }
    }

    /// A sentence for users.
    var words: String {
        switch self {
        case .emptied: "The cluster was empty, or had lost its name. It is filled again."
        case .replaced:
            "The cluster had other contents than before. The later of two chosen values is used."
        case .older:
            "The cluster had older contents than before, such as a restored copy. It gets the newer "
                + "values again."
        }
    }
}
