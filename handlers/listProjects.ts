import { readProjects } from '../src/domain/discovery.ts';
import type { Handler } from './operation.ts';

export const listProjects: Handler<'listProjects'> = async ({ caller, query }, { db }) => {
  const projects = await readProjects(db, caller, query);
  return {
    status: 200,
    headers: {},
    body: projects.map((project) => ({ ...project, updatedAt: project.updatedAt.toISOString() })),
  };
};
