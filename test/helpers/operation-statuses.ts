import assert from 'node:assert/strict';
import { test } from 'node:test';
import { queryRows, type Database } from '../../src/store/database.ts';
import { publicContract, type DocumentedResponse } from './contract-document.ts';
import type { Answer } from './http.ts';

/** A request that results in a status, and the expected problem code. */
export interface StatusCase {
  readonly act: () => Promise<Answer>;
  /** The problem's code. */
  readonly code?: string;
}

/**
 * Tests every status, code, media type and header that the contract documents for an operation. Fails for
 * each one without a case.
 */
export function testStatuses(
  operationId: string,
  cases: Readonly<Record<number, readonly StatusCase[]>>,
): void {
  const documented = publicContract.documentedResponses(operationId);
  test(`${operationId}: every documented status and code has a test`, () => {
    const tested = Object.entries(cases).map(([status, requests]) => [
      status,
      [...new Set(requests.flatMap(({ code }) => code ?? []))].sort(),
    ]);
    const expected = [...documented].map(([status, { codes }]) => [String(status), [...codes].sort()]);
    assert.deepEqual(Object.fromEntries(tested), Object.fromEntries(expected));
  });
  const answers = testCases(operationId, cases);
  test(`${operationId}: every documented media type and header was sent`, () => {
    for (const [status, response] of documented) assertSent(status, response, answers);
  });
}

/** A test for each case. Returns the list that the answers are added to. */
export function testCases(
  operationId: string,
  cases: Readonly<Record<number, readonly StatusCase[]>>,
): readonly Answer[] {
  const answers: Answer[] = [];
  const isHead = publicContract.operations.some(({ id, method }) => id === operationId && method === 'HEAD');
  for (const [status, requests] of Object.entries(cases)) {
    for (const { act, code } of requests) {
      test(`${operationId}: ${status} ${code ?? ''}`.trim(), { timeout: 60_000 }, async () => {
        const answer = await act();
        assert.equal(answer.status, Number(status), JSON.stringify(answer.json));
        // The answer to HEAD has no body; its code is in a header.
        const inHeader = isHead && answer.status >= 400;
        const given = inHeader ? (answer.headers.get('x-image-error') ?? '') : answer.problem.code;
        assert.equal(given, code ?? '');
        answers.push(answer);
      });
    }
  }
  return answers;
}

/** Asserts that the answers of a status have all of its documented media types and headers. */
export function assertSent(
  status: number,
  { mediaTypes, headers }: DocumentedResponse,
  answers: readonly Answer[],
): void {
  const matching = answers.filter((answer) => answer.status === status);
  const types = matching.flatMap(
    (answer) => answer.headers.get('content-type')?.split('; boundary')[0] ?? [],
  );
  assert.deepEqual([...new Set(types)].sort(), [...mediaTypes].sort(), `${status}`);
  const missing = headers.filter((name) => !matching.some((answer) => answer.headers.has(name)));
  assert.deepEqual(missing, [], `${status}: never sent`);
}

/** Runs `act` while a table is missing, as after a failed migration. */
export async function withoutTable<Result>(
  db: { raw(sql: string): PromiseLike<unknown> },
  table: string,
  act: () => Promise<Result>,
): Promise<Result> {
  await db.raw(`alter table ${table} rename to ${table}_away`);
  try {
    return await act();
  } finally {
    await db.raw(`alter table ${table}_away rename to ${table}`);
  }
}

/** Runs `act` while every use of a table fails as on a full disk. */
export async function withFullDisk<Result>(
  db: { raw(sql: string): PromiseLike<unknown> },
  table: string,
  act: () => Promise<Result>,
): Promise<Result> {
  await db.raw(
    `create or replace function fill_disk() returns boolean stable language plpgsql as
     $$ begin raise exception 'no space left' using errcode = 'disk_full'; end $$`,
  );
  return await withoutTable(db, table, async () => {
    await db.raw(`create view ${table} as select * from ${table}_away where fill_disk()`);
    try {
      return await act();
    } finally {
      await db.raw(`drop view ${table}`);
    }
  });
}

/**
 * Sends bursts of requests until one is answered with 429. However slow the machine is, the limits do not
 * recover meanwhile: the time that a burst took is added to them.
 */
export async function untilLimited(db: Database, sendRequest: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const start = performance.now();
    const answers = await Promise.all(Array.from({ length: 60 }, sendRequest));
    const limited = answers.find(({ status }) => status === 429);
    if (limited !== undefined) return limited;
    const elapsedMs = performance.now() - start;
    await queryRows(
      db,
      `update rate_limits set due_at = due_at + cast(:elapsedMs as float8) * interval '1 millisecond'`,
      { elapsedMs },
    );
  }
}
