import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { operationIds } from '../../test/helpers/contract-document.ts';

/** What is not about one operation. */
const general = ['methods.test.ts', 'operations.test.ts'];

test('every operation of the contract has its statuses tested, in a file of its name', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => !general.includes(name));
  assert.deepEqual(files.sort(), operationIds.map((id) => `${id}.test.ts`).sort());
});
