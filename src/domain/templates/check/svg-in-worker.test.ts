import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspectSvgInWorker } from './svg-in-worker.ts';

const svgOf = (content: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${content}</svg>`);

/** Turns of the event loop until a promise is settled. */
async function countTurns(promise: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isSettled = false;
  const settle = () => void (isSettled = true);
  promise.then(settle, settle);
  const next = () => {
    if (isSettled) return;
    turns += 1;
    setImmediate(next);
  };
  setImmediate(next);
  await promise;
  return turns;
}

test('a large SVG is checked in a thread, and its losses are found there', async () => {
  const refusedPart = '<script/>';
  const shapes = '<rect width="1" height="1" mask="url(#none)"/>'.repeat(10_000);
  const bytes = svgOf(shapes);
  const checking = inspectSvgInWorker({ bytes, onlyChecks: false });
  assert.ok((await countTurns(checking)) > 0, 'other requests have their turns meanwhile');
  const small = await inspectSvgInWorker({ bytes: svgOf(shapes.slice(0, 47)), onlyChecks: false });
  const { problem, losses } = await checking;
  assert.deepEqual({ problem, losses }, { problem: null, losses: small.losses });
  const refused = await inspectSvgInWorker({ bytes: svgOf(shapes + refusedPart), onlyChecks: false });
  assert.match(refused.problem ?? '', /script/);
  assert.deepEqual(refused.losses, []);
});

test('an owner whose checks wait is refused more of them; another owner is not', async () => {
  const bytes = svgOf('<rect width="1" height="1"/>'.repeat(10_000));
  const inspect = (owner: string) => inspectSvgInWorker({ bytes, onlyChecks: true }, owner);
  const many = Array.from({ length: 20 }, () => inspect('greedy'));
  const settled = Promise.allSettled(many);
  assert.equal((await inspect('other')).problem, null);
  const refused = (await settled).filter(({ status }) => status === 'rejected');
  assert.equal(refused.length, 4);
});

test('other files have no problem', async () => {
  const bytes = new Uint8Array(20_000);
  assert.deepEqual(await inspectSvgInWorker({ bytes, onlyChecks: false }), { problem: null, losses: [] });
});
