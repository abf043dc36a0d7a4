import { redeliverCallback } from '../../src/domain/callbacks/manage-deliveries.ts';
import { deliveryBody } from './mapping/delivery.ts';
import type { Handler } from './operation.ts';

export const redeliver: Handler<'redeliver'> = async ({ caller, path }, { db }) => {
  const delivery = await redeliverCallback(db, caller, path.deliveryId);
  return { status: 202, headers: {}, body: deliveryBody(delivery) };
};
