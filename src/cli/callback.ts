import { InvalidArgumentError, Option, type Command } from 'commander';
import { parseId, parseIntegerBetween } from './arguments.ts';
import type { ListenOptions } from './callback/listen.ts';

/** `callback list`, `redeliver`, `listen`. */
export function addCallbackCommands(program: Command): void {
  const callback = program
    .command('callback')
    .description('see how word of the ends of batch jobs was delivered, send it again, and try receivers');

  callback
    .command('list')
    .description("show how the delivery of a job's callback went")
    .requiredOption('--job <id>', 'the batch job', parseId)
    .action(async (options: { job: string }, command: Command) => {
      const { listCallbacks } = await import('./callback/deliveries.ts');
      await listCallbacks(options, command.optsWithGlobals());
    });

  callback
    .command('redeliver')
    .description('send a callback again, with the same id and the same bytes')
    .requiredOption('--delivery <id>', 'the delivery, which has ended', parseId)
    .action(async (options: { delivery: string }, command: Command) => {
      const { redeliverCallback } = await import('./callback/deliveries.ts');
      await redeliverCallback(options, command.optsWithGlobals());
    });

  callback
    .command('listen')
    .description('receive callbacks: shows and verifies each, for people who build a receiver')
    .requiredOption('--port <number>', 'where to listen, by https and http', parseIntegerBetween(0, 65_535))
    .option('--host <address>', 'the address to listen on', '127.0.0.1')
    .addOption(
      new Option('--secret <whsec>', "what to verify with: a workspace's callback secret")
        .argParser(parseSecret)
        .conflicts('workspace'),
    )
    .option('--workspace <id>', 'verify with the secret of this workspace', parseId)
    .option('--cert <file>', 'a certificate (default: made for this machine, and kept)')
    .option('--key <file>', "the certificate's key")
    .option(
      '--answer <status>',
      'answer what verifies with this status, such as 500 to have it sent again',
      parseIntegerBetween(200, 599),
      204,
    )
    .action(async (options: ListenOptions, command: Command) => {
      const { listenForCallbacks } = await import('./callback/listen.ts');
      await listenForCallbacks(options, command.optsWithGlobals());
    });
}

function parseSecret(text: string): string {
  if (/^whsec_[A-Za-z\d+/]+={0,2}$/.test(text)) return text;
  throw new InvalidArgumentError('It must be whsec_ and base64, as "workspace show" tells it.');
}
