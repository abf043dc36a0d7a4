import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../../test/helpers/database.ts';
import { queryRow } from '../../store/database.ts';
import { Problem } from '../problems/problem.ts';
import { studioProblems } from '../problems/studio-problems.ts';
import { countTakenAddresses } from './taken-addresses.ts';

describe('countTakenAddresses', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase({ poolSize: 12 });
  });
  after(() => database.close());

  /** Tries addresses of a workspace at the same time, and returns the answers in alphabetical order. */
  const tryAtOnce = async (workspaceId: string, areTaken: readonly boolean[]): Promise<string[]> => {
    const answers = areTaken.map(async (isTaken) => {
      try {
        return await countTakenAddresses(database.db, { workspaceId, link: null }, async (transaction) => {
          // Long enough for all others to arrive.
          await queryRow(transaction, 'select pg_sleep(0.05)::text as slept', {});
          if (isTaken) throw studioProblems.emailTakenElsewhere();
          return 'free';
        });
      } catch (error) {
        return error instanceof Problem ? error.code : String(error);
      }
    });
    return (await Promise.all(answers)).toSorted();
  };

  test('free addresses that are tried at once are not counted', async () => {
    assert.deepEqual(await tryAtOnce(randomUUID(), Array(10).fill(false)), Array(10).fill('free'));
  });

  test('reports five of the taken addresses that are tried at once', async () => {
    const answers = await tryAtOnce(randomUUID(), Array(8).fill(true));
    const refusals = (code: string, count: number) => Array.from({ length: count }, () => code);
    assert.deepEqual(answers, [...refusals('EMAIL_TAKEN', 5), ...refusals('RATE_LIMIT_EXCEEDED', 3)]);
  });

  test('beyond the limit free addresses have the same answer as taken ones', async () => {
    const workspaceId = randomUUID();
    await tryAtOnce(workspaceId, Array(5).fill(true));
    assert.deepEqual(await tryAtOnce(workspaceId, [true, false]), Array(2).fill('RATE_LIMIT_EXCEEDED'));
  });
});
