/**
 * Structured logs. What may hold a key, a secret or a variable's value is cut out by name before a line is written,
 * whoever logs it.
 */
import { pino, type Logger } from 'pino';
import pretty from 'pino-pretty';
import type { Config } from './config.ts';

export type { Logger } from 'pino';

const secretNames = [
  'apiKey',
  'authorization',
  'callbackSecret',
  'connectionString',
  'databaseUrl',
  'defaultValue',
  'password',
  'rows',
  'secret',
  'signingSecret',
  'values',
  'variables',
  'x-api-key',
];

/** Makes the process's logger. It writes to standard error, since standard output belongs to a command's answer. */
export function createLog({ logLevel, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>): Logger {
  const destination =
    logFormat === 'pretty'
      ? pretty({ destination: 2, sync: true, translateTime: 'SYS:HH:MM:ss.l', ignore: 'pid,hostname' })
      : pino.destination({ dest: 2, sync: true });
  return pino(
    {
      level: logLevel,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        // At the top and up to three objects down: a request's headers, an error's bindings.
        paths: secretNames.flatMap((name) =>
          ['', '*', '*.*', '*.*.*'].map((above) => (above === '' ? `["${name}"]` : `${above}["${name}"]`)),
        ),
        censor: '[redacted]',
      },
      serializers: { err: describeError },
    },
    destination,
  );
}

/** An error without the statement and bindings that database errors carry in their message and fields. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const described: Record<string, unknown> = {
    type: error.name,
    message: describeMessage(error),
    stack: error.stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
  };
  if ('code' in error) described['code'] = error.code;
  if (error.cause !== undefined) described['cause'] = describeError(error.cause);
  return described;
}

/** knex puts the statement before the database's own words: `insert into … - duplicate key value …`. */
function describeMessage(error: Error): string {
  if (!('severity' in error)) return error.message;
  const start = error.message.lastIndexOf(' - ');
  return start === -1 ? error.message : error.message.slice(start + 3);
}
