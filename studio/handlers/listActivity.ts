import { readActivity } from '../../src/domain/members/activity.ts';
import type { Handler } from './operation.ts';

export const listActivity: Handler<'listActivity'> = async ({ caller, query }, { db }) => {
  const { data, pagination } = await readActivity(db, caller, query);
  const entries = data.map(({ at, detail, count, ...entry }) => ({
    ...entry,
    at: at.toISOString(),
    ...(detail !== null && { detail }),
    ...(count > 1 && { count }),
  }));
  return { status: 200, headers: {}, body: { data: entries, pagination } };
};
