"""What the fuzzer does as a user of the app would. Loaded by schemathesis through SCHEMATHESIS_HOOKS."""

import base64
import email
import hashlib
import hmac
import io
import itertools
import json
import os
import pathlib
import random
import re
import struct
import time
import zipfile

import requests
import schemathesis

API = os.environ["PLATEN_ORIGIN"] + "/studio/api/v1"
OWNER = os.environ["PLATEN_OWNER"]
COLLEAGUE = os.environ["PLATEN_COLLEAGUE"]
CREDENTIALS = json.loads(os.environ["PLATEN_CREDENTIALS"])
PROJECT = os.environ["PLATEN_PROJECT"]
PROJECTS = json.loads(os.environ["PLATEN_PROJECTS"])
# Published ones, whose variables are those of the contract's examples; and those of others.
TEMPLATES = json.loads(os.environ["PLATEN_TEMPLATES"])
FOREIGN = json.loads(os.environ["PLATEN_FOREIGN"])
# A job with files of two rows.
JOB = os.environ["PLATEN_JOB"]
# Options that some PDFs alone have: single ones, those of the screen, those for print, those with files.
PDF_OPTION = "(/template)?/options/(password|preflight|attachments|facturx|pdfStandard)(/|$)"
# They give values to the variables of a template.
RENDERING = ("previewVersion", "checkBatch", "submitBatch", "createShare")
KEPT = set(json.loads(os.environ["PLATEN_KEPT"]))
spare_tokens = itertools.cycle(json.loads(os.environ["PLATEN_SPARE"]))
link_tokens = itertools.cycle(json.loads(os.environ["PLATEN_LINKS"]))
second_factors = json.loads(os.environ["PLATEN_SECOND_FACTORS"])
# Each works once.
factors_to_confirm = iter([each["toConfirm"] for each in second_factors])
factors_to_remove = iter([each["toRemove"] for each in second_factors])
passkeys = json.loads(os.environ["PLATEN_PASSKEYS"])
passkeys_to_add = iter([each["toAdd"] for each in passkeys])
passkeys_to_use = itertools.cycle([each["toUse"] for each in passkeys])
passkeys_to_remove = iter([each["toRemove"] for each in passkeys])
sign_ins_to_begin = itertools.cycle([each["toBegin"] for each in passkeys])
sign_ins_with_passkey = iter([each["toFinish"] for each in passkeys])
waiting_sign_ins = iter([each["toFinish"] for each in second_factors])
numbers = itertools.count(1)
# They end the session of the request, or all others of its account.
ENDING = (
    "signInWithPassword",
    "signInWithLink",
    "finishSignIn",
    "finishPasskeySignIn",
    "finishOidc",
    "signOut",
    "setPassword",
)
choices = random.Random(1)
session = requests.Session()

UNKNOWN = "00000000-0000-4000-8000-000000000000"

# A PNG of one pixel.
PNG = base64.b64decode(os.environ["PLATEN_PNG"])
# As the owner and the colleague have uploaded it for batches.
BATCH_PICTURES = [{"name": "p1.png", "id": hashlib.sha256(PNG).hexdigest()}]
DESIGN = b'{"pages": [{"children": [{"type": "text", "text": "Dear {name}", "height": 20}]}]}'


TEMPLATE = json.loads((pathlib.Path(__file__).parents[2] / "fixture/template.json").read_text())


def pack_template():
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.write(pathlib.Path(__file__).parents[2] / "fixture/template.json", "template.json")
    return packed.getvalue()


TEMPLATE_ZIP = pack_template()


def send(method, path, json=None, headers={}, data=None):
    """Sends a request as the owner."""
    own = {"Cookie": OWNER, "Sec-Fetch-Site": "same-origin", **headers}
    return session.request(method, API + path, headers=own, json=json, data=data, timeout=10)


@schemathesis.deserializer("multipart/mixed")
def read_parts(context, response):
    """A preview: the layout report, and the file."""
    head = f"Content-Type: {response.headers['content-type'][0]}\r\n\r\n".encode()
    layout, file = email.message_from_bytes(head + response.content).get_payload()
    return {"layout": json.loads(layout.get_payload(decode=True)), "file": file.get_payload(decode=True).decode("latin-1")}


@schemathesis.hook
def before_call(context, case, kwargs):
    """
    Requests that end their own session, or change the password of their account, have a session of their own. What would delete
    a thing that other requests need deletes one that is made for it. Drafts and settings are saved on top of what
    they are based on.
    """
    # Where a redirect leads is not a part of the contract.
    kwargs["allow_redirects"] = False
    # Where an answer has null for an id, such as the key of a render from the app, the next request would name "None".
    case.path_parameters = {
        name: UNKNOWN if value in (None, "None") else value for name, value in (case.path_parameters or {}).items()
    }
    operation = case.operation.definition.raw.get("operationId")
    is_positive = case.meta is not None and case.meta.generation.mode.is_positive
    if operation in ENDING and case.headers.get("Cookie") == OWNER:
        case.headers["Cookie"] = f"platen_session={next(spare_tokens)}"
    if not is_positive:
        keep_needed(operation, case)
        return
    if operation == "signInWithLink" and choices.random() < 0.7:
        case.body = {"token": next(link_tokens)}
    elif operation == "signInWithPassword" and choices.random() < 0.5:
        case.body = dict(CREDENTIALS)
    elif operation == "finishSignIn" and choices.random() < 0.7:
        case.body = next(waiting_sign_ins, case.body)
    elif operation == "confirmSecondFactor" and choices.random() < 0.5:
        use_factor(case, next(factors_to_confirm, None))
    elif operation == "removeSecondFactor" and choices.random() < 0.5:
        use_factor(case, next(factors_to_remove, None))
    elif operation == "startPasskeySignIn" and choices.random() < 0.7:
        case.body = next(sign_ins_to_begin)
    elif operation == "finishPasskeySignIn" and choices.random() < 0.7:
        case.body = next(sign_ins_with_passkey, case.body)
    elif operation == "addPasskey" and choices.random() < 0.5:
        use_passkey(case, next(passkeys_to_add, None))
    elif operation in ("startPasskeyProof", "renamePasskey") and choices.random() < 0.7:
        use_passkey(case, next(passkeys_to_use))
    elif operation == "removePasskey" and choices.random() < 0.5:
        use_passkey(case, next(passkeys_to_remove, None))
    elif operation in ("restoreMember", "purgeMember") and choices.random() < 0.8:
        case.path_parameters = {**case.path_parameters, "memberId": make_removed_member()}
    if operation in ("inviteMember", "restoreMember"):
        case.body = {**case.body, "email": f"member-{next(numbers)}@example.org"}
    elif operation == "createTemplate" and case.media_type == "application/octet-stream":
        case.body = TEMPLATE_ZIP
    elif operation == "convertDesign":
        case.body = DESIGN
    elif operation == "uploadFile":
        case.body = PNG
        case.query = {**case.query, "path": f"images/{choices.choice('abc')}.png"}
    elif operation == "uploadLibraryFile":
        case.body = PNG
        case.query = {**case.query, "path": f"images/{choices.choice('abc')}.png"}
    elif operation == "uploadPicture":
        case.body = PNG
    elif operation == "previewDraft" and choices.random() < 0.7:
        # Any object is a document, and few of them can be rendered.
        case.body = {**case.body, "document": TEMPLATE}
        case.body.pop("elements", None)
    elif operation in ("getFile", "deleteFile") and choices.random() < 0.8:
        prepare_file(case)
    elif operation in ("moveTemplate", "duplicateTemplate") and "projectId" in case.body and choices.random() < 0.8:
        case.body = {**case.body, "projectId": choices.choice(PROJECTS)}
    elif operation in ("saveDraft", "discardDraft", "publishDraft") and choices.random() < 0.8:
        prepare_draft(operation, case)
    elif operation == "saveDesignSettings" and choices.random() < 0.8:
        answer = send("GET", f"/templates/{case.path_parameters['templateId']}/design-settings")
        case.headers["If-Match"] = answer.headers.get("ETag", '"0"')
    elif operation in RENDERING and case.path_parameters["templateId"] not in (*TEMPLATES, *FOREIGN):
        # No contract can tell which variables the templates have that the fuzzer has made.
        case.path_parameters = {**case.path_parameters, "templateId": choices.choice(TEMPLATES)}
    if operation == "updateWorkspace" and isinstance(case.body, dict) and case.body.get("requiresSecondFactor"):
        # The fuzzer has no second factor, so all its other requests would be refused.
        case.body = {**case.body, "requiresSecondFactor": False}
    if isinstance(case.body, dict) and case.body.get("pictures"):
        # No contract can tell which pictures an account has uploaded.
        case.body = {**case.body, "pictures": BATCH_PICTURES}
    if isinstance(case.body, dict) and "lines" in case.body:
        # One for each row.
        case.body = {**case.body, "lines": list(range(2, len(case.body.get("rows", [])) + 2))}
    if isinstance(case.body, dict) and isinstance(case.body.get("otherColumns"), dict):
        # A cell for each row.
        cells = ["Rome"] * len(case.body.get("rows", []))
        given = case.body["otherColumns"].get("columns", [])
        columns = [{**each, "cells": cells} if isinstance(each, dict) else each for each in given]
        case.body = {**case.body, "otherColumns": {**case.body["otherColumns"], "columns": columns}}
    if operation in ("getJobItemFile", "shareJobItem") and choices.random() < 0.7:
        case.path_parameters = {"jobId": JOB, "rowIndex": choices.choice((0, 1))}
    if operation in ("createShare", "shareJobItem") and isinstance(case.body, dict) and "expiresInDays" in case.body:
        # The longest that most plans allow. The fuzzer also writes whole numbers as 789.0.
        case.body = {**case.body, "expiresInDays": 1 + int(case.body["expiresInDays"]) % 30}
    if operation == "submitBatch":
        if case.headers.get("Idempotency-Key") == "march-newsletter-1":
            case.headers["Idempotency-Key"] = f"newsletter-{next(numbers)}"
        wait_for_place()
    keep_needed(operation, case)


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """
    Dropped is that a valid request is refused for what no contract can tell: how many pages and which sizes a template has, which
    cells a sheet holds, and which options are for some PDFs, or for batches in sizes, alone.
    """
    if failure.code != "ST202":
        return True
    pointers = [error["pointer"] for error in response.json().get("errors", [])]
    known = [PDF_OPTION, "/options/(page|size)$", "/(sizes|folders)(/|$)"]
    if isinstance(case.body, dict) and "sheet" in case.body:
        known += ["/sheet(/|$)", "/includeWarnings$"]
    return pointers == [] or not all(re.match("|".join(known), pointer) for pointer in pointers)


def prepare_draft(operation, case):
    """Bases a request on the current draft, and saves one first if it needs one."""
    path = f"/templates/{case.path_parameters['templateId']}/draft"
    answer = send("GET", path)
    if answer.status_code != 200:
        return
    if operation != "saveDraft" and not answer.json()["isSaved"]:
        answer = send("PUT", path, answer.json()["document"], {"If-Match": answer.headers["ETag"]})
    case.headers["If-Match"] = answer.headers.get("ETag", '"0"')


def use_factor(case, factor):
    """Makes a request that of an account with a second factor, with a code that works."""
    if factor is None or case.headers.get("Cookie") != OWNER:
        return
    case.headers["Cookie"] = factor["Cookie"]
    case.body = {"code": factor["code"] if "code" in factor else make_code(factor["secret"])}


def use_passkey(case, passkey):
    """Makes a request that of an account with a passkey, or with one that was begun."""
    if passkey is None or case.headers.get("Cookie") != OWNER:
        return
    case.headers["Cookie"] = passkey["Cookie"]
    if "passkeyId" in passkey and case.path_parameters:
        case.path_parameters = {**case.path_parameters, "passkeyId": passkey["passkeyId"]}
    case.body = passkey.get("body", case.body)


def make_code(secret):
    """The code of this time, as an authenticator app shows it (RFC 6238)."""
    counter = struct.pack(">Q", int(time.time()) // 30)
    digest = hmac.new(base64.b32decode(secret), counter, "sha1").digest()
    offset = digest[-1] & 15
    (number,) = struct.unpack_from(">I", digest, offset)
    return f"{(number & 0x7FFFFFFF) % 1_000_000:06d}"


def prepare_file(case):
    """Makes sure that there is a file of this path in the draft."""
    path = f"/templates/{case.path_parameters['templateId']}/file"
    case.query = {"path": "images/a.png"}
    send("PUT", path + "?path=images/a.png", None, {"Content-Type": "application/octet-stream"}, PNG)


def wait_for_place():
    """Two jobs of an account may be active: waits for a free place before the next one is submitted."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        active = send("GET", "/batch-jobs?status=PENDING&status=PROCESSING&size=1").json()
        if active["pagination"]["totalElements"] < 2:
            return
        time.sleep(0.02)


def keep_needed(operation, case):
    """Replaces the id of a thing that other requests need by that of a new one."""
    parameters = case.path_parameters or {}
    fresh = {
        "endSession": ("sessionId", lambda: UNKNOWN),
        "deleteKey": ("keyId", make_key),
        "deleteUrlKey": ("urlKeyId", make_url_key),
        "deleteLibraryItem": ("libraryItemId", make_library_item),
        "deleteJob": ("jobId", lambda: UNKNOWN),
        "deleteProject": ("projectId", make_project),
        "updateProject": ("projectId", make_project),
        "deleteTemplate": ("templateId", make_template),
        "removeMember": ("memberId", make_member),
        "updateMember": ("memberId", make_member),
    }
    name, make = fresh.get(operation, (None, None))
    if name is not None and parameters.get(name) in KEPT:
        case.path_parameters = {**parameters, name: make()}


def make_key():
    answer = send("POST", "/keys", {"name": "Spare"})
    if answer.status_code == 201:
        return answer.json()["key"]["id"]
    # The workspace has all the keys of its plan.
    return next(key["id"] for key in send("GET", "/keys").json()["data"] if key["id"] not in KEPT)


def make_url_key():
    answer = send("POST", "/url-keys", {"name": "Spare"})
    if answer.status_code == 201:
        return answer.json()["key"]["id"]
    # The workspace has all the keys that it may have.
    return next(key["id"] for key in send("GET", "/url-keys").json()["data"] if key["id"] not in KEPT)


def make_library_item():
    return send("POST", "/library", {"kind": "COLOR", "name": "Spare", "color": "#102030"}).json()["id"]


def make_project():
    return send("POST", "/projects", {"name": "Spare"}).json()["id"]


def make_template():
    source = {"source": {"width": 40, "height": 20}}
    return send("POST", f"/projects/{PROJECT}/templates", source).json()["id"]


def make_member():
    email = f"member-{next(numbers)}@example.org"
    return send("POST", "/members", {"email": email}).json()["member"]["id"]


def make_removed_member():
    member = make_member()
    send("DELETE", f"/members/{member}")
    return member
