import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { readConfig } from './config.ts';
import { takeEnvironment } from './secrets.ts';

describe('secrets', () => {
  let folder: string;
  let file: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'platen-secrets-'));
    file = path.join(folder, 'secret');
    await writeFile(file, 'from a file\n');
  });
  after(() => rm(folder, { recursive: true }));

  it('are taken out of the environment', () => {
    const env = {
      DATABASE_URL: 'postgres://user:password@localhost/x',
      AWS_ACCESS_KEY_ID: 'id',
      AWS_SECRET_ACCESS_KEY: 'key',
      PORT: '1234',
    };
    const config = readConfig(takeEnvironment(env));
    assert.deepEqual(env, { PORT: '1234' });
    assert.equal(config.databaseUrl, 'postgres://user:password@localhost/x');
    assert.deepEqual(config.bucketCredentials, { accessKeyId: 'id', secretAccessKey: 'key' });
    assert.equal(config.port, 1234);
  });

  for (const name of [
    'DATABASE_URL',
    'SIGNING_SECRET',
    'OTEL_EXPORTER_OTLP_HEADERS',
    'AWS_ACCESS_KEY_ID',
    'AWS_SECRET_ACCESS_KEY',
    'AWS_SESSION_TOKEN',
  ]) {
    it(`${name} may be a file`, () => {
      assert.equal(takeEnvironment({ [`${name}_FILE`]: file })[name], 'from a file');
    });
  }

  it('may be given once only', () => {
    assert.throws(
      () => takeEnvironment({ SIGNING_SECRET: 'x', SIGNING_SECRET_FILE: file }),
      /^ConfigError: SIGNING_SECRET and SIGNING_SECRET_FILE are both set/,
    );
  });

  it('are refused if their file is missing or empty', async () => {
    const missing = path.join(folder, 'missing');
    assert.throws(
      () => takeEnvironment({ SIGNING_SECRET_FILE: missing }),
      /^ConfigError: SIGNING_SECRET_FILE is ".+missing", but must be the path of a file that can be read/,
    );
    const empty = path.join(folder, 'empty');
    await writeFile(empty, '\n');
    assert.throws(() => takeEnvironment({ SIGNING_SECRET_FILE: empty }), /but that file is empty/);
  });
});
