import { publishDraft as publish } from '../../src/domain/authoring/publish.ts';
import { versionBody } from './mapping/authoring.ts';
import type { Handler } from './operation.ts';

export const publishDraft: Handler<'publishDraft'> = async ({ caller, path, header }, { authoring }) => {
  const { templateId } = path;
  const version = await publish(authoring, caller, templateId, header['If-Match']);
  return { status: 201, headers: {}, body: versionBody(templateId, version) };
};
