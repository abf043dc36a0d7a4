/**
 * Structured logs. Fields that may hold keys, secrets or values of variables are redacted by name.
 */
import { pino, type Logger } from 'pino';
import pretty from 'pino-pretty';

export type { Logger } from 'pino';

export interface LogSettings {
  readonly logLevel: string;
  readonly logFormat: 'json' | 'pretty';
}

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
  'secrets',
  'signingSecret',
  'values',
  'variables',
  'x-api-key',
];

/** Creates the logger. It writes to standard error: standard output is for the results of commands. */
export function createLog({ logLevel, logFormat }: LogSettings): Logger {
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
        // At the top level and up to three levels below it.
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

/** Describes an error without the SQL and bindings of database errors. */
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

/** The message of an error. knex puts the statement before it: `insert into … - duplicate key value …`. */
export function describeMessage(error: Error): string {
  if (!('severity' in error)) return error.message;
  const start = error.message.lastIndexOf(' - ');
  return start === -1 ? error.message : error.message.slice(start + 3);
}
