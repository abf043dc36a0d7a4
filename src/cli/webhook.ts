import { InvalidArgumentError, type Command } from 'commander';
import { findEndpoint, listEndpoints, type EndpointKey } from '../store/webhooks/endpoints.ts';
import { emitTest } from '../store/webhooks/events.ts';
import { replayDeliveries, type ReplaySelection } from '../store/webhooks/replays.ts';
import { findWorkspace } from '../store/workspaces.ts';
import { printResult, CommandError, withContext, type CommandContext } from './command-context.ts';
import { formatTable } from './format-table.ts';
import { parseId } from './option-values.ts';
import { printable } from './printable.ts';

interface EndpointOptions {
  readonly workspace: string;
  readonly endpoint: string;
}

interface ReplayOptions extends EndpointOptions {
  readonly event?: string;
  readonly since?: Date;
  readonly until?: Date;
  readonly all?: true;
}

/** More than any plan allows. */
const maxListed = 100_000;

/** `webhook list`, `test`, `replay`. */
export function addWebhookCommands(program: Command): void {
  const webhook = program
    .command('webhook')
    .description('list endpoints of webhooks, test them, and send their events again');

  webhook
    .command('list')
    .description('list the webhook endpoints of a workspace')
    .requiredOption('--workspace <id>', 'the workspace', parseId)
    .action(async ({ workspace }: { workspace: string }, command: Command) => {
      const endpoints = await withContext(async ({ db }) => {
        if ((await findWorkspace(db, workspace)) === null)
          throw new CommandError(`There is no workspace ${workspace}.`);
        return (await listEndpoints(db, workspace, { offset: 0, limit: maxListed })).endpoints;
      });
      const lines = formatTable(
        endpoints,
        [
          ['ENDPOINT', ({ id }) => id],
          ['STATUS', ({ status }) => status],
          ['FAILING SINCE', ({ failingSince }) => failingSince?.toISOString() ?? '–'],
          ['TYPES', ({ types }) => types.join(', ')],
          ['URL', ({ url }) => printable(url)],
        ],
        'The workspace has no webhook endpoints.',
      );
      printResult(command.optsWithGlobals(), { endpoints }, lines);
    });

  addEndpointOptions(webhook.command('test'))
    .description('send a test event to an endpoint, also to a paused one')
    .action(async (options: EndpointOptions, command: Command) => {
      const eventId = await withContext(async ({ db }) => {
        const key = await requireEndpoint(db, options);
        return await emitTest(db, key);
      });
      printResult(command.optsWithGlobals(), { eventId }, [`The test event ${eventId} is planned.`]);
    });

  addEndpointOptions(webhook.command('replay'))
    .description('send events to an endpoint again: one, or those of a span of time')
    .option('--event <id>', 'this event', parseId)
    .option('--since <time>', 'events from this time on, in ISO 8601', parseTime)
    .option('--until <time>', 'events before this time (default: now)', parseTime)
    .option('--all', 'also events that were delivered')
    .action(async (options: ReplayOptions, command: Command) => {
      const selection = readSelection(options);
      const replay = await withContext(async ({ db }) => {
        const { endpointId } = await requireEndpoint(db, options);
        return await replayDeliveries(db, endpointId, selection);
      });
      if ('eventId' in selection && replay.planned === 0)
        throw new CommandError(`The endpoint has no delivery of an event ${selection.eventId}.`);
      const rest = replay.left === 0 ? '' : ` ${replay.left} are left; run the command again for them.`;
      printResult(command.optsWithGlobals(), replay, [`${replay.planned} deliveries are planned.${rest}`]);
    });
}

function addEndpointOptions(command: Command): Command {
  return command
    .requiredOption('--workspace <id>', 'the workspace', parseId)
    .requiredOption('--endpoint <id>', 'the endpoint, from "webhook list"', parseId);
}

async function requireEndpoint(
  db: CommandContext['db'],
  { workspace: workspaceId, endpoint: endpointId }: EndpointOptions,
): Promise<EndpointKey> {
  const key = { workspaceId, endpointId };
  const endpoint = await findEndpoint(db, key);
  if (endpoint === null)
    throw new CommandError(`There is no webhook endpoint ${endpointId} in the workspace ${workspaceId}.`);
  if (endpoint.status === 'DISABLED')
    throw new CommandError(`The webhook endpoint ${endpointId} is disabled; an owner has to turn it on.`);
  return key;
}

function readSelection({ event, since, until, all }: ReplayOptions): ReplaySelection {
  if (event !== undefined && (since !== undefined || until !== undefined || all === true))
    throw new CommandError(
      '--since, --until and --all select events by time; they cannot be used with --event.',
    );
  if (event !== undefined) return { eventId: event };
  if (since === undefined) throw new CommandError('Give --event, or --since with the time to begin at.');
  return { since, until: until ?? null, withDelivered: all === true };
}

function parseTime(text: string): Date {
  const time = new Date(text);
  if (/^\d{4}-\d{2}-\d{2}T/u.test(text) && !Number.isNaN(time.getTime())) return time;
  throw new InvalidArgumentError('It must be a time in ISO 8601, such as 2026-03-02T09:30:00Z.');
}
