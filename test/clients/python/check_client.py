"""Uses a service through the client that openapi-python-client generated, and prints what came of it as one JSON object.

Takes the folder for pictures and archives as its argument. The generated package is called platen.
"""

import io
import json
import os
import sys
import time
import uuid
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

import httpx
from platen import AuthenticatedClient
from platen.api.batch_jobs import (
    cancel_batch_job,
    delete_batch_job,
    get_batch_job,
    get_batch_result,
    list_batch_items,
    list_batch_jobs,
    submit_batch_job,
)
from platen.api.discovery import get_template, list_project_templates, list_projects
from platen.api.generate import generate_image
from platen.api.renders import delete_render, get_render, get_render_file, list_renders, submit_render
from platen.api.share_links import list_shares, revoke_share
from platen.models import (
    BatchAccepted,
    BatchDownload,
    BatchItem,
    BatchItemPage,
    BatchJob,
    BatchJobPage,
    BatchLimitProblem,
    BatchLimitProblemCode,
    BatchNotFoundProblem,
    BatchResultNotReadyProblem,
    BatchStatus,
    BatchSubmission,
    BatchSubmissionOutput,
    BatchSubmissionProblem,
    BatchSubmissionTemplate,
    BatchSubmissionTemplateFormat,
    GenerateRequest,
    GenerateRequestDelivery,
    GenerateRequestFormat,
    GetBatchResultDelivery,
    ListBatchJobsStatusItem,
    Metadata,
    Project,
    Render,
    RenderAccepted,
    RenderDownload,
    RenderNotFoundProblem,
    RenderOptions,
    RenderPage,
    RenderSubmission,
    RenderSubmissionFormat,
    ShareLink,
    ShareLinkPage,
    Template,
    TemplateSummary,
    UnauthorizedProblem,
    ValidationProblem,
    VariableValues,
)
from platen.types import File, Response, Unset

T = TypeVar("T")

FOLDER = Path(sys.argv[1])
URL = os.environ["PLATEN_URL"]
ENDED = (BatchStatus.COMPLETED, BatchStatus.FAILED, BatchStatus.CANCELLED)


def connect(key: str) -> AuthenticatedClient:
    return AuthenticatedClient(
        base_url=URL,
        token=key,
        prefix="",
        auth_header_name="X-Api-Key",
        timeout=httpx.Timeout(60),
        raise_on_unexpected_status=True,
    )


def expect(kind: type[T], answer: Response[Any]) -> T:
    """What the answer holds, which must be of this type."""
    if not isinstance(answer.parsed, kind):
        raise SystemExit(f"Expected {kind.__name__} but received {answer.status_code}: {answer.content!r}")
    return answer.parsed


def collect(read: Callable[[int], list[T]]) -> list[T]:
    """The entries of all pages; the first empty one is the end."""
    entries: list[T] = []
    page = 0
    while found := read(page):
        entries += found
        page += 1
    return entries


def values(**texts: str) -> VariableValues:
    return VariableValues.from_dict(texts)


client = connect(os.environ["PLATEN_API_KEY"])


def discover() -> tuple[TemplateSummary, dict[str, Any]]:
    def projects(page: int) -> list[Project]:
        return expect(list, list_projects.sync_detailed(client=client, page=page, limit=1))

    def templates(project: Project) -> list[TemplateSummary]:
        return collect(
            lambda page: expect(
                list,
                list_project_templates.sync_detailed(project_id=project.id, client=client, page=page, limit=1),
            )
        )

    found = collect(projects)
    summaries = [template for project in found for template in templates(project)]
    [card] = [template for template in summaries if template.name == "Card"]
    template = expect(Template, get_template.sync_detailed(card.id, client=client))
    return card, {
        "projects": sorted(project.name for project in found),
        "templates": sorted(template.name for template in summaries),
        "viewport": [template.viewport.width, template.viewport.height],
        "variables": [
            [
                variable.name,
                variable.type_.value,
                variable.required,
                None if isinstance(variable.default_value, Unset) else variable.default_value,
            ]
            for variable in template.variables
        ],
    }


def render(card: TemplateSummary) -> list[int]:
    left = []
    for kind in GenerateRequestFormat:
        request = GenerateRequest(values(title="Ž — 終"), format_=kind, options=RenderOptions(scale=2))
        answer = generate_image.sync_detailed(card.id, client=client, body=request)
        (FOLDER / f"render.{kind}").write_bytes(expect(File, answer).payload.read())
        left.append(int(answer.headers["X-Quota-Remaining"]))
    return left


def refuse(card: TemplateSummary) -> dict[str, Any]:
    request = GenerateRequest(values(title="A", code="lower case"))
    problem = expect(ValidationProblem, generate_image.sync_detailed(card.id, client=client, body=request))
    assert not isinstance(problem.errors, Unset)
    stranger = list_projects.sync_detailed(client=connect("nobody"))
    return {
        "problem": [problem.status, problem.code, problem.errors[0].pointer],
        "unauthorized": expect(UnauthorizedProblem, stranger).code,
    }


def share(card: TemplateSummary) -> dict[str, Any]:
    request = GenerateRequest(values(title="A"), delivery=GenerateRequestDelivery.LINK)
    answer = generate_image.sync_detailed(card.id, client=client, body=request)
    link = ShareLink.from_dict(json.load(expect(File, answer).payload))
    assert link.template_id == card.id
    assert link.expires_at > datetime.now(UTC)
    published = httpx.get(link.url)
    (FOLDER / "shared.png").write_bytes(published.content)
    page = expect(ShareLinkPage, list_shares.sync_detailed(client=client))
    revoked = revoke_share.sync_detailed(link.id, client=client)
    return {
        "mimeType": link.mime_type,
        "fileSize": link.file_size,
        "status": published.status_code,
        "listed": [other.id == link.id for other in page.data],
        "revoked": revoked.status_code,
        "statusAfter": httpx.get(link.url).status_code,
    }


def submit(card: TemplateSummary, rows: list[VariableValues], key: str) -> Response[Any]:
    submission = BatchSubmission(
        BatchSubmissionTemplate(
            card.id,
            format_=BatchSubmissionTemplateFormat.JPEG,
            output=BatchSubmissionOutput(filename_pattern="{index}-{title}"),
        ),
        rows,
    )
    while True:
        answer = submit_batch_job.sync_detailed(client=client, body=submission, idempotency_key=key)
        limit = answer.parsed
        if not isinstance(limit, BatchLimitProblem) or limit.code != BatchLimitProblemCode.RATE_LIMIT_EXCEEDED:
            return answer
        time.sleep(int(answer.headers["Retry-After"]))


def read(job_id: uuid.UUID) -> BatchJob:
    return expect(BatchJob, get_batch_job.sync_detailed(job_id, client=client))


def batch(card: TemplateSummary) -> dict[str, Any]:
    refused = submit(card, [values(title="A"), values(title="B", code="?")], str(uuid.uuid4()))
    problem = expect(BatchSubmissionProblem, refused)
    assert not isinstance(problem.errors, Unset)

    key = str(uuid.uuid4())
    rows = [values(title="One"), values(title="Ž — 終"), values(title="Three", code="AB12")]
    job_id = expect(BatchAccepted, submit(card, rows, key)).job_id
    again = expect(BatchAccepted, submit(card, rows, key)).job_id
    while (job := read(job_id)).status not in ENDED:
        time.sleep(0.1)
    assert job.started_at is not None and job.completed_at is not None and job.completed_at >= job.started_at

    def items(page: int) -> list[BatchItem]:
        answer = list_batch_items.sync_detailed(job_id, client=client, page=page, size=2)
        return expect(BatchItemPage, answer).data

    download = expect(
        BatchDownload,
        get_batch_result.sync_detailed(job_id, client=client, delivery=GetBatchResultDelivery.URL),
    )
    with httpx.stream("GET", download.download_url) as archive:
        data = archive.raise_for_status().read()
    with zipfile.ZipFile(io.BytesIO(data)) as entries:
        entries.extractall(FOLDER)
    return {
        "problem": [problem.status, problem.code, problem.errors[0].pointer],
        "sameJob": again == job_id,
        "status": job.status,
        "counts": [job.total_items, job.completed_items, job.failed_items],
        "callback": job.completion_callback,
        "items": [[item.row_index, item.filename, item.status, item.error] for item in collect(items)],
        "entries": entries.namelist(),
    }


def background(card: TemplateSummary) -> dict[str, Any]:
    submission = RenderSubmission(
        variables=values(title="Long"),
        format_=RenderSubmissionFormat.PDF,
        metadata=Metadata.from_dict({"order": "A-1047"}),
    )
    key = str(uuid.uuid4())

    def send() -> uuid.UUID:
        answer = submit_render.sync_detailed(card.id, client=client, body=submission, idempotency_key=key)
        return expect(RenderAccepted, answer).render_id

    render_id = send()
    again = send()
    done = expect(Render, get_render.sync_detailed(render_id, client=client))
    while done.status not in ENDED:
        time.sleep(0.1)
        done = expect(Render, get_render.sync_detailed(render_id, client=client))
    download = expect(RenderDownload, get_render_file.sync_detailed(render_id, client=client))
    file = httpx.get(download.download_url).raise_for_status().content
    page = expect(RenderPage, list_renders.sync_detailed(client=client))
    deleted = delete_render.sync_detailed(render_id, client=client)
    gone = expect(RenderNotFoundProblem, get_render.sync_detailed(render_id, client=client))
    return {
        "sameRender": again == render_id,
        "status": done.status,
        "metadata": done.metadata.to_dict() if done.metadata else None,
        "pages": done.page_count,
        "isPdf": file.startswith(b"%PDF-") and len(file) == done.file_size,
        "listed": [render.render_id == render_id for render in page.data],
        "deleted": deleted.status_code,
        "gone": [gone.status, gone.code],
    }


def cancel(card: TemplateSummary) -> dict[str, Any]:
    job_id = expect(BatchAccepted, submit(card, [values(title="A")] * 100, str(uuid.uuid4()))).job_id
    early = expect(BatchResultNotReadyProblem, get_batch_result.sync_detailed(job_id, client=client))
    cancelled = cancel_batch_job.sync_detailed(job_id, client=client)
    page = expect(
        BatchJobPage,
        list_batch_jobs.sync_detailed(
            client=client, status=[ListBatchJobsStatusItem.CANCELLED, ListBatchJobsStatusItem.FAILED]
        ),
    )
    status = read(job_id).status
    deleted = delete_batch_job.sync_detailed(job_id, client=client)
    gone = expect(BatchNotFoundProblem, get_batch_job.sync_detailed(job_id, client=client))
    return {
        "early": early.code,
        "answered": cancelled.status_code,
        "status": status,
        "listed": [job.job_id == job_id for job in page.data],
        "deleted": deleted.status_code,
        "gone": [gone.status, gone.code],
    }


def main() -> None:
    card, found = discover()
    summary = {
        **found,
        "quota": render(card),
        "refused": refuse(card),
        "share": share(card),
        "batch": batch(card),
        "cancelled": cancel(card),
        "background": background(card),
    }
    print(json.dumps(summary))


main()
