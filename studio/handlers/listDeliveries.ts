import { readDeliveries } from '../../src/domain/callbacks/manage-deliveries.ts';
import { deliveryBody } from './mapping/delivery.ts';
import type { Handler } from './operation.ts';

export const listDeliveries: Handler<'listDeliveries'> = async ({ caller, query }, { db }) => {
  const { data, pagination } = await readDeliveries(db, caller, query);
  return { status: 200, headers: {}, body: { data: data.map(deliveryBody), pagination } };
};
