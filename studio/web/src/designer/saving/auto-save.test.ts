import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { ApiError } from '../../api/problem.ts';
import { AutoSave, type SaveState } from './auto-save.ts';

/** A service that keeps one text, and a tab that edits it. */
function setting() {
  const service = { text: 'first', revision: 1, requests: 0, isGone: false, hold: Promise.resolve() };
  const states: SaveState['kind'][] = [];
  const kept: (string | null)[] = [];
  let text = 'first';
  const saving = new AutoSave<string>('1', {
    read: () => text,
    async save(value, etag) {
      service.requests += 1;
      await service.hold;
      if (service.isGone) throw new ApiError({ status: 0 });
      if (etag !== String(service.revision)) throw new ApiError({ status: 412 });
      service.revision += 1;
      service.text = value;
      return String(service.revision);
    },
    merge: async () => {
      const { text: theirs, revision } = service;
      if (service.isGone) throw new ApiError({ status: 0 });
      text = `${theirs} + ${text}`;
      return { etag: String(revision), value: theirs };
    },
    onState: ({ kind }) => states.push(kind),
    keep: (unsaved) => kept.push(unsaved?.value ?? null),
  });
  const type = (next: string) => {
    text = next;
    saving.notice();
  };
  return { service, saving, states, kept, type };
}

const settle = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

test('saves changes within half a second, several of them together', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  const { service, states, kept, type } = setting();
  type('a');
  mock.timers.tick(300);
  type('ab');
  mock.timers.tick(200);
  await settle();
  assert.deepEqual([service.text, service.requests], ['ab', 1]);
  assert.deepEqual(states, ['waiting', 'saving', 'saved']);
  assert.deepEqual(kept, ['a', 'ab', null]);
});

test('what changes during a save is saved afterwards', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  const { service, type, saving } = setting();
  let release = (): void => undefined;
  service.hold = new Promise((resolve) => (release = resolve));
  type('a');
  mock.timers.tick(500);
  type('ab');
  release();
  await settle();
  assert.equal(service.text, 'a');
  assert.equal(saving.isSaved, false);
  mock.timers.tick(500);
  await settle();
  assert.deepEqual([service.text, service.requests, saving.isSaved], ['ab', 2, true]);
});

test('tries again after a failure, and keeps the change until then', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  const { service, states, kept, type } = setting();
  service.isGone = true;
  type('a');
  mock.timers.tick(500);
  await settle();
  assert.equal(states.at(-1), 'failed');
  assert.equal(kept.at(-1), 'a');
  service.isGone = false;
  mock.timers.tick(2_000);
  await settle();
  assert.deepEqual([service.text, states.at(-1), kept.at(-1)], ['a', 'saved', null]);
});

test('never writes over what somebody else saved: it is put into what is here', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => mock.timers.reset());
  const { service, saving, states, kept, type } = setting();
  [service.text, service.revision] = ['theirs', 2];
  type('mine');
  mock.timers.tick(500);
  await settle();
  assert.deepEqual([states.at(-1), service.text, kept.at(-1)], ['waiting', 'theirs', 'theirs + mine']);
  mock.timers.tick(500);
  await settle();
  assert.deepEqual([states.at(-1), service.text, kept.at(-1)], ['saved', 'theirs + mine', null]);

  // The network ends between the answer and what the service has: it is tried again.
  [service.text, service.revision] = ['more', 9];
  type('mine, too');
  service.hold = Promise.resolve().then(() => undefined);
  const failing = saving.flush();
  service.isGone = true;
  await assert.rejects(failing, { status: 0 });
  assert.equal(states.at(-1), 'failed');
  service.isGone = false;
  await saving.flush();
  assert.deepEqual([states.at(-1), service.text], ['saved', 'more + mine, too']);
});

test('flush saves at once', async () => {
  const { service, saving, type } = setting();
  assert.equal(await saving.flush(), '1');
  type('a');
  assert.equal(await saving.flush(), '2');
  assert.equal(service.text, 'a');
  service.isGone = true;
  type('b');
  await assert.rejects(saving.flush(), { status: 0 });
  saving.close();
});

test('several flushes at once make one save', async () => {
  const { service, saving, type } = setting();
  type('a');
  assert.deepEqual(await Promise.all([saving.flush(), saving.flush()]), ['2', '2']);
  assert.deepEqual([service.text, service.requests], ['a', 1]);
});
