import { strict as assert } from 'node:assert';
import { describe, test } from 'node:test';
import { createProgress } from './progress.ts';

const state = (completedItems: number, status = 'PROCESSING', failedItems = 0) => ({
  status,
  totalItems: 10,
  completedItems,
  failedItems,
});

/** A screen that records what is written to it. */
function makeScreen(options: { isTTY?: boolean; columns?: number }) {
  const written: string[] = [];
  return { ...options, written, write: (text: string) => written.push(text) };
}

describe('createProgress', () => {
  test('redraws one line on a terminal when it has changed', () => {
    const screen = makeScreen({ isTTY: true, columns: 40 });
    const progress = createProgress(screen);
    progress.show(state(0, 'PENDING'));
    progress.show(state(0, 'PENDING'));
    progress.show(state(4, 'PROCESSING', 1));
    progress.log('Something else.');
    progress.show(state(9, 'PROCESSING', 1));
    progress.end();
    assert.deepEqual(screen.written, [
      '\r\u001b[K[░░░░░░░░░░░░░░░░░░░░] 0 of 10, pending',
      '\r\u001b[K[███░░░] 5 of 10 (1 failed), processing',
      '\r\u001b[KSomething else.\n[███░░░] 5 of 10 (1 failed), processing',
      '\r\u001b[K10 of 10 (1 failed), writing the archiv',
      '\n',
    ]);
    assert.ok(screen.written.every((text) => text.split('\n').every((line) => line.length < 40 + 4)));
  });

  test('writes a line to a log for each new status, and every ten seconds', () => {
    const screen = makeScreen({});
    let now = 0;
    const progress = createProgress(screen, () => now);
    progress.show(state(0, 'PENDING'));
    progress.log('Something else.');
    progress.show(state(1));
    now += 9_000;
    progress.show(state(2));
    now += 1_000;
    progress.show(state(3));
    now += 20_000;
    progress.show(state(3));
    progress.show(state(10, 'COMPLETED'));
    progress.end();
    assert.deepEqual(screen.written, [
      '0 of 10, pending\n',
      'Something else.\n',
      '1 of 10, processing\n',
      '3 of 10, processing\n',
      '10 of 10, completed\n',
    ]);
  });
});
