import { PDFArray, PDFDict, PDFName, PDFRef, PDFStream } from 'pdf-lib';
import type { PDFDocument, PDFObject, PDFPage } from 'pdf-lib';

import { readStream, replaceStream } from '../text/pdf-streams.ts';
import { changeContents } from './page-contents.ts';

const name = (text: string): PDFName => PDFName.of(text);
const PLAIN_MODES = new Set([name('Normal'), name('Compatible')]);
/** Sets the colour for fills or strokes to black. Skia writes all texts as hexadecimal, so nothing else looks like it. */
const BLACK = /(?<=^|\s)0 0 0 (rg|RG)(?=\s)/g;

/**
 * Says of every colour of a page for print what it means. All are sRGB, by `profile`, but for black: that is the black ink
 * alone, so that small letters and bars of codes stay sharp where the plates don't meet to a hair. Where a page blends colours
 * (multiply and its like), it does so in sRGB, as the raster files do; black is sRGB there as well, since what goes through
 * such a page loses its inks.
 */
export function tagColors(document: PDFDocument, page: PDFPage, profile: PDFRef): void {
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
    if (dict.has(name('Resources'))) addDefault(document, dict.lookup(name('Resources')), srgb);
    for (const [, value] of dict.entries()) visit(value);
  };
  for (const [, object] of context.enumerateIndirectObjects()) visit(object);

  if (blends) {
    page.node.set(name('Group'), context.obj({ Type: 'Group', S: 'Transparency', CS: srgb }));
    return;
  }
  // What a mask lets through is reckoned from its colours, which must stay as they are.
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFStream) || masks.has(ref)) continue;
    if (object.dict.get(name('Subtype')) === name('Form')) inkForm(document, ref, object);
  }
  changeContents(page, toInk);
}

/** What is given as numbers for red, green and blue, without a name for the space, is sRGB. */
function addDefault({ context }: PDFDocument, resources: PDFObject | undefined, srgb: PDFRef): void {
  if (!(resources instanceof PDFDict)) return;
  let spaces = resources.lookupMaybe(name('ColorSpace'), PDFDict);
  if (spaces === undefined) {
    spaces = context.obj({});
    resources.set(name('ColorSpace'), spaces);
  }
  spaces.set(name('DefaultRGB'), srgb);
}

function inkForm(document: PDFDocument, ref: PDFRef, form: PDFStream): void {
  const content = readStream(form);
  const inked = toInk(content);
  if (inked !== content) replaceStream(document, ref, form, inked);
}

function toInk(content: string): string {
  return content.replaceAll(BLACK, (_all, operator: string) => (operator === 'rg' ? '0 g' : '0 G'));
}
