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

    /// The title of a group or page alone would reveal its subject; a second place of a visible row keeps its group.
    @Test func aGroupWithoutAVisibleRowIsWithheld() throws {
        let schema = try Schema.make(
            """
            [{"groupKey": "open", "items": [
               {"itemKey": "name", "itemControlType": "edit_text"},
               {"itemKey": "vault", "itemControlType": "page", "groups": [
                 {"groupKey": "inner", "items": [
                   {"itemKey": "cell", "itemControlType": "page", "groups": [
                     {"groupKey": "deep", "items": [
                       {"itemKey": "gold", "itemControlType": "switch", "itemAccess": ["owners"]}]}]}]}]}]},
             {"groupKey": "alone", "items": [
               {"itemKey": "pin", "itemControlType": "edit_text", "itemAccess": ["owners"]}]},
             {"groupKey": "again", "items": [
               {"itemKey": "code", "itemControlType": "edit_text", "itemAccess": ["owners"]},
               {"itemReference": "name"}]},
             {"groupKey": "notes", "items": []}]
            """)
        let withheld = schema.withheld(from: [])
        #expect(withheld.groups == ["deep", "inner", "alone"])
        #expect(withheld.items == ["gold", "cell", "vault", "pin", "code"])
        #expect(schema.withheld(from: ["owners"]).isEmpty)
        #expect(try schema.hiding(withheld).groups.map(\.key) == ["open", "again", "notes"])
    }

    /// The message of a check is a part of its group, even if it tests visible settings only.
    @Test func aCheckOfAWithheldGroupHasNoMessage() throws {
        let schema = try Schema.make(
            """
            {"panelChecks": [{"require": {"key": "a", "less": {"key": "b"}}, "message": "One"}],
             "groups": [
              {"groupKey": "g", "items": [
                {"itemKey": "a", "itemControlType": "edit_integer", "itemValue": 1},
                {"itemKey": "b", "itemControlType": "edit_integer", "itemValue": 2}],
               "groupChecks": [{"require": {"key": "a", "less": {"key": "b"}}, "message": "Two"}]},
              {"groupKey": "safe", "groupAccess": ["owners"], "items": [
                {"itemKey": "c", "itemControlType": "edit_integer", "itemValue": 3}],
               "groupChecks": [{"require": {"key": "a", "less": {"key": "b"}}, "message": "Three"}]}]}
            """)
        let part = try schema.hiding(schema.withheld(from: []))
        #expect(part.checks.map(\.isSilent) == [false, false, true])
    }

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
