import { attachmentDisposition } from '../src/domain/attachment.ts';
import { extensions } from '../src/domain/filename-rules.ts';
import { generateImage as generate, type Generated } from '../src/domain/generate.ts';
import { mediaTypes } from '../src/domain/shares/files.ts';
import { publishImage } from '../src/domain/shares/publish.ts';
import type { Handler } from './operation.ts';
import { shareLinkBody } from './shareLinkBody.ts';

export const generateImage: Handler<'generateImage'> = async (call, { generate: parts, shares }) => {
  const { path, body, caller, template, requestId, signal, log } = call;
  const { variables, format = 'png', options = {} } = body;
  const { templateId } = path;
  const request = { templateId, template, variables, format, options, caller, requestId, signal, log };
  if (body.delivery === 'link') {
    const published = await publishImage({ ...parts, ...shares }, request);
    return { status: 200, headers: particulars(published), body: shareLinkBody(published.delivered) };
  }
  const generated = await generate(parts, request);
  return {
    status: 200,
    headers: {
      ...particulars(generated),
      'Content-Disposition': attachmentDisposition(generated.template.name, extensions[format]),
    },
    mediaType: mediaTypes[format],
    bytes: generated.delivered.data,
    givesBytesAway: true,
  };
};

/** What the answer tells of the render, however that is delivered. */
function particulars({ template, warningCount, quota, renderedAt }: Generated<unknown>) {
  return {
    'X-Template-Id': template.id,
    'X-Timestamp': renderedAt.toISOString(),
    'X-Render-Warnings': warningCount,
    'X-Quota-Limit': quota.limit,
    'X-Quota-Remaining': quota.remaining,
    'X-Quota-Reset': quota.resetsAt.toISOString(),
  };
}
