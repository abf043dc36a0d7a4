/**
 * The batch jobs of the mock. It stores nothing: the id of a job ends with the number of its rows, and all
 * answers about the job follow from that.
 */
import type { IHttpRequest } from '@stoplight/prism-http';
import { packZip } from '../../src/storage/pack-zip.ts';
import { readExampleFile, type Json } from './document.ts';

const idStart = 'e8b1d1f0-93c4-4d6a-8a5b-';
const jobPath = new RegExp(`^/(?:api/v1/batch-jobs|files)/${idStart}(0\\d{11})(?:\\.zip)?(?:/|$)`, 'i');
/** Of a submission, as in the contract. */
const maxRows = 2_000;
/** Every row has this file. */
const rowFile = 'examples/social-card.jpg';
const archiveDate = new Date('2026-03-02T09:30:02Z');

/** The number of rows of the job that a path names. Null: not a job that was submitted to a mock. */
export function rowsOfPath(path: string): number | null {
  const rows = Number(jobPath.exec(path)?.[1]);
  return rows >= 1 && rows <= maxRows ? rows : null;
}

/** Whether a request submits more rows than any batch may have. */
export function hasTooManyRows(operationId: string | undefined, body: unknown): boolean {
  if (operationId !== 'submitBatchJob') return false;
  const { rows } = (body ?? {}) as { readonly rows?: unknown };
  return Array.isArray(rows) && rows.length > maxRows;
}

/** Fits an example to the rows that were submitted, or to the job that the request names. */
export async function fitToRows(
  operationId: string,
  example: unknown,
  request: IHttpRequest,
): Promise<unknown> {
  if (operationId === 'submitBatchJob') {
    const { rows } = request.body as { rows: readonly unknown[] };
    return { ...(example as Json), jobId: getId(rows.length), totalItems: rows.length };
  }
  const rows = rowsOfPath(request.url.path);
  if (rows === null) return example;
  const renamed = JSON.parse(
    JSON.stringify(example).replaceAll(`${idStart}7c2d3e4f5a61`, getId(rows)),
  ) as Json;
  if (operationId === 'getBatchJob') {
    return { ...renamed, totalItems: rows, completedItems: rows, processedItems: rows };
  }
  return operationId === 'listBatchItems' ? await listItems(rows, request.url.query ?? {}) : renamed;
}

/** The archive of a job: one image for each row. The same for every request. */
export async function makeJobArchive(rows: number): Promise<Buffer> {
  const content = await readExampleFile(rowFile);
  const files = new Map(Array.from({ length: rows }, (_, row) => [getName(row), content]));
  return await packZip(files, { isCompressed: false, date: archiveDate });
}

async function listItems(rows: number, query: Readonly<Record<string, unknown>>): Promise<Json> {
  const { length: fileBytes } = await readExampleFile(rowFile);
  const page = Number(query['page'] ?? 0);
  const size = Number(query['size'] ?? 20);
  const first = page * size;
  const data = Array.from({ length: Math.max(0, Math.min(size, rows - first)) }, (_, index) => ({
    rowIndex: first + index,
    filename: getName(first + index),
    size: fileBytes,
    status: 'SUCCESS',
    error: null,
    warningCount: 0,
    warnings: [],
  }));
  return { data, pagination: { page, size, totalElements: rows, totalPages: Math.ceil(rows / size) } };
}

function getId(rows: number): string {
  return idStart + String(rows).padStart(12, '0');
}

function getName(row: number): string {
  return `image-${String(row).padStart(3, '0')}.jpg`;
}
