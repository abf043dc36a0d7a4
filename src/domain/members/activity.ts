import { listActivity, type Activity } from '../../store/activity.ts';
import type { Database } from '../../store/database.ts';
import type { StudioCaller } from '../../store/sessions.ts';
import { toPage, toRange, type PageOf, type PageRequest } from '../pagination.ts';

/** One page of the log that a caller sees, newest first: owners see the workspace's, others their own. */
export async function readActivity(
  db: Database,
  { workspaceId, accountId, role }: StudioCaller,
  page: PageRequest,
): Promise<PageOf<Activity>> {
  const scope = { workspaceId, accountId: role === 'OWNER' ? null : accountId };
  const { entries, total } = await listActivity(db, scope, toRange(page));
  return toPage(entries, total, page);
}
