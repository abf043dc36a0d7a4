import { Command, CommanderError, Help, type Option } from 'commander';
import { release } from '../config/release.ts';
import { addServiceCommands } from './service.ts';

/**
 * Runs a command line. A failure prints its reason to standard error, with `--json` also as one object to
 * standard output, and sets the exit code.
 */
export async function runCommandLine(words: readonly string[]): Promise<void> {
  try {
    const program = await createProgram(words);
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    await reportFailure(error, { asJson: words.includes('--json') });
  }
}

async function reportFailure(error: unknown, { asJson }: { readonly asJson: boolean }): Promise<void> {
  // Loaded only here: `serve` and `worker` start without it.
  const { describeError, errorLines } = await import('./describe-error.ts');
  if (error instanceof CommanderError) {
    // commander has already printed the reason, or the help.
    process.exitCode = error.exitCode;
    if (error.exitCode === 0) return;
  } else {
    process.exitCode = 1;
    process.stderr.write(`platen: ${errorLines(error).join('\n')}\n`);
    if (process.env['LOG_LEVEL'] === 'debug' && error instanceof Error)
      process.stderr.write(`${error.stack}\n`);
  }
  if (asJson) process.stdout.write(`${JSON.stringify(describeError(error))}\n`);
}

/**
 * Creates the command line with all commands, or only with the group of the one that the words name: loading
 * the others would take longer than most commands.
 */
export async function createProgram(words: readonly string[] = []): Promise<Command> {
  const program = new Command('platen')
    .description('Renders images and PDFs from saved templates over HTTP.')
    .version(release)
    .option('--json', 'print one JSON object, also for errors')
    .option('--yes', 'make a new database if there is none in the default place')
    .configureHelp({ showGlobalOptions: true, optionDescription: describeOption })
    .exitOverride();
  addServiceCommands(program);
  const name = words.find((word) => !word.startsWith('-'));
  if (program.commands.some((command) => command.name() === name)) return program;
  const { addOneShotCommands } = await import('./one-shot-commands.ts');
  await addOneShotCommands(program, name);
  return program;
}

/** commander's help does not show which options are required. */
function describeOption(option: Option): string {
  const description = Help.prototype.optionDescription(option);
  return option.mandatory ? `${description} (required)` : description;
}
