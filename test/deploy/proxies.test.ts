/** The files for nginx and Caddy fit the settings of Platen. `npm run test:proxies` starts both programs. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { readConfig } from '../../src/config/config.ts';
import { maxFileBytes } from '../../src/http/studio/studio-api.ts';
import { root } from './dockerfile.ts';

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const mebibyte = 1024 * 1024;

/** Where each file has its limits: the body in MiB, times in seconds. */
const proxies = [
  {
    file: 'deploy/nginx/platen.conf',
    body: /client_max_body_size (\d+)m;/,
    idle: /keepalive_timeout (\d+)s;/,
    answer: /proxy_read_timeout (\d+)s;/,
  },
  {
    file: 'deploy/caddy/Caddyfile',
    body: /max_size (\d+)MiB/,
    idle: /keepalive (\d+)s/,
    answer: /response_header_timeout (\d+)s/,
  },
];

for (const { file, body, idle, answer } of proxies) {
  const text = read(file);
  const number = (pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? assert.fail(pattern.source));

  test(`${file}: its comment names settings that fit`, () => {
    const settings = Object.fromEntries(
      [...text.matchAll(/^# {3}([A-Z_]+)=(\S+)/gm)].map(([, name = '', value = '']) => [name, value]),
    );
    const config = readConfig(settings);
    assert.deepEqual(config.trustedProxies, ['127.0.0.1/32']);
    assert.equal(config.maxConnectionsPerAddress, null);
    assert.ok(number(body) * mebibyte > Math.max(config.maxBodyBytes, maxFileBytes));
    // No idle connection is left when a process that stops closes its own.
    assert.ok(number(idle) * 1000 < Math.min(config.drainDelayMs, config.keepAliveTimeoutMs));
    // 20 s in turn: a new picture at an image URL.
    assert.ok(number(answer) * 1000 > config.imageTimeoutMs + config.renderTimeoutMs + 20_000);
  });

  test(`docs/operating.md shows ${file} as it is`, () => {
    assert.ok(read('docs/operating.md').includes(`\n${text}\`\`\`\n`));
  });
}
