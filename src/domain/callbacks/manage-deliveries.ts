/** Deliveries of callbacks as members of the workspace see them: their own, owners those of all members. */
import { redeliver, type DeliveryScope } from '../../store/callbacks/deliveries.ts';
import {
  findLoggedDelivery,
  listLoggedDeliveries,
  type DeliveryFilter,
  type LoggedDelivery,
} from '../../store/callbacks/delivery-log.ts';
import type { Database } from '../../store/database.ts';
import type { StudioCaller } from '../../store/sessions.ts';
import { toPage, toRange, type PageOf, type PageRequest } from '../pagination.ts';
import { studioProblems } from '../problems/studio-problems.ts';

type DeliveryViewer = Pick<StudioCaller, 'workspaceId' | 'accountId' | 'role'>;

/** One page of the deliveries that a member sees, newest first, with their last attempts. */
export async function readDeliveries(
  db: Database,
  viewer: DeliveryViewer,
  { status, jobId, ...page }: DeliveryFilter & PageRequest,
): Promise<PageOf<LoggedDelivery>> {
  const filter = { status, jobId };
  const { deliveries, total } = await listLoggedDeliveries(db, getScope(viewer), filter, toRange(page));
  return toPage(deliveries, total, page);
}

/**
 * Plans one more attempt, now, of a delivery that a member sees, and returns it.
 *
 * @throws Problem NOT_FOUND; DELIVERY_PENDING if an attempt is planned already
 */
export async function redeliverCallback(
  db: Database,
  viewer: DeliveryViewer,
  deliveryId: string,
): Promise<LoggedDelivery> {
  const scope = getScope(viewer);
  const { kind } = await redeliver(db, deliveryId, scope);
  if (kind === 'pending') throw studioProblems.deliveryPending();
  const delivery = kind === 'unknown' ? null : await findLoggedDelivery(db, scope, deliveryId);
  if (delivery === null) throw studioProblems.deliveryNotFound(deliveryId);
  return delivery;
}

function getScope({ workspaceId, accountId, role }: DeliveryViewer): DeliveryScope {
  return { workspaceId, accountId: role === 'OWNER' ? null : accountId };
}
