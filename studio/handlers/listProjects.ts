import * as projects from '../../src/domain/authoring/projects.ts';
import { projectBody } from './mapping/authoring.ts';
import type { Handler } from './operation.ts';

export const listProjects: Handler<'listProjects'> = async ({ caller, query }, { authoring }) => {
  const { data, pagination } = await projects.listProjects(authoring, caller, query);
  return {
    status: 200,
    headers: {},
    body: { data: data.map((project) => projectBody(project, caller)), pagination },
  };
};
