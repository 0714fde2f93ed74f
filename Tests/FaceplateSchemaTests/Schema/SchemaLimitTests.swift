import FaceplateSchema
import Testing

struct SchemaLimitTests {
    private static let json = """
        [{"groupKey": "open", "groupRenamedFrom": "public", "items": [
           {"itemKey": "name", "itemControlType": "edit_text", "itemRenamedFrom": "title"},
           {"itemKey": "tone", "itemControlType": "picker", "itemAdds": true,
            "itemOptions": ["horn"], "itemAccess": ["owners"], "itemRenamedFrom": "siren"}]},
         {"groupKey": "safe", "groupRenamedFrom": "chest", "groupAccess": ["owners"], "items": [
           {"itemKey": "code", "itemControlType": "edit_text", "itemRenamedFrom": "word"},
           {"itemKey": "vault", "itemControlType": "page", "groups": [
             {"groupKey": "inside", "groupRenamedFrom": "within", "items": [
               {"itemKey": "gold", "itemControlType": "edit_integer"}]}]}]}]
        """

    /// The history and events name what a setting was called before.
    ///
    /// A key that the schema does not have may be that of an earlier, withheld setting, unless the requester itself has
    /// named it.
    @Test(arguments: [
        ("name", false), ("title", false), ("open", false), ("public", false), ("other", true),
        ("tone", true), ("siren", true), ("tone.added", true), ("siren.added", true),
        ("safe", true), ("chest", true), ("code", true), ("word", true), ("vault", true),
        ("inside", true), ("within", true), ("gold", true),
    ])
    func formerKeysAreWithheldLikeCurrentOnes(key: String, isWithheld: Bool) throws {
        let schema = try Schema.make(Self.json)
        let (visitors, owners) = (schema.withheld(from: []), schema.withheld(from: ["owners"]))
        #expect(schema.isWithheld(key, in: visitors) == isWithheld)
        #expect(schema.isWithheld(named: key, in: visitors) == (isWithheld && key != "other"))
        #expect(!schema.isWithheld(key, in: owners))
    }
}
