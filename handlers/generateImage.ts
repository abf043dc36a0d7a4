import { extensions } from '../src/common/names/output-formats.ts';
import { answerOnce, type AnswerKeeper } from '../src/domain/renders/answer-once.ts';
import { generateImage as generate } from '../src/domain/renders/deliver-file.ts';
import type { Rendered } from '../src/domain/renders/generate.ts';
import { mediaTypes } from '../src/domain/files/shared-files.ts';
import type { QuotaState } from '../src/domain/problems/problem.ts';
import { publishImage } from '../src/domain/shares/publish.ts';
import type { Call, Handler, HandlerParts, Reply } from './operation.ts';
import { shareLinkBody } from './mapping/share-link.ts';
import { warningDetails } from './mapping/warning-details.ts';

type Generated = Reply<'generateImage'>;
type Parts = Pick<HandlerParts, 'generate' | 'shares'>;

export const generateImage: Handler<'generateImage'> = async (call, parts) => {
  const { path, header, bodyHash, caller, requestId, log } = call;
  const key = header['Idempotency-Key'];
  if (key === undefined || bodyHash === null) return await answerRequest(call, parts, null);
  const { templateId } = path;
  return await answerOnce<KeptAnswer, Generated>(
    parts.generate,
    { key, bodyHash, templateId, caller, requestId, log },
    {
      answer: (keeper) => answerRequest(call, parts, keeper),
      repeat: ({ kept, file, quota }) => repeatAnswer(call, kept, file, quota),
    },
  );
};

/** What an equal request gets, with its file. */
interface KeptAnswer {
  readonly templateName: string;
  readonly headers: ReturnType<typeof renderHeaders>;
  /** Of the delivery `link`. */
  readonly link?: ReturnType<typeof shareLinkBody>;
}

async function answerRequest(
  { path, body, caller, requestId, signal, log }: Call<'generateImage'>,
  { generate: parts, shares }: Parts,
  /** Null: the request has no idempotency key. */
  keeper: AnswerKeeper<KeptAnswer> | null,
): Promise<Generated> {
  const { variables, format = 'png', options = {} } = body;
  const { templateId } = path;
  const request = { templateId, variables, format, options, caller, requestId, signal, log };
  const toKeep = (rendered: Rendered) => ({
    templateName: rendered.template.name,
    headers: renderHeaders(rendered),
  });
  if (body.delivery === 'link') {
    const published = await publishImage(
      { ...parts, ...shares },
      {
        ...request,
        source: 'API',
        ...(keeper && {
          keepLink: (transaction, rendered, link) =>
            keeper.storeAnswer(transaction, { ...toKeep(rendered), link: shareLinkBody(link) }),
        }),
      },
    );
    const headers = { ...renderHeaders(published), ...quotaHeaders(published.quota) };
    return { status: 200, headers, body: shareLinkBody(published.delivered) };
  }
  const generated = await generate(parts, {
    ...request,
    ...(keeper && {
      kept: {
        writeFile: (file) => keeper.writeFile(file),
        storeAnswer: (transaction, rendered) => keeper.storeAnswer(transaction, toKeep(rendered)),
      },
    }),
  });
  return {
    status: 200,
    headers: { ...renderHeaders(generated), ...quotaHeaders(generated.quota) },
    mediaType: mediaTypes[format],
    bytes: generated.delivered.data,
    saveAs: { name: generated.template.name, extension: extensions[format] },
  };
}

function repeatAnswer(
  { body: { format = 'png' } }: Call<'generateImage'>,
  { templateName, headers: kept, link }: KeptAnswer,
  file: Uint8Array | null,
  quota: QuotaState,
): Generated {
  const headers = { ...kept, ...quotaHeaders(quota), 'Idempotent-Replayed': 'true' as const };
  if (link !== undefined) return { status: 200, headers, body: link };
  if (file === null) throw new Error('a kept answer has neither a link nor a file');
  return {
    status: 200,
    headers,
    mediaType: mediaTypes[format],
    bytes: file,
    saveAs: { name: templateName, extension: extensions[format] },
  };
}

/** The headers of both deliveries, without those of the quota. */
function renderHeaders({ template, result: { warnings, pageCount = 1 }, renderedAt }: Rendered) {
  const details = warningDetails(warnings);
  return {
    'X-Template-Id': template.id,
    'X-Timestamp': renderedAt.toISOString(),
    'X-Render-Warnings': warnings.length,
    ...(details === undefined ? {} : { 'X-Render-Warning-Details': details }),
    'X-Page-Count': pageCount,
  };
}

function quotaHeaders(quota: QuotaState) {
  return {
    'X-Quota-Limit': quota.limit,
    'X-Quota-Remaining': quota.remaining,
    'X-Quota-Reset': quota.resetsAt.toISOString(),
  };
}
