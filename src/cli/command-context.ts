import { readConfig, type Config } from '../config/config.ts';
import { takeEnvironment } from '../config/secrets.ts';
import type { CheckLimits } from '../domain/templates/check/check-template.ts';
import { createLog, type Logger } from '../telemetry/log.ts';
import { openStorage } from '../storage/open-storage.ts';
import type { Storage } from '../storage/storage.ts';
import type { Database } from '../store/database.ts';
import { hasCluster } from '../store/embedded/cluster.ts';
import { openStore } from '../store/open-store.ts';
import { withDiskExplained } from './full-disk.ts';

/** One of the reasons why a command fails, for `--json`. */
export interface CommandProblem {
  /** JSON pointer to the invalid value. */
  readonly pointer: string;
  readonly detail: string;
  /** The element of a template that it is in. */
  readonly elementId?: string | null;
  /** The place in a file: of rows, where a column has a name, or in `template.json`. */
  readonly line?: number | null;
  readonly column?: string | number | null;
}

interface CommandErrorFacts {
  /** In capitals, for programs. */
  readonly code?: string;
  readonly problems?: readonly CommandProblem[];
  /** More lines for the person at the terminal, such as a table of the problems. */
  readonly lines?: readonly string[];
}

/** A command cannot do what was asked. The message is one line for the person at the terminal. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly code: string;
  readonly problems: readonly CommandProblem[];
  readonly lines: readonly string[];

  constructor(
    message: string,
    { code = 'COMMAND_FAILED', problems = [], lines = [] }: CommandErrorFacts = {},
  ) {
    super(message);
    this.code = code;
    this.problems = problems;
    this.lines = lines;
  }
}

/** What commands work with. */
export interface CommandContext {
  readonly config: Config;
  readonly log: Logger;
  readonly db: Database;
  readonly storage: Storage;
}

/** The configuration, and where warnings and errors go. */
export interface Settings {
  readonly config: Config;
  readonly log: Logger;
}

/**
 * Reads the configuration and creates a log of warnings and errors. A process does it once, because secrets
 * leave the environment.
 */
export function readSettings(): Settings {
  const config = readConfig(takeEnvironment(process.env));
  const quiet = config.logLevel === 'info' ? 'warn' : config.logLevel;
  return { config, log: createLog({ ...config, logLevel: quiet }) };
}

/** Limits on a template at import: the same as when it is rendered. */
export function fileLimits(config: Config): CheckLimits {
  const { imageMaxPixels, maxOutputPixels, renderTimeoutMs, fontsDir } = config;
  return { maxImagePixels: imageMaxPixels, maxOutputPixels, timeoutMs: renderTimeoutMs, fontsDir };
}

/** `--yes`; a process runs one command. */
let isNewDatabaseAccepted = false;

/** `--yes`: the command may make a new database in the default place. */
export function acceptNewDatabase(): void {
  isNewDatabaseAccepted = true;
}

/**
 * A command in a wrong place must not work on a new, empty database, which looks as if all data were lost.
 *
 * @param isAccepted whether `--yes` was given
 * @throws CommandError if an embedded database would be made, in a place that nobody named
 */
export async function checkNewDatabase(config: Config, isAccepted: boolean): Promise<void> {
  const { databaseUrl, dataDir, isDataDirGiven } = config;
  if (databaseUrl !== null || (await hasCluster(dataDir))) return;
  if (!isDataDirGiven && !isAccepted) {
    throw new CommandError(
      `There is no database in ${dataDir} yet. If the service uses another one, set its DATA_DIR or ` +
        'DATABASE_URL; to make a new one there, add --yes.',
    );
  }
  process.stderr.write(`platen: making a new database in ${dataDir}\n`);
}

/** Opens database and storage for one command; starts the embedded database if it does not run. */
export async function withContext<Result>(
  run: (context: CommandContext) => Promise<Result>,
  { config, log }: Settings = readSettings(),
): Promise<Result> {
  await checkNewDatabase(config, isNewDatabaseAccepted);
  return await withDiskExplained(config, async () => {
    const storage = await openStorage(config.storageUrl, null, config.bucketCredentials);
    const store = await openStore(config, log);
    try {
      return await run({ config, log, db: store.db, storage });
    } finally {
      await store.close();
    }
  });
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
