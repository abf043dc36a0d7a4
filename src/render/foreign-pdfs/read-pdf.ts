/** Reads PDFs of a template, whose pages stand before or after its own. Runs in renderer processes only. */
import {
  EncryptedPDFError,
  ParseSpeeds,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  PDFRef,
  type PDFContext,
  type PDFObject,
} from 'pdf-lib';

import { findLeftOut, type LeftOut } from './left-out.ts';
import { LinkReader, type ForeignLink } from './links.ts';
import { getArray, getDict, getInherited, getNumbers, PdfError } from './objects.ts';

/** What a PDF of a template may have. */
export const ATTACHED_LIMITS = { bytes: 10 * 1024 * 1024, pages: 100 } as const;

/** How deep a tree of pages may be. */
const MAX_DEPTH = 50;

/** A file that was read. */
export interface ForeignPdf {
  readonly context: PDFContext;
  readonly pages: readonly ForeignPage[];
  /** What its pages lose, for a sentence. */
  readonly leftOut: readonly LeftOut[];
}

/** A page of it. Only what is here is copied. */
export interface ForeignPage {
  /** Its entries that are copied, those that it inherits among them. */
  readonly entries: ReadonlyMap<PDFName, PDFObject>;
  readonly links: readonly ForeignLink[];
}

/**
 * Reads a PDF. Damage inside of streams goes unnoticed.
 *
 * @throws PdfError
 */
export async function readPdf(bytes: Uint8Array): Promise<ForeignPdf> {
  const { bytes: maxBytes } = ATTACHED_LIMITS;
  if (bytes.byteLength > maxBytes)
    throw new PdfError(`has ${bytes.byteLength} bytes; a PDF of a template may have ${maxBytes}.`);
  checkEnds(bytes);
  return await refusing(async () => {
    const { context } = await parse(bytes);
    const catalog = context.lookup(context.trailerInfo.Root, PDFDict);
    const dicts = listPages(context, catalog);
    const links = new LinkReader(context, catalog, dicts);
    const read = [...dicts.values()].map((dict) => ({ dict, ...links.read(dict) }));
    return {
      context,
      pages: read.map(({ dict, links: own }) => ({ entries: readEntries(context, dict), links: own })),
      leftOut: findLeftOut(context, catalog, [...dicts.values()], read),
    };
  });
}

async function parse(bytes: Uint8Array): Promise<PDFDocument> {
  try {
    return await PDFDocument.load(bytes, {
      parseSpeed: ParseSpeeds.Fastest,
      throwOnInvalidObject: true,
      updateMetadata: false,
    });
  } catch (error) {
    // Streams of objects that are encrypted cannot be read, and only the trailer says why.
    if (!(error instanceof EncryptedPDFError) && !Buffer.from(bytes).includes('/Encrypt')) throw error;
    throw new PdfError('is encrypted; save it without a password and without restrictions.', error);
  }
}

/** Whether the file is whole: readers look for these marks, too (ISO 32000-1, 7.5.5). */
function checkEnds(bytes: Uint8Array): void {
  const latin1 = (part: Uint8Array) => Buffer.from(part).toString('latin1');
  if (!latin1(bytes.subarray(0, 1024)).includes('%PDF-')) throw new PdfError('is no PDF by its content.');
  if (!/startxref\s+\d+\s+%%EOF/u.test(latin1(bytes.subarray(-1024))))
    throw new PdfError('is cut off: it does not end as a PDF does. Copy or download it again.');
}

/** Runs a reader of foreign bytes: whatever it throws is a refusal. */
export async function refusing<T>(read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof PdfError) throw error;
    throw new PdfError(
      'is not a PDF that can be read: it is damaged. Save or print it as a PDF again.',
      error,
    );
  }
}

/** The pages in their order, by their references. */
function listPages(context: PDFContext, catalog: PDFDict): ReadonlyMap<PDFRef, PDFDict> {
  const pages = new Map<PDFRef, PDFDict>();
  const seen = new Set<PDFRef>();
  const visit = (ref: unknown, depth: number): void => {
    if (!(ref instanceof PDFRef) || seen.has(ref) || depth > MAX_DEPTH)
      throw new PdfError('is damaged: its list of pages cannot be read. Save or print it as a PDF again.');
    seen.add(ref);
    const node = context.lookup(ref, PDFDict);
    const kids = getArray(node, 'Kids');
    if (kids === null) {
      pages.set(ref, node);
      if (pages.size > ATTACHED_LIMITS.pages)
        throw new PdfError(`has more than ${ATTACHED_LIMITS.pages} pages, which is the limit.`);
    } else for (const kid of kids.asArray()) visit(kid, depth + 1);
  };
  visit(catalog.get(PDFName.of('Pages')), 0);
  if (pages.size === 0) throw new PdfError('has no pages.');
  return pages;
}

const boxes = ['MediaBox', 'CropBox', 'BleedBox', 'TrimBox', 'ArtBox'] as const;

/** The entries of a page that make what it shows. Actions, metadata and all others stay behind. */
function readEntries(context: PDFContext, page: PDFDict): ReadonlyMap<PDFName, PDFObject> {
  const entries = new Map<PDFName, PDFObject>();
  for (const key of boxes) {
    const box = getInherited(page, key);
    if (box === null) continue;
    const sides = getNumbers(context, box, 4);
    if (sides === null) throw new PdfError(`is damaged: the ${key} of a page is no box.`);
    entries.set(PDFName.of(key), context.obj([...sides]));
  }
  const [left = 0, bottom = 0, right = 0, top = 0] =
    getNumbers(context, getInherited(page, 'MediaBox'), 4) ?? [];
  if (left === right || bottom === top) throw new PdfError('is damaged: a page has no size.');
  const turn = context.lookup(getInherited(page, 'Rotate') ?? undefined) ?? PDFNumber.of(0);
  if (!(turn instanceof PDFNumber) || turn.asNumber() % 90 !== 0)
    throw new PdfError('is damaged: a page is turned by no right angle.');
  entries.set(PDFName.of('Rotate'), turn);
  const resources = getInherited(page, 'Resources');
  entries.set(PDFName.of('Resources'), resources ?? context.obj({}));
  for (const key of ['Contents', 'Group', 'UserUnit']) {
    const value = page.get(PDFName.of(key));
    if (value !== undefined) entries.set(PDFName.of(key), value);
  }
  if (getDict(page, 'Group') === null) entries.delete(PDFName.of('Group'));
  return entries;
}
