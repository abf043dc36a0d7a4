import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';

/** Runs code with a log and returns the lines that it wrote to standard error. */
function logLines(code: string): Record<string, unknown>[] {
  const module = JSON.stringify(path.join(import.meta.dirname, 'log.ts'));
  const program = `
    import { createLog } from ${module};
    const log = createLog({ logLevel: 'info', logFormat: 'json' });
    ${code}`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  });
  assert.equal(stdout, '');
  return stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

test('keys, secrets and values are redacted at every level', () => {
  const lines = logLines(`
    const hidden = 'top-secret';
    log.info({ apiKey: hidden, headers: { 'x-api-key': hidden, authorization: hidden } }, 'a');
    log.info({ request: { body: { variables: { name: hidden } } }, callbackSecret: hidden }, 'b');
    log.info({ rows: [{ name: hidden }], job: { config: { password: hidden } } }, 'c');
    log.child({ requestId: 'r1' }).info('d');
  `);
  assert.doesNotMatch(JSON.stringify(lines), /top-secret/);
  assert.equal(lines[0]?.['apiKey'], '[redacted]');
  assert.equal(lines[3]?.['requestId'], 'r1');
});

test('errors of the database are logged without their statement and its values', () => {
  const [line] = logLines(`
    const message = 'insert into t (a) values ($1) - duplicate key value violates "t_a_key"';
    const error = Object.assign(new Error(message), {
      severity: 'ERROR',
      code: '23505',
      detail: 'Key (a)=(top-secret) already exists.',
      bindings: ['top-secret'],
    });
    log.error({ err: new Error('outer', { cause: error }) }, 'failed');
  `);
  assert.doesNotMatch(JSON.stringify(line), /top-secret|insert into/);
  assert.ok(line);
  const { message, cause } = line['err'] as { message: string; cause: { message: string; code: string } };
  assert.equal(message, 'outer');
  assert.deepEqual([cause.message, cause.code], ['duplicate key value violates "t_a_key"', '23505']);
});
