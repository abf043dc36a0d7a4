import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readConfig } from './config.ts';
import { ConfigError } from './config-error.ts';

describe('a variable that looks like a setting and is none', () => {
  for (const [name, nearest] of [
    ['RENDER_THREAD', 'RENDER_THREADS'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['LOG_LEVLE', 'LOG_LEVEL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATABSE_URL_FILE', 'DATABASE_URL_FILE'],
    ['PUBLC_URL', 'PUBLIC_URL'],
    ['OUTBOND_ALOW', 'OUTBOUND_ALLOW'],
    ['MAX_IMAGE_BYTES', 'IMAGE_MAX_BYTES'],
    ['RATE_LIMIT', 'RATE_LIMITS'],
    ['CALLBACKS_TIMEOUT', 'CALLBACK_TIMEOUT'],
    ['storage_url', 'STORAGE_URL'],
    ['LOG_LVL', 'LOG_LEVEL'],
    ['RNDR_THRDS', 'RENDER_THREADS'],
    ['PLATEN_PORT', 'PORT'],
    ['PLATEN_HOST', 'HOST'],
    ['platen_port', 'PORT'],
    ['PLATEN_OTEL_SERVICE_NAME', 'OTEL_SERVICE_NAME'],
    ['PLATEN_LOG_LEVEL', 'LOG_LEVEL'],
    ['PLATEN_METRICS_PORT', 'METRICS_PORT'],
  ] as const) {
    test(`is refused: ${name}`, () => {
      assert.throws(
        () => readConfig({ [name]: 'MARK' }),
        (error: unknown) => {
          assert.ok(error instanceof ConfigError);
          assert.equal(
            error.message,
            `${name} is not a setting; did you mean ${nearest}? docs/running.md lists the settings.`,
          );
          return true;
        },
      );
    });
  }

  test('is refused with all others, in one line', () => {
    assert.throws(
      () => readConfig({ RENDER_THREAD: '2', PORT: '1', RENDER_QEUE: '3' }),
      /^ConfigError: RENDER_THREAD is not .+ RENDER_THREADS\? RENDER_QEUE is not .+ RENDER_QUEUE\? docs/,
    );
  });

  test('does not matter while it is empty', () => {
    assert.equal(readConfig({ RENDER_THREAD: '', RENDER_THREADS: '3' }).renderThreads, 3);
  });
});

test("variables of others do not stop the start: shells, npm, clouds, clusters' service links", () => {
  const names = [
    'PATH',
    'HOME',
    'HOSTNAME',
    'USER',
    'SHELL',
    'LANG',
    'PWD',
    'TERM',
    'TZ',
    'CI',
    'DEBUG',
    'HOSTS',
    'PORTS',
    'NODE_ENV',
    'NODE_OPTIONS',
    'NODE_EXTRA_CA_CERTS',
    'npm_config_cache',
    'npm_package_name',
    'INIT_CWD',
    'PGHOST',
    'PGPORT',
    'PGDATA',
    'PGUSER',
    'PGPASSWORD',
    'PGDATABASE',
    'POSTGRES_PASSWORD',
    'REDIS_URL',
    'AWS_REGION',
    'AWS_PROFILE',
    'AWS_ROLE_ARN',
    'AWS_SECRET_ACCESS_KEYS',
    'AWS_WEB_IDENTITY_TOKEN_FILE',
    'OTEL_TRACES_SAMPLER',
    'OTEL_SERVICE_NAMES',
    'OTEL_RESOURCE_ATTRIBUTES',
    'OTEL_BSP_MAX_QUEUE_SIZE',
    'KUBERNETES_PORT',
    'KUBERNETES_SERVICE_HOST',
    'PLATEN_SERVICE_HOST',
    'PLATEN_SERVICE_PORT_HTTP',
    'PLATEN_VERSION',
    'PLATEN_METRICS_SERVICE_HOST',
    'DATABASE_SERVICE_HOST',
    'DATABASE_PORT_5432_TCP_ADDR',
    'XDG_DATA_DIRS',
    'XDG_DATA_HOME',
    'TMPDIR',
    'RENDER_SERVICE_ID',
    'RENDER_GIT_COMMIT',
    'JAVA_HOME',
    'HTTP_PROXY',
    'https_proxy',
    'NO_PROXY',
    'SSL_CERT_FILE',
    'NO_COLOR',
    'FORCE_COLOR',
    'LOG_DIR',
    'LOG_FILE',
    'STORE_ACCESS_KEY',
    'STORE_URL',
    'PLATEN_URL',
    'PLATEN_API_KEY',
    'PLATEN_CALLBACK_SECRET',
    'IMAGE_NAME',
    'BATCH_SIZE',
    'MAX_MEMORY',
  ];
  readConfig(Object.fromEntries(names.map((name) => [name, 'x'])));
  // Service links of services with the names "platen-metrics" and "database".
  readConfig({ PLATEN_METRICS_PORT: 'tcp://10.0.0.1:9464', DATABASE_PORT: 'tcp://10.0.0.2:5432' });
  // Of the service "platen" itself.
  readConfig({ PLATEN_PORT: 'tcp://10.0.0.1:80' });
});
