/**
 * The service's configuration: the only reader of environment variables. Every variable goes default → parse →
 * validate once, at the start.
 */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  ascendingDurationsMs,
  durationMs,
  integerBetween,
  listOf,
  oneOf,
  parseDatabaseUrl,
  parseNetwork,
  parseOrigin,
  parseWebAddress,
  share,
  sizeBytes,
  timeoutMs,
  Unacceptable,
  type Parser,
} from './config-values.ts';
import { readPlans } from './config-plans.ts';
import type { Plans } from './domain/plans.ts';
import { acceptedBucketUrl, parseBucketUrl } from './storage/bucket-url.ts';

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Origin of the addresses that the service hands out; null where `PORT` is 0 and only listening tells the port. */
  readonly publicUrl: string | null;
  /** Null: the embedded database in `dataDir`. */
  readonly databaseUrl: string | null;
  /** Absolute path. */
  readonly dataDir: string;
  /** A `file:` URL with an absolute path, or an `s3:` URL that `parseBucketUrl` takes. */
  readonly storageUrl: string;
  /** Null: made once and kept in the database. */
  readonly signingSecret: string | null;
  /** Networks (`address/bits`) that the refusal of private addresses exempts. */
  readonly outboundAllow: readonly string[];
  readonly plans: Plans;
  readonly rateLimits: boolean;
  readonly batchMaxRows: number;
  readonly maxBodyBytes: number;
  readonly maxOutputPixels: number;
  readonly imageMaxBytes: number;
  readonly imageMaxPixels: number;
  readonly imageTimeoutMs: number;
  /** Renderer processes. */
  readonly renderThreads: number;
  /** Renders that may wait for a renderer before new ones are refused. */
  readonly renderQueue: number;
  readonly renderTimeoutMs: number;
  readonly logLevel: LogLevel;
  readonly logFormat: 'pretty' | 'json';
  readonly resultRetentionMs: number;
  readonly downloadUrlTtlMs: number;
  readonly batchTimeoutMs: number;
  /** When each attempt of a callback is due, after the end of its job. */
  readonly callbackOffsetsMs: readonly number[];
  readonly callbackTimeoutMs: number;
  /** Where metrics are told; null: nowhere. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
  /** Where spans are sent, and which; null: none are made. */
  readonly traces: {
    readonly endpoint: string;
    readonly serviceName: string;
    readonly sampledShare: number;
  } | null;
}

export type LogLevel = (typeof logLevels)[number];

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** A variable that cannot be used: one line that names it, its value and what is accepted. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const mebibyte = 1024 * 1024;
const gibibyte = 1024 * mebibyte;

/**
 * Reads the configuration. A variable that is empty counts as not set.
 *
 * @throws ConfigError at the first variable that cannot be used.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const read = <Value, Default>(name: string, parse: Parser<Value>, fallback: Default): Value | Default =>
    readVariable(env, name, parse, fallback);

  const host = read('HOST', parseHost, '127.0.0.1');
  const port = read('PORT', integerBetween(0, 65_535), 8080);
  const dataDir = path.resolve(read('DATA_DIR', (text) => text, '.data'));
  const metricsHost = read('METRICS_HOST', parseHost, '127.0.0.1');
  const metricsPort = read('METRICS_PORT', integerBetween(0, 65_535), null);
  const endpoint = read('OTEL_EXPORTER_OTLP_ENDPOINT', parseWebAddress, null);
  const serviceName = read('OTEL_SERVICE_NAME', (text) => text, 'platen');
  const sampledShare = read('OTEL_TRACES_SAMPLER_ARG', share, 1);
  return {
    host,
    port,
    publicUrl: read('PUBLIC_URL', parseOrigin, port === 0 ? null : originOf(host, port)),
    databaseUrl: read('DATABASE_URL', parseDatabaseUrl, null),
    dataDir,
    storageUrl: read('STORAGE_URL', parseStorageUrl, pathToFileURL(path.join(dataDir, 'files')).href),
    signingSecret: read('SIGNING_SECRET', (text) => text, null),
    outboundAllow: read('OUTBOUND_ALLOW', listOf(parseNetwork), []),
    plans: readVariable(env, 'PLANS_FILE', (file) => readPlans(readPlansFile(file)), readPlans({})),
    rateLimits: read('RATE_LIMITS', oneOf('on', 'off'), 'on') === 'on',
    batchMaxRows: read('BATCH_MAX_ROWS', integerBetween(1, 1_000_000), 2_000),
    maxBodyBytes: read('MAX_BODY_BYTES', sizeBytes(1, gibibyte), 10 * mebibyte),
    maxOutputPixels: read('MAX_OUTPUT_PIXELS', integerBetween(1, 1_000_000_000), 100_000_000),
    imageMaxBytes: read('IMAGE_MAX_BYTES', sizeBytes(1, gibibyte), 20 * mebibyte),
    imageMaxPixels: read('IMAGE_MAX_PIXELS', integerBetween(1, 1_000_000_000), 50_000_000),
    imageTimeoutMs: read('IMAGE_TIMEOUT', timeoutMs(), 10_000),
    renderThreads: read('RENDER_THREADS', integerBetween(1, 256), availableParallelism()),
    renderQueue: read('RENDER_QUEUE', integerBetween(0, 100_000), 64),
    renderTimeoutMs: read('RENDER_TIMEOUT', timeoutMs(), 30_000),
    logLevel: read('LOG_LEVEL', oneOf(...logLevels), 'info'),
    logFormat: read('LOG_FORMAT', oneOf('pretty', 'json'), process.stderr.isTTY ? 'pretty' : 'json'),
    resultRetentionMs: read('RESULT_RETENTION', durationMs({ leastMs: 1 }), 30 * 86_400_000),
    downloadUrlTtlMs: read('DOWNLOAD_URL_TTL', durationMs({ leastMs: 1 }), 3_600_000),
    batchTimeoutMs: read('BATCH_TIMEOUT', durationMs({ leastMs: 1 }), 3_600_000),
    callbackOffsetsMs: read(
      'CALLBACK_OFFSETS',
      ascendingDurationsMs(20),
      [0, 60_000, 180_000, 420_000, 900_000],
    ),
    callbackTimeoutMs: read('CALLBACK_TIMEOUT', timeoutMs(), 10_000),
    metrics: metricsPort === null ? null : { host: metricsHost, port: metricsPort },
    traces: endpoint === null ? null : { endpoint, serviceName, sampledShare },
  };
}

/** The http origin of a listening address; a wildcard address becomes the loopback one, which can be opened. */
export function originOf(host: string, port: number): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

function readVariable<Value, Default>(
  env: NodeJS.ProcessEnv,
  name: string,
  parse: Parser<Value>,
  fallback: Default,
): Value | Default {
  const text = env[name]?.trim();
  if (text === undefined || text === '') return fallback;
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof Unacceptable)) throw error;
    const shown = text.replace(/:\/\/[^@/]*@/, '://***@').replaceAll(/\s+/g, ' ');
    throw new ConfigError(`${name} is "${shown}", but must be ${error.accepted}`);
  }
}

function parseHost(text: string): string {
  if (!/^[\w.:-]+$/.test(text)) {
    throw new Unacceptable('an address or a host name to listen on, like 127.0.0.1, 0.0.0.0 or ::');
  }
  return text;
}

/** `s3:` with a bucket, `file:` with an absolute path, or with one relative to the working directory (`file:./files`). */
function parseStorageUrl(text: string): string {
  if (/^s3:/i.test(text)) {
    if (parseBucketUrl(text) === null) throw new Unacceptable(acceptedBucketUrl);
    return text;
  }
  const accepted = `file: and a folder, like file:///var/lib/platen or file:./files, or ${acceptedBucketUrl}`;
  const [, folder] = /^file:(.+)$/.exec(text) ?? [];
  if (folder === undefined) throw new Unacceptable(accepted);
  if (!folder.startsWith('/')) return pathToFileURL(path.resolve(folder)).href;
  if (!URL.canParse(text) || new URL(text).host !== '') throw new Unacceptable(accepted);
  return new URL(text).href;
}

function readPlansFile(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new Unacceptable(`the path of a JSON file that can be read (${(error as Error).message})`);
  }
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new Unacceptable(`the path of a file that holds JSON (${(error as Error).message})`);
  }
}
