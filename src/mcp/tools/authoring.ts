/** Tools for those who may author: drafts, what is wrong with them, and how they look. */
import { checkDraftLeniently, type DraftFindings } from '../../domain/authoring/check-draft.ts';
import { requireStorable } from '../../domain/authoring/document.ts';
import { createTemplate } from '../../domain/authoring/create.ts';
import { partsForWorkspace } from '../../domain/authoring/parts.ts';
import * as drafts from '../../domain/authoring/drafts.ts';
import { listCatalogue, listFonts as listFontsOfTemplate } from '../../domain/authoring/fonts.ts';
import { publishDraft } from '../../domain/authoring/publish.ts';
import { problems } from '../../domain/problems/catalogue.ts';
import { renamePointers } from '../../domain/problems/rename-pointers.ts';
import { drawPicture, maxPictureSidePx } from '../../domain/previews/draw-picture.ts';
import { findDocumentSource, findDraftSource } from '../../domain/previews/sources.ts';
import { findStudioTier } from '../../domain/quota/request-rates.ts';
import type { RenderOptions } from '../../domain/renders/output-options.ts';
import type { JsonDocument } from '../../store/authoring/working-copies.ts';
import { object, type JsonSchema } from '../arguments.ts';
import { bareTag, withIfMatch } from '../entity-tag.ts';
import { picture, text, type Tool } from '../tool.ts';
import { count, findingLines, pageLines, describeSize, warningLines } from '../words.ts';
import { options, projectId, templateId, variables } from './shared-arguments.ts';

const document: JsonSchema = {
  type: 'object',
  description: 'A template document. The resource platen://template-format describes it.',
};
const ifMatch: JsonSchema = {
  type: 'string',
  description: 'The etag of the last answer about this template.',
};

/** `list_fonts`. */
export const listFonts: Tool<{ readonly templateId?: string }> = {
  name: 'list_fonts',
  description:
    'Lists the font families that a document may name, with their weights: those of the catalogue, and ' +
    "with a templateId also the template's own. Characters that a family lacks come from the others.",
  input: object({ templateId }),
  isForAuthors: true,
  isReadOnly: true,
  tier: () => findStudioTier('listFonts'),
  async run({ templateId: id }, { caller }, { authoring }) {
    const fonts =
      id === undefined
        ? await listCatalogue(authoring.fileLimits.fontsDir)
        : await listFontsOfTemplate(authoring, caller, id);
    return [
      text(
        ...fonts.map(({ family, source, weights, hasItalics }) => {
          const origin = source === 'TEMPLATE' ? "; the template's own" : '';
          return `${family}: ${weights.join(', ')}${hasItalics ? ', italics' : ''}${origin}`;
        }),
      ),
    ];
  },
};

/** `validate_template`. */
export const validateTemplate: Tool<{ readonly document: JsonDocument; readonly templateId?: string }> = {
  name: 'validate_template',
  description:
    'Lists what is wrong with a document, without saving it: problems keep it from being published, ' +
    'warnings do not. With a templateId it may name the files of that template.',
  input: object({ document, templateId }, ['document']),
  isForAuthors: true,
  isReadOnly: true,
  tier: () => findStudioTier('saveDraft'),
  async run({ document: given, templateId: id }, { caller }, { authoring }) {
    requireStorable(given);
    const files = id === undefined ? [] : (await drafts.findWorkingState(authoring.db, caller, id)).files;
    return [
      text(
        ...describeFindings(await checkDraftLeniently(partsForWorkspace(authoring, caller), given, files)),
      ),
    ];
  },
};

/** What a preview shows. */
interface PreviewArguments {
  readonly templateId?: string;
  readonly document?: JsonDocument;
  readonly variables: Readonly<Record<string, string>>;
  readonly options: RenderOptions;
}

/** `preview_template`. */
export const previewTemplate: Tool<PreviewArguments> = {
  name: 'preview_template',
  description:
    'Draws the draft of a template, or a document that is not saved, or with both the document with the ' +
    'files of the template. Free. Answers a picture of at most ' +
    `${maxPictureSidePx} px a side, the full size, and warnings in words, such as about text that was cut. ` +
    'Look at the picture, also with long values.',
  input: object({
    templateId,
    document,
    variables,
    options,
  }),
  isForAuthors: true,
  isReadOnly: true,
  tier: () => findStudioTier('previewDraft'),
  async run({ templateId: id, document: given, variables: values, options: shown }, call, { previews }) {
    if (id === undefined && given === undefined) {
      throw problems.invalidRequest([{ pointer: '', detail: 'Give templateId, document, or both.' }]);
    }
    const findSource = () =>
      id === undefined
        ? findDocumentSource(previews, call.caller, given as JsonDocument)
        : findDraftSource(previews, call.caller, id, given);
    const drawn = await drawPicture(previews, findSource, { values, options: shown }, call).catch(
      (error: unknown) => {
        // The app has another name for them.
        throw renamePointers(error, { '/values': '/variables' });
      },
    );
    const { width, height, fullWidth, fullHeight, warnings, pageCount } = drawn;
    const reduced = width === fullWidth ? '' : `, shown at ${describeSize(width, height)}`;
    return [
      picture(drawn),
      text(
        `The full size is ${describeSize(fullWidth, fullHeight)}${reduced}.`,
        ...pageLines(pageCount, shown),
        ...warningLines(warnings),
      ),
    ];
  },
};

/** Where a document is saved. */
interface SaveArguments {
  readonly document: JsonDocument;
  readonly templateId?: string;
  readonly ifMatch?: string;
  readonly projectId?: string;
}

/** `save_draft`. */
export const saveDraft: Tool<SaveArguments> = {
  name: 'save_draft',
  description:
    'Saves a document as the draft of a template: with projectId as a new template, with templateId and ' +
    'ifMatch in place of its draft. A document with problems is kept, too, but cannot be published. ' +
    'Renders show it only once publish_template has published it. Answers templateId, etag, and what is ' +
    'wrong.',
  input: object(
    {
      document,
      projectId,
      templateId,
      ifMatch,
    },
    ['document'],
  ),
  isForAuthors: true,
  tier: () => findStudioTier('saveDraft'),
  async run(
    { document: given, templateId: id, ifMatch: tag, projectId: project },
    { caller },
    { authoring },
  ) {
    if ((id === undefined) === (project === undefined) || (id === undefined) !== (tag === undefined)) {
      const detail = 'Give projectId for a new template, or templateId and ifMatch for an existing one.';
      throw problems.invalidRequest([{ pointer: '', detail }]);
    }
    const saved =
      id !== undefined && tag !== undefined
        ? await withIfMatch(tag, (value) =>
            drafts.saveDraft(authoring, caller, id, { document: given, ifMatch: value }),
          )
        : await create(authoring, caller, project ?? '', given);
    return [
      text(
        `templateId: ${saved.copy.templateId}`,
        `etag: ${bareTag(saved.etag)}`,
        ...describeFindings(saved.findings),
      ),
    ];
  },
};

async function create(
  authoring: Parameters<typeof createTemplate>[0],
  caller: Parameters<typeof createTemplate>[1],
  projectId: string,
  given: JsonDocument,
): Promise<drafts.CheckedState> {
  const destination = { projectId, name: undefined };
  const { id } = await createTemplate(authoring, caller, destination, { document: given });
  return await drafts.getDraft(authoring, caller, id);
}

/** `publish_template`. */
export const publishTemplate: Tool<{ readonly templateId: string; readonly ifMatch: string }> = {
  name: 'publish_template',
  description:
    'Publishes the draft of a template as its next version, which render and the API then show. A draft ' +
    'with problems is refused.',
  input: object({ templateId, ifMatch }, ['templateId', 'ifMatch']),
  isForAuthors: true,
  tier: () => findStudioTier('publishDraft'),
  async run({ templateId: id, ifMatch: tag }, { caller }, { authoring }) {
    const { number } = await withIfMatch(tag, (value) => publishDraft(authoring, caller, id, value));
    const { etag } = await drafts.getDraft(authoring, caller, id);
    return [text(`Version ${number} is published: render shows it now.`, `etag: ${bareTag(etag)}`)];
  },
};

function describeFindings({ problems: found, warnings }: DraftFindings): string[] {
  return [
    ...(found.length === 0
      ? ['The document is valid.']
      : [`${count(found.length, 'problem')}; it cannot be published:`, ...findingLines(found)]),
    ...(warnings.length === 0 ? [] : [`${count(warnings.length, 'warning')}:`, ...findingLines(warnings)]),
  ];
}
