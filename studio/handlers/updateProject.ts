import * as projects from '../../src/domain/authoring/projects.ts';
import { projectBody } from './mapping/authoring.ts';
import type { Handler } from './operation.ts';

export const updateProject: Handler<'updateProject'> = async ({ caller, path, body }, { authoring }) => {
  const project = await projects.updateProject(authoring, caller, path.projectId, body);
  return { status: 200, headers: {}, body: projectBody(project, caller) };
};
