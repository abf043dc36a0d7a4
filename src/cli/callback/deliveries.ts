import { listDeliveries, redeliver, type Delivery } from '../../store/callbacks/deliveries.ts';
import { hasBatchWorkers, SILENT_MS } from '../../store/instances.ts';
import { printResult, CommandError, withContext } from '../command-context.ts';

interface Globals {
  readonly json?: boolean;
}

/**
 * `callback list`: the deliveries of a job's callback, also of a deleted job.
 *
 * @throws CommandError
 */
export async function listCallbacks(
  { job: jobId }: { readonly job: string },
  globals: Globals,
): Promise<void> {
  const deliveries = await withContext(({ db }) => listDeliveries(db, jobId));
  if (deliveries === null) throw new CommandError(`There is no batch job ${jobId}.`);
  const lines = deliveries.length === 0 ? ['The job asked for no callback.'] : deliveries.flatMap(describe);
  printResult(globals, { deliveries }, lines);
}

/**
 * `callback redeliver`: one more attempt at a delivery that is not pending.
 *
 * @throws CommandError
 */
export async function redeliverCallback(
  { delivery: deliveryId }: { readonly delivery: string },
  globals: Globals,
): Promise<void> {
  await withContext(async ({ db }) => {
    const result = await redeliver(db, deliveryId);
    switch (result.kind) {
      case 'unknown':
        throw new CommandError(`There is no delivery ${deliveryId} of a finished job.`);
      case 'pending':
        throw new CommandError(
          `The delivery ${deliveryId} is in progress: ` +
            `its next attempt is due ${result.nextAttemptAt.toISOString()}.`,
        );
      case 'enqueued': {
        const { jobId, attempt } = result;
        const hint = (await hasBatchWorkers(db, { silentMs: SILENT_MS }))
          ? 'It is sent now.'
          : 'It is sent once "serve" or "worker" runs.';
        printResult(globals, { deliveryId, jobId, attempt }, [
          `${hint} To see the result: npm run -s platen -- callback list --job ${jobId}`,
        ]);
      }
    }
  });
}

function describe(delivery: Delivery): string[] {
  const { deliveryId, callbackUrl, status, attempts, createdAt, nextAttemptAt, deliveredAt, lastError } =
    delivery;
  const optional = (name: string, value: Date | string | null): string[] =>
    value === null ? [] : [`${name}${value instanceof Date ? value.toISOString() : value}`];
  return [
    `delivery      ${deliveryId}`,
    `to            ${callbackUrl}`,
    `status        ${status}`,
    `attempts      ${attempts}`,
    ...optional('job ended     ', createdAt),
    ...optional('next attempt  ', nextAttemptAt),
    ...optional('delivered     ', deliveredAt),
    ...optional('last error    ', lastError),
  ];
}
