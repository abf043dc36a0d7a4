import * as projects from '../../src/domain/authoring/projects.ts';
import { projectBody } from './mapping/authoring.ts';
import type { Handler } from './operation.ts';

export const createProject: Handler<'createProject'> = async ({ caller, body }, { authoring }) => {
  const { name, description = '', visibility = 'PRIVATE' } = body;
  const project = await projects.createProject(authoring, caller, { name, description, visibility });
  return { status: 201, headers: {}, body: projectBody(project, caller) };
};
