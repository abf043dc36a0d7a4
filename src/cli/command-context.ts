import { readConfig, type Config } from '../config/config.ts';
import { takeEnvironment } from '../config/secrets.ts';
import type { FileCheckLimits } from '../domain/templates/check/check-template.ts';
import { createLog, type Logger } from '../telemetry/log.ts';
import { openStorage } from '../storage/open-storage.ts';
import type { Storage } from '../storage/storage.ts';
import type { Database } from '../store/database.ts';
import { openStore } from '../store/open-store.ts';

/** A command cannot do what was asked. The message is one line for the person at the terminal. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** What commands work with. */
export interface CommandContext {
  readonly config: Config;
  readonly log: Logger;
  readonly db: Database;
  readonly storage: Storage;
}

/** Reads the configuration and creates a log of warnings and errors. */
export function readSettings(): { config: Config; log: Logger } {
  const config = readConfig(takeEnvironment(process.env));
  const quiet = config.logLevel === 'info' ? 'warn' : config.logLevel;
  return { config, log: createLog({ ...config, logLevel: quiet }) };
}

/** Limits on a template's files at import: the same as when they are rendered. */
export function fileLimits({ imageMaxPixels, renderTimeoutMs }: Config): FileCheckLimits {
  return { maxImagePixels: imageMaxPixels, timeoutMs: renderTimeoutMs };
}

/** Opens database and storage for one command; starts the embedded database if it does not run. */
export async function withContext<Result>(
  run: (context: CommandContext) => Promise<Result>,
): Promise<Result> {
  const { config, log } = readSettings();
  const storage = await openStorage(config.storageUrl, null, config.bucketCredentials);
  const store = await openStore(config, log);
  try {
    return await run({ config, log, db: store.db, storage });
  } finally {
    await store.close();
  }
}

/** Prints a command's result: one JSON object with `--json`, otherwise lines for people. */
export function printResult(
  options: { readonly json?: boolean },
  object: object,
  lines: readonly string[],
): void {
  process.stdout.write(
    options.json === true ? `${JSON.stringify(object)}\n` : lines.map((line) => `${line}\n`).join(''),
  );
}
