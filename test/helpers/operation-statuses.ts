import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentedResponses } from './contract-document.ts';
import type { Answer } from './http.ts';

/** How an operation comes to a status, and what must hold of the answer beside the contract. */
export interface StatusCase {
  readonly act: () => Promise<Answer>;
  /** The problem's code. */
  readonly code?: string;
}

/**
 * A test for every status, every code, every media type and every header field that the contract documents for an operation:
 * one that has none fails.
 */
export function testStatuses(
  operationId: string,
  cases: Readonly<Record<number, readonly StatusCase[]>>,
): void {
  const documented = documentedResponses(operationId);
  const answers: Answer[] = [];
  test(`${operationId}: every documented status and code has a test`, () => {
    const tested = Object.entries(cases).map(([status, ways]) => [
      status,
      [...new Set(ways.flatMap(({ code }) => code ?? []))].sort(),
    ]);
    const expected = [...documented].map(([status, { codes }]) => [String(status), [...codes].sort()]);
    assert.deepEqual(Object.fromEntries(tested), Object.fromEntries(expected));
  });
  for (const [status, ways] of Object.entries(cases)) {
    for (const { act, code } of ways) {
      test(`${operationId}: ${status} ${code ?? ''}`.trim(), { timeout: 60_000 }, async () => {
        const answer = await act();
        assert.equal(answer.status, Number(status), JSON.stringify(answer.json));
        assert.equal(answer.problem.code, code ?? '');
        answers.push(answer);
      });
    }
  }
  test(`${operationId}: every documented media type and header field was there`, () => {
    for (const [status, { mediaTypes, headers }] of documented) {
      const those = answers.filter((answer) => answer.status === status);
      const types = those.flatMap((answer) => answer.headers.get('content-type') ?? []);
      assert.deepEqual([...new Set(types)].sort(), [...mediaTypes].sort(), `${status}`);
      const missing = headers.filter((name) => !those.some((answer) => answer.headers.has(name)));
      assert.deepEqual(missing, [], `${status}: these were never there`);
    }
  });
}

/** Runs something while a table is missing, as when a migration went wrong. */
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

/** Asks many times at once until one is refused. */
export async function untilLimited(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answers = await Promise.all(Array.from({ length: 60 }, ask));
    const refused = answers.find(({ status }) => status === 429);
    if (refused !== undefined) return refused;
  }
}
