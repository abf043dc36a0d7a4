/** react-pdf, in Node. */
import type { FontFile } from '../cases/cases.ts';
import type { Block, Edge, Paper, Style } from '../paper.ts';
import { loadModule, loadPackage, type Program } from './program.ts';

type Element = object;
type Create = (type: unknown, properties: object | null, ...children: readonly unknown[]) => Element;

interface ReactPdf {
  readonly Document: unknown;
  readonly Page: unknown;
  readonly View: unknown;
  readonly Text: unknown;
  readonly Image: unknown;
  readonly Font: {
    register(font: { family: string; fonts: readonly object[] }): void;
    registerHyphenationCallback(divide: (word: string) => string[]): void;
  };
  renderToBuffer(document: Element): Promise<Uint8Array>;
}

const pt = (px: number): number => px * 0.75;

export async function start(_documentName: string, fonts: readonly FontFile[]): Promise<Program> {
  const pdf = (await loadModule('@react-pdf/renderer')) as ReactPdf;
  const { createElement } = loadPackage('react') as { createElement: Create };
  for (const family of new Set(fonts.map((font) => font.family))) {
    const own = fonts.filter((font) => font.family === family);
    pdf.Font.register({
      family,
      fonts: own.map(({ path, weight, italic }) => ({
        src: path,
        fontWeight: weight,
        fontStyle: italic ? 'italic' : 'normal',
      })),
    });
  }
  // The other programs divide no words.
  pdf.Font.registerHyphenationCallback((word) => [word]);
  return { render: async (input) => await pdf.renderToBuffer(draw(pdf, createElement, input as Paper)) };
}

function draw(pdf: ReactPdf, create: Create, paper: Paper): Element {
  const { width, height, margin, edges, art, lines, blocks } = paper;
  const { Document, Page, View, Text, Image } = pdf;
  const content = {
    paddingTop: pt(margin.top),
    paddingRight: pt(margin.right),
    paddingBottom: pt(margin.bottom),
    paddingLeft: pt(margin.left),
    fontFamily: 'Inter',
  };
  // A picture of exactly the page's height would count as too high for it.
  const picture = { position: 'absolute', left: 0, top: 0, width: pt(width), height: pt(height) - 0.5 };
  return create(
    Document,
    null,
    create(
      Page,
      { size: [pt(width), pt(height)], style: content },
      ...edges.map((edge, key) => drawEdge(pdf, create, paper, edge, key)),
      art === null ? null : create(Image, { src: { data: Buffer.from(art), format: 'svg' }, style: picture }),
      ...lines.map((line, key) =>
        create(
          View,
          { key: `line ${key}`, style: { position: 'absolute', left: pt(line.x), top: pt(line.y) } },
          create(Text, { style: look(line.style), wrap: false }, line.text),
        ),
      ),
      ...blocks.map((block, key) => drawBlock(pdf, create, block, key)),
    ),
  );
}

function drawEdge(
  { Text }: ReactPdf,
  create: Create,
  { margin }: Paper,
  { place, text, style }: Edge,
  key: number,
): Element {
  const across = place.endsWith('left') ? { left: pt(margin.left) } : { right: pt(margin.right) };
  const along = place.startsWith('top') ? { top: 20 } : { bottom: 20 };
  return create(Text, {
    key: `edge ${key}`,
    fixed: true,
    style: { position: 'absolute', ...across, ...along, ...look(style) },
    render: ({ pageNumber, totalPages }: { pageNumber: number; totalPages?: number }) =>
      text.replace('##', `${totalPages ?? ''}`).replace('#', `${pageNumber}`),
  });
}

function drawBlock({ View, Text }: ReactPdf, create: Create, block: Block, key: number): Element {
  switch (block.type) {
    case 'space':
      return create(View, { key, style: { height: pt(block.height) } });
    case 'text':
      return create(Text, { key, style: { ...look(block.style), lineHeight: block.lineHeight } }, block.text);
    case 'pair':
      return create(
        View,
        {
          key,
          style: {
            flexDirection: 'row',
            justifyContent: 'space-between',
            paddingLeft: pt(block.indent),
            paddingRight: 9,
            paddingBottom: 4.5,
            ...look(block.style),
          },
        },
        create(Text, null, block.label),
        create(Text, null, block.value),
      );
    case 'table': {
      const { columns, rows, size, lineHeight, padding, head, stripe, border } = block;
      const cellStyles = columns.map(({ width, align }) => ({
        ...(width === null ? { flexGrow: 1, flexBasis: 0 } : { width: pt(width) }),
        textAlign: align,
        paddingVertical: pt(padding[0]),
        paddingHorizontal: pt(padding[1]),
      }));
      const row = (texts: readonly string[], style: object, at: number, isFixed: boolean): Element =>
        create(
          View,
          {
            key: at,
            wrap: false,
            fixed: isFixed,
            style: {
              flexDirection: 'row',
              borderBottomWidth: 0.75,
              borderBottomColor: border,
              ...style,
            },
          },
          ...texts.map((text, column) => create(Text, { key: column, style: cellStyles[column] }, text)),
        );
      return create(
        View,
        { key, style: { fontSize: pt(size), lineHeight } },
        row(
          columns.map(({ header }) => header),
          { backgroundColor: head.fill, color: head.color, fontWeight: 600 },
          -1,
          true,
        ),
        ...rows.map((texts, at) => row(texts, at % 2 === 1 ? { backgroundColor: stripe } : {}, at, false)),
      );
    }
  }
}

function look({ family, weight, italic, size, color, letterSpacing }: Style): object {
  return {
    fontFamily: family,
    fontWeight: weight,
    fontStyle: italic ? 'italic' : 'normal',
    fontSize: pt(size),
    color,
    letterSpacing: pt(letterSpacing),
  };
}
