import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { ConfigError } from './config-error.ts';
import { readOrigin, readConfig } from './config.ts';
import { DEFAULT_PLANS, PLAN_NAMES } from './plans.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'platen-config-'));
after(() => rmSync(folder, { recursive: true }));

function plansFile(content: unknown): string {
  const file = path.join(folder, 'plans.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

/** Asserts that the error for a variable is one line with its name, its value and what is accepted. */
function assertRefused(name: string, value: string, accepted: RegExp): void {
  assert.throws(
    () => readConfig({ [name]: value }),
    (error: unknown) => {
      assert.ok(error instanceof ConfigError);
      assert.ok(error.message.startsWith(`${name} is "${value}", but must be `), error.message);
      assert.match(error.message, accepted);
      assert.doesNotMatch(error.message, /\n/);
      return true;
    },
  );
}

describe('readConfig', () => {
  test('has the documented defaults', () => {
    const config = readConfig({});
    assert.equal(config.port, 8080);
    assert.equal(config.host, '127.0.0.1');
    assert.equal(config.publicUrl, 'http://127.0.0.1:8080');
    assert.equal(config.databaseUrl, null);
    const root = path.resolve(import.meta.dirname, '..', '..');
    assert.deepEqual([config.dataDir, config.isDataDirGiven], [path.join(root, '.data'), false]);
    assert.equal(config.storageUrl, `file://${path.join(root, '.data', 'files')}`);
    assert.equal(config.signingSecret, null);
    assert.deepEqual(config.outboundAllow, []);
    assert.equal(config.templatesDir, null);
    assert.deepEqual(config.plans, DEFAULT_PLANS);
    assert.equal(config.rateLimits, true);
    assert.equal(config.batchMaxRows, 2000);
    assert.equal(config.maxBodyBytes, 10_485_760);
    assert.equal(config.maxConnections, 8_000);
    assert.equal(config.maxConnectionsPerAddress, 2_000);
    assert.equal(config.keepAliveTimeoutMs, 65_000);
    assert.equal(config.drainDelayMs, 0);
    assert.deepEqual(config.corsOrigins, []);
    assert.equal(config.maxOutputPixels, 100_000_000);
    assert.equal(config.imageMaxBytes, 20_971_520);
    assert.equal(config.imageMaxPixels, 50_000_000);
    assert.equal(config.imageTimeoutMs, 10_000);
    assert.ok(config.renderThreads >= 1);
    assert.equal(config.renderQueue, 64);
    assert.equal(config.renderTimeoutMs, 30_000);
    assert.equal(config.backgroundRenderTimeoutMs, 300_000);
    assert.equal(config.logLevel, 'info');
    assert.equal(config.resultRetentionMs, 30 * 86_400_000);
    assert.deepEqual([config.urlCacheTtlMs, config.urlCacheBytes], [30 * 86_400_000, 10 * 1024 ** 3]);
    assert.equal(config.downloadUrlTtlMs, 3_600_000);
    assert.equal(config.batchTimeoutMs, 3_600_000);
    assert.deepEqual(config.callbackOffsetsMs, [0, 60_000, 180_000, 420_000, 900_000]);
    assert.equal(config.callbackTimeoutMs, 10_000);
    assert.equal(config.callbackPauseAfterMs, 3 * 86_400_000);
    // 8 attempts within 28 hours.
    assert.equal(config.webhookOffsetsMs.length, 8);
    assert.equal(config.webhookOffsetsMs.at(-1), (27 * 60 + 35) * 60_000 + 5_000);
    assert.equal(config.webhookPauseAfterMs, 5 * 86_400_000);
    assert.equal(config.metrics, null);
    assert.equal(config.traces, null);
  });

  test('the folder of fonts must be there', () => {
    assert.equal(readConfig({ FONTS_DIR: import.meta.dirname }).fontsDir, import.meta.dirname);
    assert.throws(
      () => readConfig({ FONTS_DIR: '/nowhere' }),
      /FONTS_DIR.*the path of a folder that is there/,
    );
    assert.throws(() => readConfig({ FONTS_DIR: import.meta.filename }), /FONTS_DIR/);
  });

  test('reads the three settings of template folders together', () => {
    const [account, project] = [
      '3D7A2B94-51c8-4c0a-8f6e-9e2f0a7b4c31',
      '9b0e6c58-2f7d-4b1e-a3c4-5d6e7f809142',
    ];
    const all = { TEMPLATES_DIR: '/templates', TEMPLATES_ACCOUNT: account, TEMPLATES_PROJECT: project };
    assert.deepEqual(readConfig(all).templatesDir, {
      folder: '/templates',
      accountId: account.toLowerCase(),
      projectId: project,
    });
    assert.throws(
      () => readConfig({ ...all, TEMPLATES_ACCOUNT: '' }),
      /must be set together, but TEMPLATES_ACCOUNT is not set$/,
    );
    assert.throws(
      () => readConfig({ TEMPLATES_ACCOUNT: account }),
      /but TEMPLATES_DIR and TEMPLATES_PROJECT are not set$/,
    );
    assert.throws(
      () => readConfig({ ...all, TEMPLATES_PROJECT: 'cards' }),
      /"cards", but must be an id like/,
    );
  });

  test('reads the three settings of the OpenID provider together', () => {
    const all = {
      OIDC_ISSUER: 'https://accounts.example.com/tenant',
      OIDC_CLIENT_ID: 'platen',
      OIDC_CLIENT_SECRET: ' secret ',
    };
    assert.equal(readConfig({}).oidc, null);
    assert.deepEqual(readConfig(all).oidc, {
      issuer: 'https://accounts.example.com/tenant',
      clientId: 'platen',
      clientSecret: 'secret',
    });
    assert.throws(
      () => readConfig({ ...all, OIDC_CLIENT_SECRET: '' }),
      /must be set together, but OIDC_CLIENT_SECRET is not set$/,
    );
    assert.throws(
      () => readConfig({ OIDC_CLIENT_ID: 'platen' }),
      /but OIDC_ISSUER and OIDC_CLIENT_SECRET are not set$/,
    );
    for (const issuer of [
      'accounts.example.com',
      'ftp://accounts.example.com',
      'https://accounts.example.com?tenant=1',
      'https://accounts.example.com#tenant',
    ])
      assert.throws(() => readConfig({ ...all, OIDC_ISSUER: issuer }), /OIDC_ISSUER is .*an address like/);
    assert.throws(
      () => readConfig({ ...all, OIDC_ISSUER: 'https://user:word@accounts.example.com' }),
      // Credentials are not printed.
      /^ConfigError: OIDC_ISSUER is "https:\/\/\*\*\*@accounts\.example\.com"/,
    );
  });

  test('reads durations, sizes, networks and addresses', () => {
    const config = readConfig({
      PORT: '0',
      HOST: '::',
      DATABASE_URL: 'postgres://user@host/name',
      STORAGE_URL: 'file:./files',
      OUTBOUND_ALLOW: '127.0.0.0/8, ::1/128,10.1.2.3',
      RATE_LIMITS: 'OFF',
      MAX_BODY_BYTES: '1.5 MiB',
      MAX_CONNECTIONS_PER_ADDRESS: 'off',
      KEEP_ALIVE_TIMEOUT: '11m',
      DRAIN_DELAY: '15s',
      CORS_ORIGINS: 'https://app.example.com/, http://localhost:5173',
      TRUSTED_PROXIES: '10.0.0.0/8,2001:db8::5',
      IMAGE_MAX_BYTES: '500kB',
      IMAGE_TIMEOUT: '500ms',
      RESULT_RETENTION: '90d',
      URL_CACHE_TTL: '2d',
      URL_CACHE_BYTES: '1000',
      BATCH_TIMEOUT: '30d',
      CALLBACK_OFFSETS: '0s,1s, 1s,2.5s',
      CALLBACK_PAUSE_AFTER: '12h',
      WEBHOOK_OFFSETS: '0s,2s',
      WEBHOOK_PAUSE_AFTER: '2d',
      LOG_LEVEL: ' debug ',
    });
    assert.equal(config.publicUrl, null);
    assert.equal(config.databaseUrl, 'postgres://user@host/name');
    assert.equal(config.storageUrl, `file://${path.resolve('files')}`);
    assert.deepEqual(config.outboundAllow, ['127.0.0.0/8', '::1/128', '10.1.2.3/32']);
    assert.equal(config.rateLimits, false);
    assert.equal(config.maxBodyBytes, 1_572_864);
    assert.equal(config.maxConnectionsPerAddress, null);
    assert.equal(config.keepAliveTimeoutMs, 660_000);
    assert.equal(config.drainDelayMs, 15_000);
    assert.deepEqual(config.corsOrigins, ['https://app.example.com', 'http://localhost:5173']);
    assert.deepEqual(config.trustedProxies, ['10.0.0.0/8', '2001:db8::5/128']);
    assert.equal(config.imageMaxBytes, 500_000);
    assert.equal(config.imageTimeoutMs, 500);
    assert.equal(config.resultRetentionMs, 90 * 86_400_000);
    assert.deepEqual([config.urlCacheTtlMs, config.urlCacheBytes], [2 * 86_400_000, 1_000]);
    assert.equal(config.batchTimeoutMs, 30 * 86_400_000);
    assert.deepEqual(config.callbackOffsetsMs, [0, 1_000, 1_000, 2_500]);
    assert.equal(config.callbackPauseAfterMs, 12 * 3_600_000);
    assert.deepEqual(config.webhookOffsetsMs, [0, 2_000]);
    assert.equal(config.webhookPauseAfterMs, 2 * 86_400_000);
    assert.equal(config.logLevel, 'debug');
    assert.equal(readConfig({ STORAGE_URL: 'file:/var/files' }).storageUrl, 'file:///var/files');
    const bucket = 's3://files/a?endpoint=http://127.0.0.1:9000&region=eu-central-1&forcePathStyle=true';
    assert.equal(readConfig({ STORAGE_URL: bucket }).storageUrl, bucket);
    assert.equal(readConfig({ PUBLIC_URL: 'https://img.example.com/' }).publicUrl, 'https://img.example.com');
    assert.equal(readConfig({ PORT: '' }).port, 8080, 'an empty variable counts as not set');
  });

  test('refuses an invalid value with the name, the value and what is accepted', () => {
    assertRefused('PORT', '70000', /a whole number from 0 to 65535/);
    assertRefused('PORT', '80.5', /whole number/);
    assertRefused('PORT', '-1', /whole number/);
    assertRefused('HOST', 'a b', /address or a host name/);
    assertRefused('PUBLIC_URL', 'img.example.com', /an origin like https/);
    assertRefused('PUBLIC_URL', 'https://img.example.com/path', /without path/);
    assertRefused('DATABASE_URL', 'mysql://host/name', /postgres:\/\//);
    assertRefused('STORAGE_URL', 'ftp://host/', /file: and a folder/);
    assertRefused('STORAGE_URL', 'file://host/folder', /file: and a folder/);
    assertRefused('STORAGE_URL', 's3://files?bucket=a', /s3:\/\/bucket/);
    assertRefused('OUTBOUND_ALLOW', '127.0.0.0/33', /networks like 127\.0\.0\.0\/8/);
    assertRefused('OUTBOUND_ALLOW', 'localhost', /networks/);
    assertRefused('OUTBOUND_ALLOW', '0x7f.1', /networks/);
    assertRefused('TRUSTED_PROXIES', 'balancer', /networks like 127\.0\.0\.0\/8/);
    assertRefused('TRUSTED_PROXIES', '10.0.0.1,0.0.0.0/0', /not all addresses/);
    assertRefused('TRUSTED_PROXIES', '::/0', /not all addresses/);
    assertRefused('RATE_LIMITS', 'maybe', /on or off/);
    assertRefused('URL_CACHE_TTL', '30', /duration like/);
    assertRefused('URL_CACHE_BYTES', '0', /from 1/);
    assertRefused('MAX_BODY_BYTES', 'ten', /bytes as a number or with a unit/);
    assertRefused('MAX_BODY_BYTES', '0', /from 1/);
    assertRefused('MAX_CONNECTIONS', 'off', /a whole number from 1 to 1000000$/);
    assertRefused('MAX_CONNECTIONS_PER_ADDRESS', '0', /a whole number from 1 to 1000000, or off/);
    assertRefused('KEEP_ALIVE_TIMEOUT', '0s', /at least 1ms/);
    assertRefused('DRAIN_DELAY', '11m', /at most 600000ms/);
    assertRefused('CORS_ORIGINS', '*', /an origin like https/);
    assertRefused('CORS_ORIGINS', 'https://app.example.com/path', /without path/);
    assertRefused('IMAGE_MAX_BYTES', '10 TiB', /with a unit/);
    assertRefused('IMAGE_TIMEOUT', '10', /a duration like/);
    assertRefused('IMAGE_TIMEOUT', '0s', /at least 1ms/);
    assertRefused('BACKGROUND_RENDER_TIMEOUT', '30d', /at most 2147483647ms/);
    assertRefused('RENDER_TIMEOUT', '30d', /at most 2147483647ms/);
    assertRefused('RENDER_THREADS', '0', /from 1 to 256/);
    assertRefused('LOG_LEVEL', 'loud', /one of trace, debug, info/);
    assertRefused('LOG_FORMAT', 'xml', /pretty or json/);
    assertRefused('CALLBACK_OFFSETS', '0s,2s,1s', /do not go back/);
    assertRefused('CALLBACK_OFFSETS', '0s,,1s', /1 to 20 durations/);
  });

  test('reads the settings of metrics and traces', () => {
    assert.deepEqual(readConfig({ METRICS_PORT: '9464' }).metrics, { host: '127.0.0.1', port: 9464 });
    assert.deepEqual(readConfig({ METRICS_PORT: '0', METRICS_HOST: '::' }).metrics, { host: '::', port: 0 });
    assert.equal(readConfig({ METRICS_HOST: '0.0.0.0' }).metrics, null);
    const endpoint = 'http://collector:4318/';
    assert.deepEqual(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }).traces, {
      endpoint,
      serviceName: 'platen',
      sampledShare: 1,
      headers: '',
    });
    const named = {
      OTEL_SERVICE_NAME: 'cards',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
      OTEL_EXPORTER_OTLP_HEADERS: 'key=1',
    };
    assert.deepEqual(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...named }).traces, {
      endpoint,
      serviceName: 'cards',
      sampledShare: 0.25,
      headers: 'key=1',
    });
    assertRefused('METRICS_PORT', '65536', /a whole number from 0 to 65535/);
    assertRefused('OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', /an address like http:/);
    assertRefused('OTEL_TRACES_SAMPLER_ARG', '1.5', /a number from 0 to 1/);
    assertRefused('OTEL_TRACES_SAMPLER_ARG', '.', /a number from 0 to 1/);
  });

  test('hides the password of a connection URL', () => {
    assert.throws(() => readConfig({ DATABASE_URL: 'mysql://user:hunter2@host/name' }), {
      message: /^DATABASE_URL is "mysql:\/\/\*\*\*@host\/name", but must be/,
    });
  });

  test('merges a plans file into the built-in table', () => {
    const { plans } = readConfig({
      PLANS_FILE: plansFile({
        free: { rendersPerMonth: 5, shareLinks: true, activeShareLinks: 3, shareLinkLifetime: '2s' },
        team: { generatePerSecond: 0.5, keysPerWorkspace: 40 },
        enterprise: { rendersPerMonth: 1e12, activeBatchJobs: 20, submissionsPerSecond: 0.5 },
      }),
    });
    assert.deepEqual(plans.free, {
      ...DEFAULT_PLANS.free,
      rendersPerMonth: 5,
      shareLinks: true,
      activeShareLinks: 3,
      shareLinkLifetimeMs: 2_000,
    });
    assert.equal(plans.team.generatePerSecond, 0.5);
    assert.equal(plans.team.keysPerWorkspace, 40);
    assert.equal(plans.team.rendersPerMonth, 20_000);
    assert.deepEqual(plans.enterprise, {
      ...DEFAULT_PLANS.enterprise,
      rendersPerMonth: 1_000_000_000_000,
      activeBatchJobs: 20,
      submissionsPerSecond: 0.5,
    });
    assert.deepEqual(plans.studio, DEFAULT_PLANS.studio);
  });

  test('docs/running.md lists every number of every plan', () => {
    const page = readFileSync(path.join(import.meta.dirname, '..', '..', 'docs', 'running.md'), 'utf8');
    const table = page
      .split('\n')
      .filter((line) => /^\| (name +\||`[a-zA-Z]+` +\|.*\| `)/.test(line))
      .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')));
    const [heading, ...rows] = table.slice(table.findIndex(([, name]) => name === 'name'));
    const documented = Object.fromEntries(
      PLAN_NAMES.map((plan) => {
        const column = heading?.indexOf(plan) ?? -1;
        return [
          plan,
          Object.fromEntries(rows.map((row) => [row[1], JSON.parse(row[column] ?? '') as unknown])),
        ];
      }),
    );
    assert.deepEqual(readConfig({ PLANS_FILE: plansFile(documented) }).plans, DEFAULT_PLANS);
    for (const [index, plan] of PLAN_NAMES.entries()) {
      assert.equal(heading?.[index + 3], plan);
      assert.equal(rows.length, Object.keys(DEFAULT_PLANS[plan]).length);
    }
  });

  test('reports what is wrong in a plans file', () => {
    const missing = path.join(folder, 'missing.json');
    assertRefused('PLANS_FILE', missing, /a JSON file that can be read \(ENOENT/);
    const refused: [unknown, RegExp][] = [
      ['{', /holds JSON/],
      [[], /the file is an object, and it is \[\]/],
      [{ premium: {} }, /keys are plans \(free, .*\), and "premium" is none/],
      [{ free: 5 }, /free is an object, and it is 5/],
      [{ free: { renders: 5 } }, /hold only rendersPerMonth, .*, and free holds "renders"/],
      [{ free: { toString: 5 } }, /free holds "toString"/],
      [{ free: { rendersPerMonth: -1 } }, /free\.rendersPerMonth is a whole number from 0/],
      [{ free: { rendersPerMonth: 1e12 + 1 } }, /a whole number from 0 to 1000000000000/],
      [{ free: { activeBatchJobs: 0 } }, /free\.activeBatchJobs is a whole number from 1/],
      [{ free: { submissionsPerSecond: 0 } }, /free\.submissionsPerSecond is a number from 0\.001/],
      [{ free: { generateBurst: 0 } }, /free\.generateBurst is a whole number from 1/],
      [{ free: { keysPerWorkspace: 1.5 } }, /free\.keysPerWorkspace is a whole number from 0/],
      [{ free: { generatePerSecond: 0 } }, /free\.generatePerSecond is a number from 0\.001/],
      [{ free: { shareLinks: 'yes' } }, /free\.shareLinks is true or false, and it is "yes"/],
      [{ free: { shareLinkLifetime: 2 } }, /free\.shareLinkLifetime is a duration like/],
      [{ free: { shareLinks: true } }, /gives free a shareLinkLifetime/],
    ];
    for (const [content, accepted] of refused) assertRefused('PLANS_FILE', plansFile(content), accepted);
  });
});

describe('originOf', () => {
  test('puts IPv6 into brackets and replaces wildcard addresses', () => {
    assert.equal(readOrigin('::1', 80), 'http://[::1]:80');
    assert.equal(readOrigin('0.0.0.0', 80), 'http://127.0.0.1:80');
    assert.equal(readOrigin('::', 80), 'http://[::1]:80');
    assert.equal(readOrigin('localhost', 80), 'http://localhost:80');
  });
});
