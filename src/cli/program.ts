/**
 * The command line: which commands there are, and how their failures end the process.
 */
import { readFileSync } from 'node:fs';
import { Command, CommanderError, Help, type Option } from 'commander';
import { addServiceCommands } from './serve.ts';

/** Carries out a command line. Failures are told in one line on standard error and set the exit code. */
export async function runCommandLine(words: readonly string[]): Promise<void> {
  try {
    const program = await createProgram(words);
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      // It has told its reason already, or shown the help that was asked for.
      process.exitCode = error.exitCode;
      return;
    }
    process.exitCode = 1;
    process.stderr.write(`platen: ${toLine(error)}\n`);
    if (process.env['LOG_LEVEL'] === 'debug' && error instanceof Error)
      process.stderr.write(`${error.stack}\n`);
  }
}

/**
 * Every command with its options and help; only those that run until they are stopped where the words begin with one of them, since
 * loading the others takes a good part of their start.
 */
export async function createProgram(words: readonly string[] = []): Promise<Command> {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  const program = new Command('platen')
    .description('Renders images and PDFs from saved templates over HTTP.')
    .version(version)
    .option('--json', 'answer with one JSON object')
    .configureHelp({ showGlobalOptions: true, optionDescription: describeOption })
    .exitOverride();
  addServiceCommands(program);
  if (program.commands.some((command) => command.name() === words[0])) return program;
  const { addCommands } = await import('./commands.ts');
  addCommands(program);
  return program;
}

/** The library's help does not tell which options a command cannot do without. */
function describeOption(option: Option): string {
  const description = Help.prototype.optionDescription(option);
  return option.mandatory ? `${description} (required)` : description;
}

function toLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replaceAll(/\s*\n\s*/g, ' ');
}
