import { gunzipSync } from 'node:zlib';
import type { Paint } from '../../../generated/template.ts';
import { readSvgText } from '../../common/pictures/svg-text.ts';
import { toPx } from '../../common/lengths/units.ts';
import { UnreadableDesign, type DesignSource } from '../design.ts';
import type { Importer } from '../importer.ts';
import { readCssPaint } from '../css-paint.ts';
import { namesApart } from '../element-names.ts';
import { convertChildren } from './elements.ts';
import { addFonts } from './embedded-fonts.ts';
import { loseUnknown } from './known-elements.ts';
import { TextMeasure } from '../measure-text.ts';
import { readName } from './names.ts';
import { requirePage } from '../pages.ts';
import { onPage, readPage, templatePage } from './page.ts';
import { readShare } from './lengths.ts';
import { readDocument, type SvgNode } from './read-document.ts';
import type { Scope, SvgDesign } from './scope.ts';
import { readStyleSheets } from './style-sheets.ts';
import { hasEffect, initialStyle, readSheets, Styles } from './styles.ts';

/** The most elements that are visited, those that `use` repeats included. */
const maxVisits = 30_000;

/** The most bytes of a compressed file (`.svgz`), unpacked. */
const maxUnpacked = 40 * 1024 * 1024;

/** Imports SVG files, as Inkscape, Illustrator and Figma write them. */
export const svg: Importer = {
  format: 'svg',
  pagesKey: 'pages',
  recognizes({ name, bytes }) {
    if (/\.svgz$/iu.test(name)) return true;
    const start = readSvgText(bytes.subarray(0, 60_000));
    return /^\s*</u.test(start) && /<(?:\w+:)?svg[\s>]/u.test(start);
  },
  async convert(source, _json, builder, place) {
    const bytes = unpack(source);
    const document = readDocument(bytes);
    const sheets = readStyleSheets(readSheets(document));
    for (const text of sheets.unread) builder.lose('', 'style', `"${text.slice(0, 80)}" is not read.`);
    await addFonts(sheets.fontFaces, builder);
    const { pages } = document;
    const names = pages.length > 1 ? pages.map((each) => each.name) : ['Page 1'];
    requirePage(names, place);
    const page = readPage(document.root, pages.length > 1 ? pages[place] : undefined);
    if (page.shrunk > 1) builder.lose('', 'width, height', 'The page is too large; it becomes smaller.');
    if (document.isTooDeep)
      builder.lose('', 'elements', 'Elements that lie too deep in groups are left out.');
    const styles = new Styles(sheets);
    const design: SvgDesign = {
      document,
      names: namesApart(document.elements, readName),
      styles,
      builder,
      measure: new TextMeasure(builder, page.unit),
      page: page.viewport,
      pxPerUnit: toPx(1, page.unit),
      visits: maxVisits,
    };
    const scope: Scope = {
      design,
      matrix: page.matrix,
      style: styles.of(document.root, initialStyle),
      viewport: page.userViewport,
      depth: 0,
      used: [],
      name: '',
      lose: (property, reason) => builder.lose('', property, reason),
    };
    loseUnknown(scope, document.root);
    const all = await convertChildren(scope, document.root);
    // What lies on other pages is of other designs.
    const elements = pages.length > 1 ? onPage(all, { x: 0, y: 0, ...page.viewport }) : all;
    const name = source.name.replace(/\.svgz?$/iu, '').trim() || 'Design';
    const background = readBackground(scope, document.root);
    return {
      page: { ...templatePage(page, name), ...(background !== null && { background }) },
      elements,
      pages: names,
      // A part of a drawing has no picture of its own.
      picture: pages.length > 1 ? null : bytes,
    };
  },
};

/** What the style of the root element paints behind the page. Effects on the whole page are losses. */
function readBackground({ design, lose }: Scope, root: SvgNode): Paint | null {
  const style = design.styles.declared(root);
  for (const name of ['opacity', 'filter', 'mask', 'clip-path', 'mix-blend-mode', 'transform'])
    if (hasEffect(style, name) && !(name === 'opacity' && readShare(style.get(name), 1) === 1))
      lose(name, 'The page has no effects, only its elements.');
  // They are no attributes.
  const names = ['background-color', 'background'].filter((each) => !root.attributes.has(each));
  const value = names.map((each) => style.get(each)).find((each) => each !== undefined);
  if (value === undefined || /^(?:none|transparent)$/iu.test(value)) return null;
  const paint = readCssPaint(value);
  if (paint === null) lose('background', `"${value.slice(0, 80)}" is no paint that can be read.`);
  return paint;
}

function unpack({ name, bytes }: DesignSource): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: maxUnpacked });
  } catch {
    throw new UnreadableDesign(`${name} cannot be unpacked.`);
  }
}
