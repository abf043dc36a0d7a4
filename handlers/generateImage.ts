import { extensions } from '../src/common/names/output-formats.ts';
import { generateImage as generate, type Generated } from '../src/domain/renders/generate.ts';
import { mediaTypes } from '../src/domain/files/shared-files.ts';
import { publishImage } from '../src/domain/shares/publish.ts';
import type { Handler } from './operation.ts';
import { shareLinkBody } from './mapping/share-link.ts';
import { warningDetails } from './mapping/warning-details.ts';

export const generateImage: Handler<'generateImage'> = async (call, { generate: parts, shares }) => {
  const { path, body, caller, requestId, signal, log } = call;
  const { variables, format = 'png', options = {} } = body;
  const { templateId } = path;
  const request = { templateId, variables, format, options, caller, requestId, signal, log };
  if (body.delivery === 'link') {
    const published = await publishImage({ ...parts, ...shares }, { ...request, source: 'API' });
    return { status: 200, headers: renderHeaders(published), body: shareLinkBody(published.delivered) };
  }
  const generated = await generate(parts, request);
  return {
    status: 200,
    headers: renderHeaders(generated),
    mediaType: mediaTypes[format],
    bytes: generated.delivered.data,
    saveAs: { name: generated.template.name, extension: extensions[format] },
  };
};

/** The headers of both deliveries. */
function renderHeaders({
  template,
  result: { warnings, pageCount = 1 },
  quota,
  renderedAt,
}: Generated<unknown>) {
  const details = warningDetails(warnings);
  return {
    'X-Template-Id': template.id,
    'X-Timestamp': renderedAt.toISOString(),
    'X-Render-Warnings': warnings.length,
    ...(details === undefined ? {} : { 'X-Render-Warning-Details': details }),
    'X-Page-Count': pageCount,
    'X-Quota-Limit': quota.limit,
    'X-Quota-Remaining': quota.remaining,
    'X-Quota-Reset': quota.resetsAt.toISOString(),
  };
}
