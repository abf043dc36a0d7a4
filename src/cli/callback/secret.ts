import { Option, type Command } from 'commander';
import { overlapMs, rotateSecret } from '../../domain/callbacks/secret.ts';
import { parseDuration, parseId } from '../option-values.ts';
import { printResult, CommandError, withContext } from '../command-context.ts';

/** `callback-secret rotate`. */
export function addCallbackSecretCommands(program: Command): void {
  const secret = program.command('callback-secret').description('replace the secret that signs callbacks');

  secret
    .command('rotate')
    .description("make a new callback secret; the one before also signs until the overlap's end")
    .requiredOption('--workspace <id>', 'the workspace', parseId)
    .addOption(
      new Option(
        '--overlap <duration>',
        'how long both secrets sign, such as 24h; 0s if the one before has leaked',
      )
        .argParser(parseDuration({}))
        .default(overlapMs, '24h'),
    )
    .action(async ({ workspace, overlap }: { workspace: string; overlap: number }, command: Command) => {
      const rotated = await withContext(({ db }) =>
        rotateSecret(db, { workspaceId: workspace, actor: null, overlapMs: overlap }),
      );
      if (rotated === null) throw new CommandError(`There is no workspace ${workspace}.`);
      const { callbackSecret, previousUntil, endsOverlap } = rotated;
      if (endsOverlap) {
        process.stderr.write(
          'An earlier overlap has ended: the secret before the previous one signs no more.\n',
        );
      }
      printResult(command.optsWithGlobals(), { callbackSecret, previousUntil }, [
        `callback secret  ${callbackSecret}`,
        overlap > 0
          ? `previous secret  also signs until ${previousUntil.toISOString()}`
          : 'previous secret  does not sign any more',
      ]);
    });
}
