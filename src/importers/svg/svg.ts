import { gunzipSync } from 'node:zlib';
import { toPx } from '../../render/units.ts';
import { UnreadableDesign, type DesignSource } from '../design.ts';
import type { Importer } from '../importer.ts';
import { convertChildren } from './elements.ts';
import { addFonts } from './embedded-fonts.ts';
import { loseUnknown } from './known-elements.ts';
import { TextMeasure } from '../measure-text.ts';
import { readPage, templatePage } from './page.ts';
import { readDocument } from './read-document.ts';
import type { Scope, SvgDesign } from './scope.ts';
import { readStyleSheets } from './style-sheets.ts';
import { initialStyle, sheetsOf, Styles } from './styles.ts';

/** The most elements that are visited, those that `use` repeats included. */
const maxVisits = 30_000;

/** The most bytes of a compressed file (`.svgz`), unpacked. */
const maxUnpacked = 40 * 1024 * 1024;

/** Imports SVG files, as Inkscape, Illustrator and Figma write them. */
export const svg: Importer = {
  format: 'svg',
  recognizes({ name, bytes }) {
    if (/\.svgz$/iu.test(name)) return true;
    const start = new TextDecoder().decode(bytes.subarray(0, 20_000));
    return /^\uFEFF?\s*</u.test(start) && /<(?:\w+:)?svg[\s>]/u.test(start);
  },
  async convert(source, _json, builder) {
    const document = readDocument(unpack(source));
    const sheets = readStyleSheets(sheetsOf(document));
    for (const text of sheets.unread) builder.lose('', 'style', `"${text.slice(0, 80)}" is not read.`);
    await addFonts(sheets.fontFaces, builder);
    const page = readPage(document.root);
    if (page.shrunk > 1) builder.lose('', 'width, height', 'The page is too large; it becomes smaller.');
    if (document.isTooDeep)
      builder.lose('', 'elements', 'Elements that lie too deep in groups are left out.');
    const styles = new Styles(sheets);
    const design: SvgDesign = {
      ...{ document, styles, builder, measure: new TextMeasure(builder, page.unit) },
      ...{ page: page.viewport, pxPerUnit: toPx(1, page.unit), visits: maxVisits },
    };
    const scope: Scope = {
      ...{ design, matrix: page.matrix, style: styles.of(document.root, initialStyle) },
      ...{ viewport: page.userViewport, depth: 0, used: [], name: '' },
      lose: (property, reason) => builder.lose('', property, reason),
    };
    loseUnknown(scope, document.root);
    const elements = await convertChildren(scope, document.root);
    const name = source.name.replace(/\.svgz?$/iu, '').trim() || 'Design';
    return { page: templatePage(page, name), elements };
  },
};

function unpack({ name, bytes }: DesignSource): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: maxUnpacked });
  } catch {
    throw new UnreadableDesign(`${name} cannot be unpacked.`);
  }
}
