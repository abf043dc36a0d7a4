import type { LibraryContent, LibraryKind } from '../../store/library/items.ts';
import type { JsonDocument } from '../../store/authoring/working-copies.ts';
import type { StudioCaller } from '../../store/sessions.ts';
import { checkDraft } from '../authoring/check-draft.ts';
import { partsForWorkspace, type AuthoringParts } from '../authoring/parts.ts';
import { findFileKind } from '../files/file-kinds.ts';
import { problems } from '../problems/catalogue.ts';
import type { FieldError } from '../problems/problem.ts';

/** What an item to be checked consists of. */
type ItemToCheck = Omit<LibraryContent, 'name'> & { readonly kind: LibraryKind };

/** The same before its files are read. */
type PartsToCheck = Omit<ItemToCheck, 'files'> & { readonly files: readonly { readonly path: string }[] };

/** What an item of each kind has. */
interface KindRule {
  readonly needs: 'color' | 'document' | 'files';
  /** What its files are, where they are all that it has. */
  readonly files?: { readonly kind: 'image' | 'font'; readonly max: number };
}

const rules: Readonly<Record<LibraryKind, KindRule>> = {
  COLOR: { needs: 'color' },
  FONT: { needs: 'files', files: { kind: 'font', max: 50 } },
  LOGO: { needs: 'files', files: { kind: 'image', max: 1 } },
  PICTURE: { needs: 'files', files: { kind: 'image', max: 1 } },
  TEXT_STYLE: { needs: 'document' },
  BLOCK: { needs: 'document' },
};

/**
 * Refuses an item that lacks what its kind needs, or has what no item of its kind has. It reads no file: it
 * comes before files are decoded.
 *
 * @throws Problem VALIDATION_ERROR
 */
export function requireGoodParts(item: PartsToCheck): void {
  const errors = checkParts(item);
  if (errors.length > 0) throw problems.invalidRequest(errors);
}

/**
 * Refuses an item that would be refused in a template.
 *
 * @throws Problem VALIDATION_ERROR, SERVICE_UNAVAILABLE
 */
export async function requireGoodContent(
  parts: AuthoringParts,
  caller: StudioCaller,
  item: ItemToCheck,
): Promise<void> {
  const errors = await checkContent(parts, caller, item);
  if (errors.length > 0) throw problems.invalidRequest(errors);
}

function checkParts({ kind, color, document, files }: PartsToCheck): FieldError[] {
  const { needs, files: ofFiles } = rules[kind];
  const errors: FieldError[] = [];
  const check = (key: KindRule['needs'], isGiven: boolean, isAccepted = needs === key): void => {
    if (needs === key && !isGiven)
      errors.push({ pointer: `/${key}`, detail: `An item of the kind ${kind} needs \`${key}\`.` });
    if (!isAccepted && isGiven)
      errors.push({ pointer: `/${key}`, detail: `An item of the kind ${kind} has no \`${key}\`.` });
  };
  check('color', color !== null);
  check('document', document !== null);
  check('files', files.length > 0, needs !== 'color');
  if (ofFiles === undefined) return errors;
  for (const [index, { path }] of files.entries()) {
    if (findFileKind(path) !== ofFiles.kind)
      errors.push({
        pointer: `/files/${index}/path`,
        detail: `Expected a file of the kind ${ofFiles.kind}.`,
      });
  }
  if (files.length > ofFiles.max)
    errors.push({
      pointer: '/files',
      detail: `Expected at most ${ofFiles.max} but received ${files.length}.`,
    });
  return errors;
}

/** Checks what a template would take, by the rules of templates. */
async function checkContent(
  parts: AuthoringParts,
  caller: StudioCaller,
  { kind, color, document, files }: ItemToCheck,
): Promise<FieldError[]> {
  if (color !== null) {
    const found = await findProblems(parts, caller, documentWith(color), []);
    return found.slice(0, 1).map(({ detail }) => ({ pointer: '/color', detail }));
  }
  if (document === null) return [];
  const found = await findProblems(parts, caller, document, files);
  const errors = found.map(({ pointer, detail }) => ({ pointer: `/document${pointer}`, detail }));
  const { elements } = document as { readonly elements?: readonly { readonly type?: unknown }[] };
  const isText = elements?.length === 1 && elements[0]?.type === 'text';
  if (errors.length === 0 && kind === 'TEXT_STYLE' && !isText)
    errors.push({ pointer: '/document/elements', detail: 'Expected one element, a text with the style.' });
  return errors;
}

async function findProblems(
  parts: AuthoringParts,
  caller: StudioCaller,
  document: JsonDocument,
  files: ItemToCheck['files'],
): Promise<readonly FieldError[]> {
  return (await checkDraft(partsForWorkspace(parts, caller), document, files)).problems;
}

function documentWith(color: string): JsonDocument {
  const box = { x: 0, y: 0, width: 10, height: 10 };
  return {
    schemaVersion: 1,
    name: 'Color',
    viewport: { width: 10, height: 10 },
    variables: [],
    elements: [{ type: 'rect', id: 'color', ...box, fill: color }],
  };
}
