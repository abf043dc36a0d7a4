import { readRemovedMembers } from '../../src/domain/members/remove-member.ts';
import type { Handler } from './operation.ts';

export const listRemovedMembers: Handler<'listRemovedMembers'> = async ({ caller }, { db }) => {
  const accounts = await readRemovedMembers(db, caller);
  const data = accounts.map(({ accountId, name, removedAt, deletedAt, projects, templates }) => ({
    id: accountId,
    name,
    removedAt: removedAt.toISOString(),
    deletedAt: deletedAt.toISOString(),
    projectCount: projects,
    templateCount: templates,
  }));
  return { status: 200, headers: {}, body: { data } };
};
