/** Tools that render published templates. Each call costs one render. */
import { sizeUnits } from '../../common/names/output-formats.ts';
import type { components } from '../../../generated/openapi.ts';
import { shareLinkBody } from '../../../handlers/mapping/share-link.ts';
import { needsPublication } from '../../domain/authoring/published.ts';
import {
  drawPicture,
  fitPicture,
  maxPictureBytes,
  maxPictureSidePx,
  type PictureFormat,
} from '../../domain/previews/draw-picture.ts';
import { Problem } from '../../domain/problems/problem.ts';
import { toAnyProblem } from '../../domain/problems/to-problem.ts';
import { findTier } from '../../domain/quota/request-rates.ts';
import { generateImage } from '../../domain/renders/deliver-file.ts';
import type { Generated, GenerateRequest } from '../../domain/renders/generate.ts';
import { withoutFileOptions, type RenderOptions } from '../../domain/renders/output-options.ts';
import { requireSized } from '../../domain/renders/sized-source.ts';
import { readTemplate } from '../../domain/templates/discovery.ts';
import type { SharedRender } from '../../domain/shares/links.ts';
import { publishImage } from '../../domain/shares/publish.ts';
import { object, ofContract } from '../arguments.ts';
import { json, picture, text, type Content, type McpParts, type Tool, type ToolCall } from '../tool.ts';
import { loopbackLines, pageLines, problemLines, describeSize, warningLines } from '../words.ts';
import { fileOptions, templateId, variables } from './shared-arguments.ts';

type Schemas = components['schemas'];

/** What to render: the arguments of both tools. */
interface Target {
  readonly templateId: string;
  readonly variables: Schemas['VariableValues'];
  readonly format: Schemas['OutputFormat'];
  readonly options: RenderOptions;
}

const target = object(
  {
    templateId,
    variables,
    format: ofContract('/components/schemas/GenerateRequest/properties/format'),
    options: fileOptions,
  },
  ['templateId'],
);

/** A picture of them is not what was asked for. */
const onlyAsLinks: ReadonlySet<string> = new Set(['pdf', 'svg']);

/** `render`. */
export const render: Tool<Target> = {
  name: 'render',
  description:
    'Renders a published template with values. Costs one render of the month. Answers a picture of at most ' +
    `${maxPictureSidePx} px a side to look at, a public link to the full file in its format, its size, and ` +
    'warnings in words, such as about text that was cut. The link needs no key: create_share is for those ' +
    'who want no picture. Try values with preview_template first, if you have it: it is free.',
  input: target,
  tier: (plan) => findTier('generateImage', plan, false),
  async run(given, call, parts) {
    const published = await publish(parts, given, call).catch((error: unknown) => {
      if (isWithoutLinks(error) && !onlyAsLinks.has(given.format)) return error;
      throw error;
    });
    return published instanceof Problem
      ? await renderWithoutLink(parts, given, call, published)
      : await showPublished(parts, given, call, published);
  },
};

/** `create_share`. */
export const createShare: Tool<Target> = {
  name: 'create_share',
  description:
    'Renders a published template with values and answers only a public link to the file, until when it ' +
    'works, and warnings. Costs one render of the month.',
  input: target,
  tier: (plan) => findTier('generateImage', plan, false),
  async run(given, call, parts) {
    const { delivered, result } = await publish(parts, given, call);
    const lines = [...loopbackLines(delivered.url), ...warningLines(result.warnings)];
    return [json(shareLinkBody(delivered)), text(...lines)];
  },
};

function getRequest(
  { templateId: id, variables: values, format, options: given }: Target,
  call: ToolCall,
): GenerateRequest {
  return { templateId: id, variables: values, format, options: given, ...call };
}

async function publish(
  { handlerParts: { generate, shares } }: McpParts,
  given: Target,
  call: ToolCall,
): Promise<Generated<SharedRender>> {
  const request = { ...getRequest(given, call), source: 'API' } as const;
  return await sayIfUnpublished(generate.db, given, call, publishImage({ ...generate, ...shares }, request));
}

/** Callers who may author get a hint about a template that only needs to be published. */
export async function sayIfUnpublished<Result>(
  db: McpParts['db'],
  { templateId: id }: Pick<Target, 'templateId'>,
  { caller }: ToolCall,
  use: Promise<Result>,
): Promise<Result> {
  return caller.mayAuthor ? await needsPublication(db, caller, id, use) : await use;
}

function isWithoutLinks(error: unknown): error is Problem {
  return (
    error instanceof Problem &&
    (error.code === 'SHARING_NOT_AVAILABLE_ON_PLAN' || error.code === 'SHARE_LINK_LIMIT_REACHED')
  );
}

async function showPublished(
  parts: McpParts,
  { format, variables: values, options: given }: Target,
  call: ToolCall,
  { template, delivered, result, quota }: Generated<SharedRender>,
): Promise<readonly Content[]> {
  const { data, width, height, warnings, pageCount } = result;
  const version = await parts.handlerParts.templates.read(template.versionId).catch(() => null);
  const facts = text(
    `${format}, ${describeSize(width, height, sizeUnits[format])}, ${data.byteLength} bytes: ` +
      delivered.url,
    `The link works without a key until ${delivered.expiresAt.toISOString()}.`,
    ...loopbackLines(delivered.url),
    `${quota.remaining} of ${quota.limit} renders are left this month.`,
    ...pageLines(pageCount, given),
    ...warningLines(warnings),
  );
  if (isPicture(format) && Math.max(width, height) <= maxPictureSidePx && data.byteLength <= maxPictureBytes)
    return [picture({ data, format }), facts];
  try {
    const findSource = async () => version ?? Promise.reject(new Error('the version cannot be read'));
    const shown = await drawPicture(
      parts.previews,
      findSource,
      { values, options: withoutFileOptions(given) },
      call,
    );
    return [picture(shown), facts];
  } catch (error) {
    // The file is there and paid for.
    const why = problemLines(toAnyProblem(error), call.requestId);
    return [facts, text('The picture of it could not be drawn:', ...why)];
  }
}

function isPicture(format: Schemas['OutputFormat']): format is PictureFormat {
  return format === 'png' || format === 'jpeg' || format === 'webp';
}

/** Without a link, the picture is the file, or shows it where that is too large for an answer. */
async function renderWithoutLink(
  parts: McpParts,
  given: Target,
  call: ToolCall,
  problem: Problem,
): Promise<readonly Content[]> {
  const { generate } = parts.handlerParts;
  const read = await readTemplate(generate.db, generate.templates, call.caller, given.templateId);
  const version = requireSized(read.version, given.options.size);
  const shown = fitPicture(version.document, given.options);
  const request = getRequest({ ...given, format: 'png', options: shown }, call);
  const { result, quota } = await generateImage(generate, request);
  const { data, width, height, warnings, pageCount } = result;
  const { variables: values } = given;
  const file =
    data.byteLength <= maxPictureBytes
      ? ({ data, format: 'png', width, height } as const)
      : await drawPicture(parts.previews, async () => version, { values, options: shown }, call);
  return [
    picture(file),
    text(
      `${file.format}, ${describeSize(file.width, file.height)}, ${file.data.byteLength} bytes.`,
      `There is no link to a file: ${problem.code}: ${problem.detail}`,
      `${quota.remaining} of ${quota.limit} renders are left this month.`,
      ...pageLines(pageCount, given.options),
      ...warningLines(warnings),
    ),
  ];
}
