/**
 * The service's configuration: environment variables, read and checked once at the start.
 */
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  ascendingDurationsMs,
  durationMs,
  integerBetween,
  parseList,
  parseOneOf,
  orOff,
  parseDatabaseUrl,
  parseFolder,
  parseIssuer,
  parseNetwork,
  parseOrigin,
  parseProxies,
  parseUuid,
  parseWebAddress,
  share,
  sizeBytes,
  timeoutMs,
  Unacceptable,
  type Parser,
  parseStorageUrl,
  parseHost,
} from './values.ts';
import { ConfigError } from './config-error.ts';
import { readPlans, readPlansFile } from './plans-file.ts';
import type { Plans } from './plans.ts';
import { secretFileNames } from './secrets.ts';
import { refuseUnknownNames } from './unknown-names.ts';
import type { BucketCredentials } from '../storage/bucket-url.ts';

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Origin of URLs in answers. Null if `PORT` is 0: the port is known once the server listens. */
  readonly publicUrl: string | null;
  /** Null: the embedded database in `dataDir`. */
  readonly databaseUrl: string | null;
  /** Absolute path. */
  readonly dataDir: string;
  /** Whether `DATA_DIR` names it; otherwise it is the default. */
  readonly isDataDirGiven: boolean;
  /** A `file:` URL with an absolute path, or an `s3:` URL for `parseBucketUrl`. */
  readonly storageUrl: string;
  /** Null: the AWS SDK finds them. */
  readonly bucketCredentials: BucketCredentials | null;
  /** Null: generated once and stored in the database. */
  readonly signingSecret: string | null;
  /** Networks (`address/bits`) that outbound requests may reach although they are private. */
  readonly outboundAllow: readonly string[];
  readonly plans: Plans;
  /** A folder of fonts that every template may name; null: the catalogue's only. */
  readonly fontsDir: string | null;
  /** A folder whose sub-folders are imported as templates, and the account and project that get them. */
  readonly templatesDir: {
    readonly folder: string;
    readonly accountId: string;
    readonly projectId: string;
  } | null;
  /** The provider that signs people in to Studio. Null: none. */
  readonly oidc: {
    readonly issuer: string;
    readonly clientId: string;
    readonly clientSecret: string;
  } | null;
  readonly rateLimits: boolean;
  readonly batchMaxRows: number;
  readonly maxBodyBytes: number;
  /** Max open connections of clients. */
  readonly maxConnections: number;
  /** Null: no limit for each address. */
  readonly maxConnectionsPerAddress: number | null;
  /** How long a connection stays open between two requests. */
  readonly keepAliveTimeoutMs: number;
  /** How long a service that was told to stop still takes requests, while balancers find out. */
  readonly drainDelayMs: number;
  /** Origins whose pages may call the service. */
  readonly corsOrigins: readonly string[];
  /** Networks (`address/bits`) of proxies whose `X-Forwarded-For` names the addresses of clients. */
  readonly trustedProxies: readonly string[];
  readonly maxOutputPixels: number;
  readonly imageMaxBytes: number;
  readonly imageMaxPixels: number;
  readonly imageTimeoutMs: number;
  /** Renderer processes. */
  readonly renderThreads: number;
  /** Max renders that wait for a renderer; more are refused. */
  readonly renderQueue: number;
  readonly renderTimeoutMs: number;
  /** As `renderTimeoutMs`, of renders that no client waits for. */
  readonly backgroundRenderTimeoutMs: number;
  readonly logLevel: LogLevel;
  readonly logFormat: 'pretty' | 'json';
  readonly resultRetentionMs: number;
  readonly downloadUrlTtlMs: number;
  /** How long pictures at image URLs are kept, and how large all of them may be. */
  readonly urlCacheTtlMs: number;
  readonly urlCacheBytes: number;
  readonly batchTimeoutMs: number;
  /** Due times of a callback's attempts, counted from the end of its job. */
  readonly callbackOffsetsMs: readonly number[];
  readonly callbackTimeoutMs: number;
  /** An endpoint of callbacks is paused when all deliveries to it have failed for this long. */
  readonly callbackPauseAfterMs: number;
  /** Due times of the attempts to deliver a webhook, counted from its event. */
  readonly webhookOffsetsMs: readonly number[];
  /** An endpoint of webhooks is paused when it has failed for this long. */
  readonly webhookPauseAfterMs: number;
  /** Address of the metrics server; null: none. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
  /** Collector and sampling of spans; null: no spans. */
  readonly traces: {
    readonly endpoint: string;
    readonly serviceName: string;
    readonly sampledShare: number;
    /** Headers for the collector: `name=value`, separated by commas. */
    readonly headers: string;
  } | null;
}

export type LogLevel = (typeof logLevels)[number];

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** 8 attempts: at once, after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h more, 27 h 35 min in all. */
const defaultWebhookOffsetsMs = [
  0, 5_000, 305_000, 2_105_000, 9_305_000, 27_305_000, 63_305_000, 99_305_000,
] as const;

/** The default of `DATA_DIR` is in it, so that commands find the service's data from every folder. */
const projectRoot = fileURLToPath(new URL('../../', import.meta.url));

const mebibyte = 1024 * 1024;
const gibibyte = 1024 * mebibyte;

/**
 * Reads the configuration. An empty variable counts as not set.
 *
 * @throws ConfigError for the first invalid variable, or for variables that look like settings and are none
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const known = new Set(secretFileNames);
  const read: ReadVariable = (name, parse, fallback) => {
    known.add(name);
    return readVariable(env, name, parse, fallback);
  };

  const host = read('HOST', parseHost, '127.0.0.1');
  const port = read('PORT', integerBetween(0, 65_535), 8080);
  const givenDataDir = read('DATA_DIR', (text) => text, null);
  const dataDir = givenDataDir === null ? path.join(projectRoot, '.data') : path.resolve(givenDataDir);
  const metricsHost = read('METRICS_HOST', parseHost, '127.0.0.1');
  const metricsPort = read('METRICS_PORT', integerBetween(0, 65_535), null);
  const endpoint = read('OTEL_EXPORTER_OTLP_ENDPOINT', parseWebAddress, null);
  const serviceName = read('OTEL_SERVICE_NAME', (text) => text, 'platen');
  const headers = read('OTEL_EXPORTER_OTLP_HEADERS', (text) => text, '');
  const sampledShare = read('OTEL_TRACES_SAMPLER_ARG', share, 1);
  const config: Config = {
    host,
    port,
    publicUrl: read('PUBLIC_URL', parseOrigin, port === 0 ? null : readOrigin(host, port)),
    databaseUrl: read('DATABASE_URL', parseDatabaseUrl, null),
    dataDir,
    isDataDirGiven: givenDataDir !== null,
    storageUrl: read('STORAGE_URL', parseStorageUrl, pathToFileURL(path.join(dataDir, 'files')).href),
    bucketCredentials: readBucketCredentials(env),
    signingSecret: read('SIGNING_SECRET', (text) => text, null),
    outboundAllow: read('OUTBOUND_ALLOW', parseList(parseNetwork), []),
    plans: read('PLANS_FILE', (file) => readPlans(readPlansFile(file)), readPlans({})),
    templatesDir: readTemplatesDir(read),
    fontsDir: read('FONTS_DIR', parseFolder, null),
    oidc: readOidc(read),
    rateLimits: read('RATE_LIMITS', parseOneOf('on', 'off'), 'on') === 'on',
    batchMaxRows: read('BATCH_MAX_ROWS', integerBetween(1, 1_000_000), 2_000),
    maxBodyBytes: read('MAX_BODY_BYTES', sizeBytes(1, gibibyte), 10 * mebibyte),
    maxConnections: read('MAX_CONNECTIONS', integerBetween(1, 1_000_000), 8_000),
    maxConnectionsPerAddress: read('MAX_CONNECTIONS_PER_ADDRESS', orOff(integerBetween(1, 1_000_000)), 2_000),
    keepAliveTimeoutMs: read('KEEP_ALIVE_TIMEOUT', timeoutMs(), 65_000),
    drainDelayMs: read('DRAIN_DELAY', durationMs({ maxMs: 600_000 }), 0),
    corsOrigins: read('CORS_ORIGINS', parseList(parseOrigin), []),
    trustedProxies: read('TRUSTED_PROXIES', parseList(parseProxies), []),
    maxOutputPixels: read('MAX_OUTPUT_PIXELS', integerBetween(1, 1_000_000_000), 100_000_000),
    imageMaxBytes: read('IMAGE_MAX_BYTES', sizeBytes(1, gibibyte), 20 * mebibyte),
    imageMaxPixels: read('IMAGE_MAX_PIXELS', integerBetween(1, 1_000_000_000), 50_000_000),
    imageTimeoutMs: read('IMAGE_TIMEOUT', timeoutMs(), 10_000),
    renderThreads: read('RENDER_THREADS', integerBetween(1, 256), availableParallelism()),
    renderQueue: read('RENDER_QUEUE', integerBetween(0, 100_000), 64),
    renderTimeoutMs: read('RENDER_TIMEOUT', timeoutMs(), 30_000),
    backgroundRenderTimeoutMs: read('BACKGROUND_RENDER_TIMEOUT', timeoutMs(), 300_000),
    logLevel: read('LOG_LEVEL', parseOneOf(...logLevels), 'info'),
    logFormat: read('LOG_FORMAT', parseOneOf('pretty', 'json'), process.stderr.isTTY ? 'pretty' : 'json'),
    resultRetentionMs: read('RESULT_RETENTION', durationMs({ minMs: 1 }), 30 * 86_400_000),
    downloadUrlTtlMs: read('DOWNLOAD_URL_TTL', durationMs({ minMs: 1 }), 3_600_000),
    urlCacheTtlMs: read('URL_CACHE_TTL', durationMs({ minMs: 1 }), 30 * 86_400_000),
    urlCacheBytes: read('URL_CACHE_BYTES', sizeBytes(1, 1024 * 1024 * gibibyte), 10 * gibibyte),
    batchTimeoutMs: read('BATCH_TIMEOUT', durationMs({ minMs: 1 }), 3_600_000),
    callbackOffsetsMs: read(
      'CALLBACK_OFFSETS',
      ascendingDurationsMs(20),
      [0, 60_000, 180_000, 420_000, 900_000],
    ),
    callbackTimeoutMs: read('CALLBACK_TIMEOUT', timeoutMs(), 10_000),
    callbackPauseAfterMs: read('CALLBACK_PAUSE_AFTER', durationMs({ minMs: 1 }), 3 * 86_400_000),
    webhookOffsetsMs: read('WEBHOOK_OFFSETS', ascendingDurationsMs(20), defaultWebhookOffsetsMs),
    webhookPauseAfterMs: read('WEBHOOK_PAUSE_AFTER', durationMs({ minMs: 1 }), 5 * 86_400_000),
    metrics: metricsPort === null ? null : { host: metricsHost, port: metricsPort },
    traces: endpoint === null ? null : { endpoint, serviceName, sampledShare, headers },
  };
  refuseUnknownNames(env, known);
  return config;
}

/** The http origin of a listening address. A wildcard address becomes the loopback address. */
export function readOrigin(host: string, port: number): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

/** Reads a variable, or returns the default. */
type ReadVariable = <Value, Default>(
  name: string,
  parse: Parser<Value>,
  fallback: Default,
) => Value | Default;

function readTemplatesDir(read: ReadVariable): Config['templatesDir'] {
  const folder = read('TEMPLATES_DIR', (text) => path.resolve(text), null);
  const accountId = read('TEMPLATES_ACCOUNT', parseUuid, null);
  const projectId = read('TEMPLATES_PROJECT', parseUuid, null);
  if (folder !== null && accountId !== null && projectId !== null) return { folder, accountId, projectId };
  requireNoneOf({ TEMPLATES_DIR: folder, TEMPLATES_ACCOUNT: accountId, TEMPLATES_PROJECT: projectId });
  return null;
}

function readOidc(read: ReadVariable): Config['oidc'] {
  const issuer = read('OIDC_ISSUER', parseIssuer, null);
  const clientId = read('OIDC_CLIENT_ID', (text) => text, null);
  const clientSecret = read('OIDC_CLIENT_SECRET', (text) => text, null);
  if (issuer !== null && clientId !== null && clientSecret !== null)
    return { issuer, clientId, clientSecret };
  requireNoneOf({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret });
  return null;
}

/** Some variables are only set together. */
function requireNoneOf(values: Readonly<Record<string, string | null>>): void {
  const names = Object.keys(values);
  const missing = names.filter((name) => values[name] === null);
  if (missing.length === names.length) return;
  throw new ConfigError(
    `${names.slice(0, -1).join(', ')} and ${names.at(-1)} must be set together, but ` +
      `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} not set`,
  );
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

/** The variables of the AWS SDK, which are given to it: a process's environment keeps no secrets. */
function readBucketCredentials(env: NodeJS.ProcessEnv): BucketCredentials | null {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
  const { AWS_SESSION_TOKEN: sessionToken } = env;
  if (!accessKeyId || !secretAccessKey) return null;
  return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
}
