import { readProjects } from '../src/domain/templates/discovery.ts';
import type { Handler } from './operation.ts';

export const listProjects: Handler<'listProjects'> = async ({ caller, query }, { db }) => {
  const { page, limit: size } = query;
  const projects = await readProjects(db, caller, { page, size });
  return {
    status: 200,
    headers: {},
    body: projects.map((project) => ({ ...project, updatedAt: project.updatedAt.toISOString() })),
  };
};
