import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';

test('a start that fails ends the process, also with a part that it has started', async () => {
  const script = `
    import { runService } from ${JSON.stringify(import.meta.resolve('./run-service.ts'))};
    const start = async () => {
      setInterval(() => undefined, 1_000);
      throw new Error('a part is missing');
    };
    await runService(console, start).catch(() => undefined);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'inherit' });
  assert.deepEqual(await once(child, 'exit'), [1, null]);
});
