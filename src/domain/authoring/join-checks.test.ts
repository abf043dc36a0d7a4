import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { joinChecks } from './join-checks.ts';

const file = (name: string) => ({ kind: 'image', bytes: Buffer.from(name), maxPixels: 1 }) as const;

describe('joinChecks', () => {
  test('takes the calls that come while a check runs into the next one', async () => {
    const checks: number[] = [];
    const gate = Promise.withResolvers<undefined>();
    const check = joinChecks(async (files) => {
      checks.push(files.length);
      await gate.promise;
      return files.map(({ bytes }) => (Buffer.from(bytes).includes('bad') ? 'is bad' : null));
    });
    const answers = [[file('a')], [file('b'), file('bad')], [file('c')]].map((files) => check(files));
    gate.resolve(undefined);
    assert.deepEqual(await Promise.all(answers), [[null], [null, 'is bad'], [null]]);
    assert.deepEqual(checks, [1, 3]);
  });

  test('fails the calls of a check that fails, and goes on with later ones', async () => {
    let isFailing = true;
    const check = joinChecks((files) =>
      isFailing ? Promise.reject(new Error('busy')) : Promise.resolve(files.map(() => null)),
    );
    await assert.rejects(check([file('a')]), /busy/);
    isFailing = false;
    assert.deepEqual(await check([file('a')]), [null]);
  });
});
