import { InvalidArgumentError, Option, type Command } from 'commander';
import { endpointUrl } from '../../store/callbacks/endpoints.ts';
import { callerPath } from '../caller-folder.ts';
import { parseId, parseIntegerBetween } from '../option-values.ts';
import type { ListenOptions } from './listen.ts';
import type { ResumeOptions } from './resume.ts';

/** `callback list`, `redeliver`, `resume`, `listen`. */
export function addCallbackCommands(program: Command): void {
  const callback = program
    .command('callback')
    .description('show deliveries of callbacks, send them again, and test receivers');

  callback
    .command('list')
    .description("show the delivery of a job's callback")
    .requiredOption('--job <id>', 'the batch job', parseId)
    .action(async (options: { job: string }, command: Command) => {
      const { listCallbacks } = await import('./deliveries.ts');
      await listCallbacks(options, command.optsWithGlobals());
    });

  callback
    .command('redeliver')
    .description('send a callback again, with the same id and the same bytes')
    .requiredOption('--delivery <id>', 'a delivery that is not pending', parseId)
    .action(async (options: { delivery: string }, command: Command) => {
      const { redeliverCallback } = await import('./deliveries.ts');
      await redeliverCallback(options, command.optsWithGlobals());
    });

  callback
    .command('resume')
    .description('send callbacks to an endpoint again that was paused because it failed for days')
    .requiredOption(
      '--workspace <id>',
      'the workspace, whose "workspace show" lists paused endpoints',
      parseId,
    )
    .requiredOption('--url <url>', 'the endpoint; query and fragment do not count', parseEndpoint)
    .option('--redeliver', 'also send what was not sent while it was paused')
    .action(async (options: ResumeOptions, command: Command) => {
      const { resumeCallbacks } = await import('./resume.ts');
      await resumeCallbacks(options, command.optsWithGlobals());
    });

  callback
    .command('listen')
    .description('receive callbacks, show and verify each: for people who build a receiver')
    .requiredOption('--port <number>', 'the port for https and http', parseIntegerBetween(0, 65_535))
    .option('--host <address>', 'the address to listen on', '127.0.0.1')
    .addOption(
      new Option('--secret <whsec>', "a workspace's callback secret to verify with")
        .argParser(parseSecret)
        .conflicts('workspace'),
    )
    .option('--workspace <id>', 'verify with the secret of this workspace', parseId)
    .option('--cert <file>', 'a certificate (default: created for this machine and kept)', callerPath)
    .option('--key <file>', "the certificate's key", callerPath)
    .option(
      '--answer <status>',
      'answer genuine callbacks with this status, such as 500 to have them sent again',
      parseIntegerBetween(200, 599),
      204,
    )
    .action(async (options: ListenOptions, command: Command) => {
      const { listenForCallbacks } = await import('./listen.ts');
      await listenForCallbacks(options, command.optsWithGlobals());
    });
}

function parseEndpoint(text: string): string {
  if (URL.canParse(text) && new URL(text).protocol === 'https:') return endpointUrl(text);
  throw new InvalidArgumentError('It must be an https URL.');
}

function parseSecret(text: string): string {
  if (/^whsec_[A-Za-z\d+/]+={0,2}$/.test(text)) return text;
  throw new InvalidArgumentError('It must be whsec_ and base64, as "workspace show" prints it.');
}
