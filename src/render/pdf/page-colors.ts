import { PDFArray, PDFDict, PDFName, PDFRef, PDFStream } from 'pdf-lib';
import type { PDFDocument, PDFObject, PDFPage } from 'pdf-lib';

import { changeContents, readStream, replaceStream } from './streams.ts';

const name = (text: string): PDFName => PDFName.of(text);
const PLAIN_MODES = new Set([name('Normal'), name('Compatible')]);
/**
 * Sets the colour of fills or strokes to black. Skia writes texts in hexadecimal, so nothing else matches.
 */
const BLACK = /(?<=^|\s)0 0 0 (rg|RG)(?=\s)/g;

/**
 * Tags every colour of a document for print: black is the black ink alone, so that small letters and bars
 * of codes stay sharp if the plates are not aligned exactly; other colours are sRGB by `profile`. A document
 * with blend modes blends in sRGB, as raster files do. Its black is sRGB as well, because blending converts
 * inks anyway.
 */
export function tagColors(document: PDFDocument, pages: readonly PDFPage[], profile: PDFRef): void {
  const { context } = document;
  const srgb = context.register(context.obj([name('ICCBased'), profile]));
  let blends = false;
  const masks = new Set<PDFObject>();
  const visit = (object: PDFObject): void => {
    if (object instanceof PDFArray) {
      for (const each of object.asArray()) visit(each);
      return;
    }
    const dict = object instanceof PDFStream ? object.dict : object;
    if (!(dict instanceof PDFDict)) return;
    for (const key of ['ColorSpace', 'CS']) {
      if (dict.get(name(key)) === name('DeviceRGB')) dict.set(name(key), srgb);
    }
    const mode = dict.get(name('BM'));
    if (mode instanceof PDFName && !PLAIN_MODES.has(mode)) blends = true;
    const group = dict.get(name('S')) === name('Luminosity') ? dict.get(name('G')) : undefined;
    if (group instanceof PDFRef) masks.add(group);
    if (dict.has(name('Resources'))) setDefaultRgb(document, dict.lookup(name('Resources')), srgb);
    for (const [, value] of dict.entries()) visit(value);
  };
  for (const [, object] of context.enumerateIndirectObjects()) visit(object);

  if (blends) {
    for (const page of pages)
      page.node.set(name('Group'), context.obj({ Type: 'Group', S: 'Transparency', CS: srgb }));
    return;
  }
  // The colours of a mask define its opacity and must not change.
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFStream) || masks.has(ref)) continue;
    if (object.dict.get(name('Subtype')) === name('Form')) useBlackInkInForm(document, ref, object);
  }
  for (const page of pages) changeContents(page, useBlackInk);
}

/** Makes sRGB the colour space of RGB values without a named space. */
function setDefaultRgb({ context }: PDFDocument, resources: PDFObject | undefined, srgb: PDFRef): void {
  if (!(resources instanceof PDFDict)) return;
  let spaces = resources.lookupMaybe(name('ColorSpace'), PDFDict);
  if (spaces === undefined) {
    spaces = context.obj({});
    resources.set(name('ColorSpace'), spaces);
  }
  spaces.set(name('DefaultRGB'), srgb);
}

function useBlackInkInForm(document: PDFDocument, ref: PDFRef, form: PDFStream): void {
  const content = readStream(form);
  const inked = useBlackInk(content);
  if (inked !== content) replaceStream(document, ref, form, inked);
}

function useBlackInk(content: string): string {
  return content.replaceAll(BLACK, (_all, operator: string) => (operator === 'rg' ? '0 g' : '0 G'));
}
