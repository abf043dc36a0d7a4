/** What to do with files that are no designs that are read, by what they begin with. */
import { sniffImageType } from '../common/pictures/sniff.ts';

const figmaAdvice =
  'Figma: choose the frame, then Export, SVG; or save the answer of the REST API to files/KEY/nodes?ids=.';

/** First bytes, as Latin-1 text, and what to do with the file. */
const starts: readonly (readonly [RegExp, string])[] = [
  [/^fig-(?:kiwi|jam)/u, `It is a file of Figma itself. ${figmaAdvice}`],
  [/^(?:%!PS|\u00c5\u00d0\u00d3\u00c6)/u, 'It is EPS. Illustrator or Inkscape: Save As, PDF or SVG.'],
  [/^\u0006\u0006\u00ed\u00f5/u, 'It is a document of InDesign. InDesign: File, Export, PDF.'],
  [/^RIFF.{4}(?:CDR|cdr)/su, 'It is a drawing of CorelDRAW. CorelDRAW: File, Export, SVG or PDF.'],
  [/^\u0000\u00ffKA/u, 'It is a document of Affinity. Affinity: File, Export, SVG, PDF or PSD.'],
  [/^gimp xcf/u, 'It is a picture of GIMP. GIMP: File, Export As, a name that ends in .psd.'],
  [/^\u00d0\u00cf\u0011\u00e0/u, 'It is a document of an old Office: export it as PDF.'],
  [/^\{\\rtf/u, 'It is a text in RTF. Copy it into a text of a new template.'],
  [
    /^\s*<!doctype html|^\s*<html/iu,
    'It is a page of HTML, which is not converted. Start with a new template.',
  ],
];

/** Names of files in a .zip that only one program writes, and what to do with it. */
const entries: readonly (readonly [RegExp, string])[] = [
  [/^word\/document\.xml$/u, 'It is a document of Word. Word: File, Save As, PDF.'],
  [/^xl\/workbook\.xml$/u, 'It is a workbook: give it as the rows of a batch, not as a design.'],
  [/^designmap\.xml$/u, 'It is a document of InDesign (IDML). InDesign: File, Export, PDF.'],
  [/^canvas\.fig$/u, `It is a file of Figma itself. ${figmaAdvice}`],
  [/\.agc$/u, 'It is a document of Adobe XD. XD: File, Export, Selected, SVG or PDF.'],
  [/\.iwa$/u, 'It is a document of Keynote or Pages. Export it as PDF.'],
  [/^content\.xml$/u, 'It is a document of LibreOffice: File, Export As, PDF.'],
];

const sketch = 'It is a document of Sketch. Sketch: choose the artboard, then Export, SVG.';

/** What to do with a file that is no design; null if nothing is known of it. */
export function adviceFor(bytes: Uint8Array, json: unknown): string | null {
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const found = starts.find(([sign]) => sign.test(start));
  if (found !== undefined) return found[1];
  const picture = sniffImageType(bytes);
  if (picture !== null)
    return (
      `It is a picture (${picture.toUpperCase()}), not a design: place it on a new template. ` +
      'Canva: Share, Download, SVG or PDF.'
    );
  if (typeof json !== 'object' || json === null) return null;
  if ('err' in json && 'status' in json)
    return 'It is an answer of Figma that says what went wrong: ask with a token that may read the file.';
  if ('images' in json && !('document' in json))
    return 'It has the addresses of pictures only. Save the answer of the REST API to files/KEY, too.';
  return null;
}

/** What to do with a .zip that has no design, by the files in it; null if nothing is known of it. */
export function adviceForZip(files: readonly string[]): string | null {
  if (files.includes('document.json') && files.includes('meta.json')) return sketch;
  return entries.find(([sign]) => files.some((file) => sign.test(file)))?.[1] ?? null;
}
