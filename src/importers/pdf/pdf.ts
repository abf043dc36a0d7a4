/** PDFs, and files of Illustrator that contain one. */
import { pictureOfPage } from '../../render/images/picture-of-page.ts';
import { num, tag } from '../../render/svg/markup.ts';
import { UnreadableDesign } from '../design.ts';
import type { Importer } from '../importer.ts';
import { requirePage } from '../pages.ts';
import { svg } from '../svg/svg.ts';
import { openDocument } from './document.ts';
import { PageFonts } from './fonts.ts';
import { readPage } from './page-reader.ts';
import { toMatrix } from './state.ts';

/** A reader looks for the mark of a PDF in as many bytes (ISO 32000-2, annex I). */
const maxStart = 1_024;

/** The largest page, in points, as Acrobat has it. */
const maxSide = 14_400;

/** Pixels per point of the picture that the template is compared with. */
const density = 1.5;

/** What Illustrator writes in the place of a page that it does not save as PDF. */
const withoutPdf = /saved without PDF Content/u;

/** Imports a page of a PDF: its texts, pictures and paths, by way of SVG. */
export const pdf: Importer = {
  format: 'pdf',
  pagesKey: 'pages',
  recognizes: ({ bytes }) => Buffer.from(bytes.subarray(0, maxStart)).includes('%PDF-'),
  async convert(source, _json, builder, place) {
    const document = await openDocument(source.bytes);
    try {
      const names = Array.from({ length: document.pages }, (_page, index) => `Page ${index + 1}`);
      requirePage(names, place);
      const { width, height, matrix, operators, find } = await document.page(place);
      if (!(width > 0 && height > 0 && width <= maxSide && height <= maxSide))
        throw new UnreadableDesign(`A page has at most ${maxSide} points a side.`);
      const markup = await readPage(
        operators,
        { document, find, builder, fonts: new PageFonts() },
        { bounds: { left: 0, top: 0, right: width, bottom: height }, matrix: toMatrix(matrix) },
      );
      if (withoutPdf.test(markup))
        throw new UnreadableDesign('It has no PDF inside. Illustrator: Save As, Create PDF Compatible File.');
      const size = { width: `${num(width)}pt`, height: `${num(height)}pt` };
      const drawing = tag(
        'svg',
        { xmlns: 'http://www.w3.org/2000/svg', ...size, viewBox: `0 0 ${num(width)} ${num(height)}` },
        markup,
      );
      const bytes = Buffer.from(drawing);
      const converted = await svg.convert({ ...source, bytes }, undefined, builder, 0);
      const drawn = await pictureOfPage(source.bytes, density, place);
      const name = source.name.replace(/\.(?:pdf|ai)$/iu, '').trim() || 'Design';
      return {
        ...converted,
        page: { ...converted.page, name, background: converted.page.background ?? '#ffffff' },
        pages: names,
        picture: drawn?.png ?? null,
      };
    } finally {
      await document.close();
    }
  },
};
