import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { api, data, type Schema } from '../../../api/client.ts';
import { ApiError } from '../../../api/problem.ts';
import { reachability } from '../../../api/reachability.ts';
import { useStore } from '../../../api/store.ts';
import type { PictureUploads } from '../pictures/use-picture-uploads.ts';
import type { PreparedRow } from '../prepared-batch.ts';

/** What the service found in a row. */
export type Finding = Pick<Schema<'CheckedRow'>, 'errors' | 'warnings'>;

/** The check of all rows: how far it is, and what it found. */
export interface RowCheck {
  readonly state: 'running' | 'stopped' | 'failed' | 'done';
  readonly error: unknown;
  /** Rows that are checked, of those that are not left out. */
  readonly done: number;
  readonly total: number;
  readonly find: (row: PreparedRow) => Finding | null;
  readonly stop: () => void;
  readonly resume: () => void;
  /** Adds what the service said to a submission. */
  readonly add: (row: PreparedRow, errors: Finding['errors']) => void;
  readonly quota: Schema<'Quota'> | null;
  /** The renders that one row costs. */
  readonly costPerRow: number;
}

interface CheckOptions {
  readonly templateId: string;
  readonly rows: readonly PreparedRow[];
  readonly format: Schema<'OutputFormat'>;
  readonly options: Schema<'RenderOptions'>;
  readonly maxBodyBytes: number;
  /** The pictures of the rows; they are checked when all are uploaded. */
  readonly uploads: PictureUploads;
}

const rowsPerRequest = 50;
const settleMs = 400;
const busyMs = 1_000;

/**
 * Checks the rows in parts, one request after the other. Equal rows are checked once, and after a correction
 * only what has changed. Another format or scale checks everything again.
 */
export function useRowCheck(request: CheckOptions): RowCheck {
  const { templateId, rows, format, options, maxBodyBytes, uploads } = request;
  const context = JSON.stringify([templateId, format, options]);
  const findings = useRef<{ context: string; found: Map<string, Finding> }>({ context, found: new Map() });
  if (findings.current.context !== context) findings.current = { context, found: new Map() };
  const { found } = findings.current;
  const [revision, setRevision] = useState(0);
  const [stopped, setStopped] = useState<'no' | 'stopped' | 'failed'>('no');
  const [error, setError] = useState<unknown>(null);
  const [quota, setQuota] = useState<Schema<'Quota'> | null>(null);
  const [costPerRow, setCostPerRow] = useState(1);

  const included = useMemo(() => rows.filter(({ isLeftOut }) => !isLeftOut), [rows]);
  const pending = included.filter(({ key }) => !found.has(key));
  const isPending = pending.length > 0;

  useEffect(() => {
    if (!isPending || stopped !== 'no' || !uploads.isReady) return undefined;
    const abort = new AbortController();
    const run = async () => {
      await pause(settleMs, abort.signal);
      let maxRows = rowsPerRequest;
      for (;;) {
        const part = takePart(included, found, { maxRows, maxBytes: maxBodyBytes / 2 });
        if (part.length === 0) return;
        try {
          const result = await check(part);
          part.forEach(({ key }, index) => {
            const { errors = [], warnings = [] } = result.rows[index] ?? {};
            found.set(key, { errors, warnings });
          });
          setQuota(result.quota);
          const priced = result.rows.filter(({ errors }) => errors.length === 0).length;
          if (priced > 0) setCostPerRow(result.cost / priced);
          setRevision((each) => each + 1);
        } catch (problem) {
          const fitting = findFitting(problem);
          if (fitting > 0) maxRows = fitting;
          else if (problem instanceof ApiError && problem.status === 429) await pause(busyMs, abort.signal);
          else throw problem;
        }
      }
    };
    const check = async (part: readonly PreparedRow[]) =>
      await data(
        api.POST('/templates/{templateId}/batch-jobs/check', {
          params: { path: { templateId } },
          body: {
            rows: part.map(({ values }) => values),
            format,
            options,
            ...uploads.of(part.map(({ values }) => values)),
          },
          signal: abort.signal,
        }),
      );
    run().catch((problem: unknown) => {
      if (abort.signal.aborted) return;
      setError(problem);
      setStopped('failed');
    });
    return () => abort.abort();
  }, [context, included, isPending, stopped, uploads]);

  const isReachable = useStore(reachability) === 'reachable';
  useEffect(() => {
    if (isReachable && stopped === 'failed' && error instanceof ApiError && error.isOutage) setStopped('no');
  }, [isReachable]);

  const find = useCallback(({ key }: PreparedRow) => found.get(key) ?? null, [found, revision]);
  return {
    state: stopped !== 'no' && isPending ? stopped : isPending ? 'running' : 'done',
    error,
    done: included.length - pending.length,
    total: included.length,
    find,
    stop: () => setStopped('stopped'),
    resume: () => setStopped('no'),
    add({ key }, errors) {
      found.set(key, { errors, warnings: found.get(key)?.warnings ?? [] });
      setRevision((each) => each + 1);
    },
    quota,
    costPerRow,
  };
}

/** The rows before the first that is too much for one check; 0 if none is. */
function findFitting(problem: unknown): number {
  if (!(problem instanceof ApiError) || problem.status !== 400) return 0;
  const [, row = 0] = /^\/rows\/(\d+)$/u.exec(problem.fields[0]?.pointer ?? '') ?? [];
  return Number(row);
}

/** The next rows that fit into a request; at least one. */
function takePart(
  rows: readonly PreparedRow[],
  found: ReadonlyMap<string, Finding>,
  { maxRows, maxBytes }: { readonly maxRows: number; readonly maxBytes: number },
): PreparedRow[] {
  const part = new Map<string, PreparedRow>();
  let bytes = 0;
  for (const row of rows) {
    if (found.has(row.key) || part.has(row.key)) continue;
    // A character has at most three bytes of UTF-8 for each of its units.
    bytes += row.key.length * 3;
    if (part.size > 0 && bytes > maxBytes) break;
    part.set(row.key, row);
    if (part.size === maxRows) break;
  }
  return [...part.values()];
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
  signal.throwIfAborted();
}
