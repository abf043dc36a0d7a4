import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** How often each operation answered with each status. Undeclared methods count as `otherMethods`. */
export interface Figures {
  readonly operations: ReadonlyMap<string, ReadonlyMap<number, number>>;
  /** How often each check ran, and how often it failed. */
  readonly checks: ReadonlyMap<string, { readonly looked: number; readonly found: number }>;
  readonly seconds: number;
}

export const otherMethods = 'any other method';

/** An operation of a contract. */
export interface FuzzedOperation {
  readonly operationId: string;
  /** Method and path. */
  readonly label: string;
  readonly statuses: readonly number[];
}

/** Reads the figures from a file of schemathesis events. */
export async function readFigures(file: string, operations: readonly FuzzedOperation[]): Promise<Figures> {
  const counts = new Map<string, Map<number, number>>();
  const checks = new Map<string, { looked: number; found: number }>();
  const times: number[] = [];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const event = JSON.parse(line) as Record<string, Event>;
    for (const { timestamp } of Object.values(event)) if (timestamp !== undefined) times.push(timestamp);
    const recorder = event['ScenarioFinished']?.recorder;
    for (const [id, { response }] of Object.entries(recorder?.interactions ?? {})) {
      const { method, path } = recorder?.cases[id]?.value ?? { method: '', path: '' };
      const label = `${method} ${path}`;
      const operation = operations.find((one) => one.label === label)?.operationId ?? otherMethods;
      // 0 without a response.
      add(counts, operation, response?.status_code ?? 0, 1);
      for (const { name, status } of recorder?.checks[id] ?? []) {
        const before = checks.get(name) ?? { looked: 0, found: 0 };
        const found = before.found + (status === 'failure' ? 1 : 0);
        checks.set(name, { looked: before.looked + 1, found });
      }
    }
  }
  return { operations: counts, checks, seconds: (times.at(-1) ?? 0) - (times[0] ?? 0) };
}

/** Adds up the figures of several runs. */
export function sumFigures(all: readonly Figures[]): Figures {
  const counts = new Map<string, Map<number, number>>();
  const checks = new Map<string, { looked: number; found: number }>();
  for (const figures of all) {
    for (const [operation, statuses] of figures.operations) {
      for (const [status, count] of statuses) add(counts, operation, status, count);
    }
    for (const [name, { looked, found }] of figures.checks) {
      const before = checks.get(name) ?? { looked: 0, found: 0 };
      checks.set(name, { looked: before.looked + looked, found: before.found + found });
    }
  }
  return {
    operations: counts,
    checks,
    seconds: all.reduce((sum, { seconds }) => sum + seconds, 0),
  };
}

/** The number of requests. */
export function countCases({ operations: counts }: Figures): number {
  return [...counts.values()]
    .flatMap((statuses) => [...statuses.values()])
    .reduce((sum, one) => sum + one, 0);
}

/** Lists operations that never answered with a 2xx, or with a redirection. */
export function neverSucceeded(
  { operations: counts }: Figures,
  operations: readonly FuzzedOperation[],
): string[] {
  return operations
    .filter(({ operationId }) => ![...(counts.get(operationId)?.keys() ?? [])].some(isSuccess))
    .map(({ operationId }) => `${operationId} never answered with a 2xx or 3xx`);
}

/** Lists documented statuses that should have been seen, but were not. */
export function neverSeen(
  { operations: counts }: Figures,
  operations: readonly FuzzedOperation[],
  unreachable: Readonly<Record<string, string>>,
): string[] {
  return operations.flatMap(({ operationId, statuses }) =>
    statuses
      .filter((status) => !(status in unreachable || `${operationId} ${status}` in unreachable))
      .filter((status) => counts.get(operationId)?.has(status) !== true)
      .map((status) => `${operationId} never answered with ${status}`),
  );
}

/** Formats a Markdown table: a row for each operation, a column for each seen status. */
export function formatFigures(
  { operations: counts }: Figures,
  operations: readonly FuzzedOperation[],
): string {
  const statuses = [...new Set([...counts.values()].flatMap((one) => [...one.keys()]))].sort((a, b) => a - b);
  const rows = [...operations.map(({ operationId }) => operationId), otherMethods].map((name) => {
    const own = counts.get(name) ?? new Map<number, number>();
    const total = [...own.values()].reduce((sum, one) => sum + one, 0);
    return [name, ...statuses.map((status) => String(own.get(status) ?? '')), String(total)];
  });
  const totals = statuses.map((status) =>
    String([...counts.values()].reduce((sum, one) => sum + (one.get(status) ?? 0), 0)),
  );
  const all = [
    ['operation', ...statuses.map((status) => (status === 0 ? 'no answer' : String(status))), 'all'],
    ...rows,
    ['all', ...totals, String(countCases({ operations: counts, checks: new Map(), seconds: 0 }))],
  ];
  const widths = (all[0] ?? []).map((_cell, at) => Math.max(...all.map((row) => row[at]?.length ?? 0)));
  const toLine = (row: readonly string[]): string =>
    toRow(row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))));
  const rule = toRow(widths.map((width, at) => (at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)));
  return [toLine(all[0] ?? []), rule, ...all.slice(1).map(toLine)].join('\n');
}

interface Event {
  /** Seconds. */
  readonly timestamp?: number;
  readonly recorder?: Recorder;
}

interface Recorder {
  readonly cases: Record<string, { value: { method: string; path: string } }>;
  readonly checks: Record<string, { name: string; status: string }[]>;
  /** Absent if a phase had no cases. */
  readonly interactions?: Record<string, { response?: { status_code: number } | null }>;
}

/** @param file of a contract in `generated` */
export function readOperations(file: string): FuzzedOperation[] {
  const text = readFileSync(join(import.meta.dirname, '../../generated', file), 'utf8');
  const { paths } = JSON.parse(text) as {
    paths: Record<string, Record<string, { operationId: string; responses: object }>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, responses }]) => ({
      operationId,
      label: `${method.toUpperCase()} ${path}`,
      statuses: Object.keys(responses).map(Number),
    })),
  );
}

function add(counts: Map<string, Map<number, number>>, operation: string, status: number, by: number): void {
  const statuses = counts.get(operation) ?? new Map<number, number>();
  counts.set(operation, statuses.set(status, (statuses.get(status) ?? 0) + by));
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 400;
}

function toRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
