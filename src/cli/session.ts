/**
 * What a command needs around its work: configuration, database, storage, and one way to answer.
 */
import { readConfig, type Config } from '../config.ts';
import type { FileCheckLimits } from '../domain/template-check.ts';
import { createLog, type Logger } from '../log.ts';
import { openStorage } from '../storage/open-storage.ts';
import type { Storage } from '../storage/storage.ts';
import type { Database } from '../store/database.ts';
import { openStore } from '../store/open-store.ts';

/** A command that cannot be carried out as it was given: one line for the person who typed it. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

export interface Session {
  readonly config: Config;
  readonly log: Logger;
  readonly db: Database;
  readonly storage: Storage;
}

/** The configuration, and a log that stays quiet unless something is wrong. */
export function readSettings(): { config: Config; log: Logger } {
  const config = readConfig(process.env);
  const quiet = config.logLevel === 'info' ? 'warn' : config.logLevel;
  return { config, log: createLog({ ...config, logLevel: quiet }) };
}

/** What a template's files may take to be imported: what they may take when they are rendered. */
export function fileLimits({ imageMaxPixels, renderTimeoutMs }: Config): FileCheckLimits {
  return { maxImagePixels: imageMaxPixels, timeoutMs: renderTimeoutMs };
}

/** Opens database and storage for one command; starts the embedded database where it does not run. */
export async function withSession<Result>(act: (session: Session) => Promise<Result>): Promise<Result> {
  const { config, log } = readSettings();
  const storage = await openStorage(config.storageUrl, null);
  const store = await openStore(config, log);
  try {
    return await act({ config, log, db: store.db, storage });
  } finally {
    await store.close();
  }
}

/** Writes a command's answer: one JSON object with `--json`, or else lines for people. */
export function answer(options: { readonly json?: boolean }, object: object, lines: readonly string[]): void {
  process.stdout.write(
    options.json === true ? `${JSON.stringify(object)}\n` : lines.map((line) => `${line}\n`).join(''),
  );
}
