import type { components } from '../../../generated/studio.ts';
import type { LoggedDelivery } from '../../../src/store/callbacks/delivery-log.ts';

/** A delivery in the app's contract's form. */
export function deliveryBody(delivery: LoggedDelivery): components['schemas']['Delivery'] {
  const { createdAt, nextAttemptAt, deliveredAt, attemptLog } = delivery;
  return {
    ...delivery,
    createdAt: createdAt.toISOString(),
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    deliveredAt: deliveredAt?.toISOString() ?? null,
    attemptLog: attemptLog.map((attempt) => ({ ...attempt, at: new Date(attempt.at).toISOString() })),
  };
}
