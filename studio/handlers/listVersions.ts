import * as versions from '../../src/domain/authoring/versions.ts';
import { versionBody } from './mapping/authoring.ts';
import type { Handler } from './operation.ts';

export const listVersions: Handler<'listVersions'> = async ({ caller, path, query }, { authoring }) => {
  const { templateId } = path;
  const { data, pagination } = await versions.listVersions(authoring, caller, templateId, query);
  return {
    status: 200,
    headers: {},
    body: { data: data.map((version) => versionBody(templateId, version)), pagination },
  };
};
