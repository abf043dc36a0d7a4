import { attachmentDisposition } from '../src/domain/attachment.ts';
import { problems } from '../src/domain/errors.ts';
import { extensions } from '../src/domain/filename-rules.ts';
import { generateImage as generate } from '../src/domain/generate.ts';
import type { Handler } from './operation.ts';

const mediaTypes = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  pdf: 'application/pdf',
} as const;

export const generateImage: Handler<'generateImage'> = async (call, { generate: parts }) => {
  const { path, body, caller, requestId, signal, log } = call;
  if (body.delivery === 'link') throw problems.notImplemented('Delivery as a link');
  const { variables, format = 'png', options = {} } = body;
  const { templateId } = path;
  const generated = await generate(parts, {
    templateId,
    variables,
    format,
    options,
    caller,
    requestId,
    signal,
    log,
  });
  const { template, quota, result, renderedAt } = generated;
  return {
    status: 200,
    headers: {
      'X-Template-Id': template.id,
      'X-Timestamp': renderedAt.toISOString(),
      'X-Quota-Limit': quota.limit,
      'X-Quota-Remaining': quota.remaining,
      'X-Quota-Reset': quota.resetsAt.toISOString(),
      'Content-Disposition': attachmentDisposition(template.name, extensions[format]),
    },
    mediaType: mediaTypes[format],
    bytes: result.data,
  };
};
