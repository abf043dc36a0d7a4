import { PDFArray, PDFDict, PDFName, type PDFContext } from 'pdf-lib';

import { getArray, getDict, getName, getObject, listDicts, PdfError } from './objects.ts';

/** What pages of foreign PDFs lose, as a part of a sentence. */
export type LeftOut =
  | 'form fields'
  | 'comments and other annotations'
  | 'scripts and actions'
  | 'attached files'
  | 'bookmarks'
  | 'links that lead nowhere or run something';

/** What the links of a page say of those that are left out. */
interface ReadLinks {
  readonly hasLeftOut: boolean;
}

/**
 * What a file has beside the content and the links of its pages.
 *
 * @throws PdfError for a file that shows less, or other things, than its pages have: forms that viewers draw,
 *   and hidden layers
 */
export function findLeftOut(
  context: PDFContext,
  catalog: PDFDict,
  pages: readonly PDFDict[],
  links: readonly ReadLinks[],
): readonly LeftOut[] {
  if (getObject(catalog, 'NeedsRendering')?.toString() === 'true')
    throw new PdfError('is a form that few viewers draw (XFA). Print it as a PDF.');
  if (hasHiddenLayers(context, catalog))
    throw new PdfError('has layers that are hidden. Print it as a PDF, as it should look.');
  const kinds = new Set(pages.flatMap((page) => listDicts(getArray(page, 'Annots')).map(getKind)));
  const names = getDict(catalog, 'Names');
  const hasName = (key: string) => names !== null && getDict(names, key) !== null;
  const fields = getDict(catalog, 'AcroForm');
  const found: Record<LeftOut, boolean> = {
    'form fields': kinds.has('Widget') || (fields !== null && (getArray(fields, 'Fields')?.size() ?? 0) > 0),
    'comments and other annotations': [...kinds].some((kind) => !knownKinds.has(kind)),
    'scripts and actions':
      hasName('JavaScript') ||
      getDict(catalog, 'OpenAction') !== null ||
      [catalog, ...pages].some((dict) => getDict(dict, 'AA') !== null),
    'attached files':
      hasName('EmbeddedFiles') ||
      kinds.has('FileAttachment') ||
      [catalog, ...pages].some((dict) => getObject(dict, 'AF') !== null),
    bookmarks: getDict(getDict(catalog, 'Outlines') ?? catalog, 'First') !== null,
    'links that lead nowhere or run something': links.some(({ hasLeftOut }) => hasLeftOut),
  };
  return (Object.keys(found) as LeftOut[]).filter((kind) => found[kind]);
}

/** Popups are the windows of comments. */
const knownKinds: ReadonlySet<string> = new Set(['Link', 'Widget', 'FileAttachment', 'Popup']);

function getKind(annotation: PDFDict): string {
  return getName(annotation, 'Subtype') ?? '';
}

/** Whether viewers hide some of its content: what is copied has no layers, and would show it. */
function hasHiddenLayers(context: PDFContext, catalog: PDFDict): boolean {
  const layers = getDict(catalog, 'OCProperties');
  if (layers === null) return false;
  const initial = getDict(layers, 'D');
  if (initial !== null) {
    if (getName(initial, 'BaseState') === 'OFF' && !isEmpty(getObject(layers, 'OCGs'))) return true;
    if (!isEmpty(getObject(initial, 'OFF'))) return true;
  }
  return listDicts(getArray(layers, 'OCGs')).some((layer) => {
    const usage = getDict(layer, 'Usage');
    return (
      usage !== null &&
      (['View', 'Print'] as const).some((key) => {
        const state = context.lookup(usage.get(PDFName.of(key)));
        return state instanceof PDFDict && getName(state, `${key}State`) === 'OFF';
      })
    );
  });
}

function isEmpty(object: unknown): boolean {
  return !(object instanceof PDFArray) || object.size() === 0;
}
