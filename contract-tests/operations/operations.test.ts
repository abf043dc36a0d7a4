import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { publicContract } from '../../test/helpers/contract-document.ts';

/** Files that are not about one operation. */
const general = ['methods.test.ts', 'operations.test.ts'];

test('every operation has a file of its name that tests its statuses', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => !general.includes(name));
  assert.deepEqual(files.sort(), publicContract.operationIds.map((id) => `${id}.test.ts`).sort());
});
