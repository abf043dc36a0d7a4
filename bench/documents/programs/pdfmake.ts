/** pdfmake, with fonts as files and its own tables. */
import type { FontFile } from '../cases/cases.ts';
import type { Block, Edge, Paper, Style } from '../paper.ts';
import { loadPackage, type Program } from './program.ts';

interface PdfMake {
  addFonts(fonts: Readonly<Record<string, { normal: string }>>): void;
  setUrlAccessPolicy(allows: () => boolean): void;
  setLocalAccessPolicy(allows: () => boolean): void;
  createPdf(definition: object): { getBuffer(): Promise<Uint8Array> };
}

const pt = (px: number): number => px * 0.75;

export function start(_documentName: string, fonts: readonly FontFile[]): Promise<Program> {
  const pdfMake = loadPackage('pdfmake') as PdfMake;
  pdfMake.setUrlAccessPolicy(() => false);
  pdfMake.setLocalAccessPolicy(() => true);
  pdfMake.addFonts(
    Object.fromEntries(
      fonts.map(({ family, weight, italic, path }) => [
        getFontName({ family, weight, italic }),
        { normal: path },
      ]),
    ),
  );
  return Promise.resolve({
    render: async (input) => await pdfMake.createPdf(define(input as Paper)).getBuffer(),
  });
}

function define({ width, height, margin, edges, art, lines, blocks }: Paper): object {
  const sides = [margin.left, margin.top, margin.right, margin.bottom].map(pt);
  const picture = art === null ? [] : [{ svg: art, width: pt(width), absolutePosition: { x: 0, y: 0 } }];
  return {
    pageSize: { width: pt(width), height: pt(height) },
    pageMargins: sides,
    header: (page: number, pages: number) => writeEdge(edges, 'top', page, pages, sides),
    footer: (page: number, pages: number) => writeEdge(edges, 'bottom', page, pages, sides),
    defaultStyle: { font: 'Inter 400' },
    content: [
      ...picture,
      ...lines.map((line) => ({
        text: line.text,
        ...look(line.style),
        noWrap: true,
        absolutePosition: { x: pt(line.x), y: pt(line.y) },
      })),
      ...blocks.map(writeBlock),
    ],
  };
}

function writeEdge(
  edges: readonly Edge[],
  side: string,
  page: number,
  pages: number,
  sides: readonly number[],
): object {
  const columns = ['left', 'right'].map((at) => {
    const found = edges.find(({ place }) => place === `${side}-${at}`);
    if (found === undefined) return { text: '' };
    const text = found.text.replace('##', `${pages}`).replace('#', `${page}`);
    return { text, alignment: at, ...look(found.style) };
  });
  return { columns, margin: [sides[0], 18, sides[2], 0] };
}

function writeBlock(block: Block): object {
  switch (block.type) {
    case 'space':
      return { text: '', margin: [0, 0, 0, pt(block.height)], fontSize: 0.01 };
    case 'text':
      return { text: block.text, ...look(block.style), lineHeight: block.lineHeight / 1.21 };
    case 'pair':
      return {
        columns: [
          { text: block.label, ...look(block.style) },
          { text: block.value, alignment: 'right', ...look(block.style) },
        ],
        margin: [pt(block.indent), 0, 9, 4.5],
      };
    case 'table': {
      const { columns, rows, size, padding, head, stripe, border } = block;
      const cells = (texts: readonly string[], given: object): object[] =>
        texts.map((text, at) => ({ text, alignment: columns[at]?.align ?? 'left', ...given }));
      const header = columns.map((column) => column.header);
      const beside = (): number => pt(padding[1]);
      const above = (): number => pt(padding[0]);
      return {
        fontSize: pt(size),
        table: {
          headerRows: 1,
          dontBreakRows: true,
          widths: columns.map(({ width }) => (width === null ? '*' : pt(width - 2 * padding[1]))),
          body: [
            cells(header, { font: 'Inter 600', color: head.color }),
            ...rows.map((texts) => cells(texts, {})),
          ],
        },
        layout: {
          hLineWidth: (at: number) => (at === 0 ? 0 : 0.75),
          vLineWidth: () => 0,
          hLineColor: () => border,
          fillColor: (row: number) => (row === 0 ? head.fill : row % 2 === 0 ? stripe : null),
          paddingLeft: beside,
          paddingRight: beside,
          paddingTop: above,
          paddingBottom: above,
        },
      };
    }
  }
}

function look(style: Style): object {
  const { size, color, letterSpacing } = style;
  return { font: getFontName(style), fontSize: pt(size), color, characterSpacing: pt(letterSpacing) };
}

function getFontName({ family, weight, italic }: Pick<Style, 'family' | 'weight' | 'italic'>): string {
  return `${family} ${weight}${italic ? ' italic' : ''}`;
}
