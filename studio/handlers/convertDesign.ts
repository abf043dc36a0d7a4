import { convertDesign as convert } from '../../src/domain/designs/convert-design.ts';
import type { Handler } from './operation.ts';

export const convertDesign: Handler<'convertDesign'> = async (call, parts) => {
  const { name, format, choice = 'MARKED', variables = [], page = 0 } = call.query;
  const chosen = { MARKED: 'marked', ALL: 'all', NONE: 'none', LISTED: new Set(variables) } as const;
  const request = { name, bytes: call.body, format, variables: chosen[choice], page };
  const { preview, original, comparison, zip, ...answer } = await convert(parts, request, call);
  return {
    status: 200,
    headers: {},
    body: {
      format: answer.format,
      kept: answer.kept,
      pages: [...answer.pages],
      losses: [...answer.losses],
      variables: [...answer.variables],
      missingFonts: [...answer.missingFonts],
      fonts: answer.fonts.map(({ file, family, isUsed, problem }) => ({ file, family, isUsed, problem })),
      elements: [...answer.elements],
      page: preview === null ? null : { width: preview.width, height: preview.height },
      picture: preview === null ? null : toBase64(preview.data),
      comparison:
        comparison === null
          ? null
          : {
              share: comparison.share,
              differences: comparison.differences.slice(0, 100).map((each) => ({ ...each })),
            },
      original: original === null ? null : toBase64(original),
      template: toBase64(zip),
    },
  };
};

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}
