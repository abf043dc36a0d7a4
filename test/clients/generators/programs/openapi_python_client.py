"""A client of openapi-python-client, with its settings of docs/generated-clients."""

import json
import os
from uuid import UUID

import httpx
from platen import AuthenticatedClient
from platen.api.discovery import list_projects
from platen.api.generate import generate_image
from platen.models import GenerateRequest, GenerateRequestDelivery, VariableValues

client = AuthenticatedClient(
    base_url=os.environ["PLATEN_URL"],
    token=os.environ["PLATEN_API_KEY"],
    prefix="",
    auth_header_name="X-Api-Key",
    timeout=httpx.Timeout(60),
)
items = [{"name": "B"}]


def render(title, items, delivery=GenerateRequestDelivery.BINARY):
    values = VariableValues.from_dict({"title": title, "items": items})
    request = GenerateRequest(values, delivery=delivery)
    return generate_image.sync(UUID(os.environ["PLATEN_TEMPLATE"]), client=client, body=request)


calls = {
    "projects": lambda: list_projects.sync(client=client)[0].name,
    "file": lambda: render("A", json.dumps(items)).payload.read()[:4].hex(),
    "link": lambda: json.load(render("A", items, GenerateRequestDelivery.LINK).payload)["url"],
    "lists": lambda: render("A", items).payload.read()[:4].hex(),
    "refused": lambda: render("a", items).errors[0].pointer,
}
for name, call in calls.items():
    try:
        print(f"{name}: {call()}")
    except Exception as error:
        print(f"{name}: {error!r}")
