import * as fonts from '../../src/domain/authoring/fonts.ts';
import type { Handler } from './operation.ts';

export const listFonts: Handler<'listFonts'> = async ({ caller, path }, { authoring }) => {
  const found = await fonts.listFonts(authoring, caller, path.templateId);
  return {
    status: 200,
    headers: {},
    body: { data: found.map(({ weights, ...font }) => ({ ...font, weights: [...weights] })) },
  };
};
