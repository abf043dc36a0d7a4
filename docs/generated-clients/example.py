"""Renders a template: python example.py TEMPLATE_ID '{"headline": "The harvest is in"}'"""

import json
import os
import sys
from pathlib import Path
from uuid import UUID

import httpx
from platen import AuthenticatedClient
from platen.api.generate import generate_image
from platen.models import GenerateRequest, ValidationProblem, VariableValues
from platen.types import File, Unset

client = AuthenticatedClient(
    base_url=os.environ["PLATEN_URL"],
    token=os.environ["PLATEN_API_KEY"],
    prefix="",
    auth_header_name="X-Api-Key",
    timeout=httpx.Timeout(60),
)
answer = generate_image.sync_detailed(
    UUID(sys.argv[1]),
    client=client,
    body=GenerateRequest(VariableValues.from_dict(json.loads(sys.argv[2]))),
)
match answer.parsed:
    case File(payload=payload):
        Path("picture.png").write_bytes(payload.read())
        print("picture.png written;", answer.headers["X-Quota-Remaining"], "renders left this month")
    case ValidationProblem(errors=errors) if not isinstance(errors, Unset):
        sys.exit("\n".join(f"{error.pointer}: {error.detail}" for error in errors))
    case _:
        sys.exit(f"{answer.status_code}: {answer.content.decode()}")
