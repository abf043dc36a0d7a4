import * as versions from '../../src/domain/authoring/versions.ts';
import { versionDocumentBody } from './mapping/authoring.ts';
import type { Handler } from './operation.ts';

export const getVersion: Handler<'getVersion'> = async ({ caller, path }, { authoring }) => {
  const { templateId } = path;
  const version = await versions.getVersion(authoring, caller, templateId, path.version);
  return { status: 200, headers: {}, body: versionDocumentBody(templateId, version) };
};
