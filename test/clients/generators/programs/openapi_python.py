"""A client of OpenAPI Generator for Python."""

import json
import os

from openapi_client import ApiClient, ApiException, Configuration, DiscoveryApi, GenerateApi, GenerateRequest

configuration = Configuration(host=os.environ["PLATEN_URL"])
configuration.api_key["apiKey"] = os.environ["PLATEN_API_KEY"]
client = ApiClient(configuration)
items = [{"name": "B"}]


def render(title, items, delivery="binary"):
    request = GenerateRequest(variables={"title": title, "items": items}, delivery=delivery)
    return GenerateApi(client).generate_image(os.environ["PLATEN_TEMPLATE"], request)


def refused():
    try:
        return render("a", items)
    except ApiException as error:
        return error.data.errors[0].pointer


calls = {
    "projects": lambda: DiscoveryApi(client).list_projects()[0].name,
    "file": lambda: render("A", json.dumps(items))[:4].hex(),
    "link": lambda: json.loads(render("A", items, "link"))["url"],
    "lists": lambda: render("A", items)[:4].hex(),
    "refused": refused,
}
for name, call in calls.items():
    try:
        print(f"{name}: {call()}")
    except Exception as error:
        print(f"{name}: {error!r}")
