"""What the panel says of a store that fails while it is served."""

import json


def test_a_lost_database_is_told_to_supervisors_and_not_blamed_on_the_schema(server, client):
    before = client.get().text
    server.database.unlink()
    refused = client.post({"display_titles": "NO"}, {"Accept": "application/json"})
    assert refused.status == 503
    assert json.loads(refused.text)["code"] == "storage_replaced"
    health = json.loads(client.get("/healthz").text)
    assert health["status"] == "degraded" and "deleted or replaced" in health["problems"][0]
    page = client.get()
    assert page.status == 200 and page.text == before
