import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentedStatuses } from './contract.ts';
import type { Answer } from './http.ts';

/** How an operation comes to a status, and what must hold of the answer beside the contract. */
export interface StatusCase {
  readonly act: () => Promise<Answer>;
  /** The problem's code. */
  readonly code?: string;
}

/** A test for every status that the contract documents for an operation; one that has none fails. */
export function testStatuses(
  operationId: string,
  cases: Readonly<Record<number, readonly StatusCase[]>>,
): void {
  test(`${operationId}: every documented status has a test`, () => {
    const tested = Object.keys(cases).map(Number);
    assert.deepEqual(tested.sort(), documentedStatuses(operationId).sort());
  });
  for (const [status, ways] of Object.entries(cases)) {
    for (const { act, code } of ways) {
      test(`${operationId}: ${status} ${code ?? ''}`.trim(), { timeout: 60_000 }, async () => {
        const answer = await act();
        assert.equal(answer.status, Number(status), JSON.stringify(answer.json));
        if (code !== undefined) assert.equal(answer.problem.code, code);
      });
    }
  }
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
