/** PDFs as pdf.js reads them: pages, their operators, and what these name. */
import { createRequire } from 'node:module';
import path from 'node:path';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { withTimeout } from '../../async/timeout.ts';
import { UnreadableDesign } from '../design.ts';

/** The operators of a page, of a pattern's tile or of a glyph. */
export interface OperatorList {
  readonly fnArray: readonly number[];
  readonly argsArray: readonly (readonly unknown[] | null)[];
}

/** A document that is open. */
export interface OpenDocument {
  readonly pages: number;
  /** The name of an operator by its number. */
  readonly operators: ReadonlyMap<number, string>;
  readonly page: (place: number) => Promise<OpenPage>;
  readonly isLayerVisible: (group: unknown) => boolean;
  readonly close: () => Promise<void>;
}

/** A page of it. */
interface OpenPage {
  readonly width: number;
  readonly height: number;
  /** From its space to points from its upper left corner. */
  readonly matrix: readonly number[];
  readonly operators: OperatorList;
  /** Finds what operators name: pictures, fonts, shadings. Null for what is damaged. */
  readonly find: (id: string) => Promise<unknown>;
}

/** pdf.js sends pictures while it reads operators; one that has not come by then does not come. */
const maxWaitMs = 20_000;

/** Pictures with more pixels are not decoded. */
const maxPixels = 40_000_000;

/**
 * Opens a PDF.
 *
 * @throws UnreadableDesign if it is damaged, or needs a password
 */
export async function openDocument(bytes: Uint8Array): Promise<OpenDocument> {
  // Loaded late: only imports of PDFs need it.
  const { getDocument, OPS, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const folder = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  const inside = (name: string): string => `${path.join(folder, name)}/`;
  const task = getDocument({
    // pdf.js keeps the bytes that it is given.
    data: new Uint8Array(bytes),
    cMapUrl: inside('cmaps'),
    wasmUrl: inside('wasm'),
    iccUrl: inside('iccs'),
    fontExtraProperties: true,
    isEvalSupported: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    useSystemFonts: false,
    enableXfa: false,
    maxImageSize: maxPixels,
    verbosity: VerbosityLevel.ERRORS,
  });
  const document = await load(task.promise);
  const layers = await document.getOptionalContentConfig();
  return {
    pages: document.numPages,
    operators: new Map(Object.entries(OPS).map(([name, number]) => [number, name])),
    page: async (place) => await openPage(document, place),
    isLayerVisible: (group) => Boolean(layers.isVisible(group)),
    close: async () => await task.destroy(),
  };
}

async function load(promise: Promise<PDFDocumentProxy>): Promise<PDFDocumentProxy> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException')
      throw new UnreadableDesign('It is protected with a password: save it without one.');
    throw new UnreadableDesign('It is no PDF that can be read.');
  }
}

/** @throws UnreadableDesign if what describes the page is damaged */
async function openPage(document: PDFDocumentProxy, place: number): Promise<OpenPage> {
  let page: PDFPageProxy;
  let operators: OperatorList;
  try {
    page = await document.getPage(place + 1);
    operators = await page.getOperatorList();
  } catch {
    throw new UnreadableDesign(`Its page ${place + 1} cannot be read.`);
  }
  const { width, height, transform } = page.getViewport({ scale: 1 });
  const find = async (id: string): Promise<unknown> => {
    // Those of the document begin so, others are of the page.
    const objects = id.startsWith('g_') ? page.commonObjs : page.objs;
    const found = new Promise<unknown>((resolve) => {
      objects.get(id, resolve);
    });
    const object = await withTimeout(found, maxWaitMs).catch(() => null);
    // A font that cannot be read is the reason why.
    return typeof object === 'object' ? object : null;
  };
  return { width, height, matrix: transform, operators, find };
}
