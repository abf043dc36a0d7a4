import { listDeliveries, redeliver, type Delivery } from '../../store/callbacks/deliveries.ts';
import { hasBatchWorkers } from '../../store/batch/follow.ts';
import { SILENT_MS } from '../../store/instances.ts';
import { answer, CommandError, withSession } from '../session.ts';

interface Globals {
  readonly json?: boolean;
}

/**
 * `callback list`: what became of a job's callback, also when the job was deleted.
 *
 * @throws CommandError
 */
export async function listCallbacks(
  { job: jobId }: { readonly job: string },
  globals: Globals,
): Promise<void> {
  const deliveries = await withSession(({ db }) => listDeliveries(db, jobId));
  if (deliveries === null) throw new CommandError(`There is no batch job ${jobId}.`);
  const lines = deliveries.length === 0 ? ['The job asked for no callback.'] : deliveries.flatMap(describe);
  answer(globals, { deliveries }, lines);
}

/**
 * `callback redeliver`: one attempt more at a delivery that has ended.
 *
 * @throws CommandError
 */
export async function redeliverCallback(
  { delivery: deliveryId }: { readonly delivery: string },
  globals: Globals,
): Promise<void> {
  await withSession(async ({ db }) => {
    const made = await redeliver(db, deliveryId);
    switch (made.kind) {
      case 'unknown':
        throw new CommandError(`There is no delivery ${deliveryId} that has begun.`);
      case 'pending':
        throw new CommandError(
          `The delivery ${deliveryId} is under way: its next attempt is due ${made.nextAttemptAt.toISOString()}.`,
        );
      case 'enqueued': {
        const { jobId, attempt } = made;
        const hint = (await hasBatchWorkers(db, { silentMs: SILENT_MS }))
          ? 'It is sent now.'
          : 'It is sent once "serve" or "worker" runs.';
        answer(globals, { deliveryId, jobId, attempt }, [
          `${hint} To see how it went: npm run -s platen -- callback list --job ${jobId}`,
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
