import { restoreVersion as restore } from '../../src/domain/authoring/publish.ts';
import { versionBody } from './mapping/authoring.ts';
import type { Handler } from './operation.ts';

export const restoreVersion: Handler<'restoreVersion'> = async ({ caller, path }, { authoring }) => {
  const { templateId } = path;
  const version = await restore(authoring, caller, templateId, path.version);
  return { status: 201, headers: {}, body: versionBody(templateId, version) };
};
