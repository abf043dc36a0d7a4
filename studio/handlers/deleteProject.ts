import * as projects from '../../src/domain/authoring/projects.ts';
import type { Handler } from './operation.ts';

export const deleteProject: Handler<'deleteProject'> = async ({ caller, path }, { authoring }) => {
  await projects.deleteProject(authoring, caller, path.projectId);
  return { status: 204, headers: {} };
};
