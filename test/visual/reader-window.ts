/** Pictures of a reader with a PDF: the window is drawn, what it says is what pdf.js reads in the file. */
import { getDocument, PasswordResponses } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { TemplateDocument } from '../../generated/template.ts';
import { rasterisePages } from '../helpers/codes.ts';
import { renderCase } from './render-case.ts';

/** What a reader shows. */
interface Shown {
  /** In its tab. */
  readonly title: string;
  readonly bookmarks: readonly { readonly name: string; readonly level: number }[];
  /** PNGs; none before the password is known. */
  readonly pages: readonly Uint8Array[];
}

type Outline = Awaited<ReturnType<Awaited<ReturnType<typeof getDocument>['promise']>['getOutline']>>;

const window = { width: 600, height: 380, tab: 34, side: 176, page: 250 };

/**
 * Draws a window with a file as a PNG.
 *
 * @param fileName what the tab says where the file says no title, or says it with the password only
 * @param password that of the file, if it is known
 */
export async function drawReader(
  file: Uint8Array,
  fileName: string,
  password: string | null = null,
): Promise<Uint8Array> {
  const shown = await readShown(file, fileName, password);
  return (await renderCase({ name: fileName, template: getWindow(shown) })).file;
}

async function readShown(file: Uint8Array, fileName: string, password: string | null): Promise<Shown> {
  const task = getDocument({
    data: new Uint8Array(file),
    verbosity: 0,
    ...(password === null ? {} : { password }),
  });
  let isAsked = false;
  task.onPassword = (_: unknown, reason: number) => {
    isAsked = reason === PasswordResponses.NEED_PASSWORD;
    void task.destroy();
  };
  try {
    const document = await task.promise;
    const { info } = await document.getMetadata();
    const title = (info as { readonly Title?: string }).Title ?? fileName;
    const bookmarks = listBookmarks(await document.getOutline());
    return { title, bookmarks, pages: await rasterisePages(file, 2, 2, password) };
  } catch (error) {
    if (!isAsked) throw error;
    return { title: fileName, bookmarks: [], pages: [] };
  } finally {
    await task.destroy();
  }
}

function listBookmarks(outline: Outline | null, level = 0): Shown['bookmarks'] {
  return (outline ?? []).flatMap(({ title, items }) => [
    { name: title, level },
    ...listBookmarks(items as Outline, level + 1),
  ]);
}

const text = (id: string, x: number, y: number, shown: string, more: object = {}) => ({
  type: 'text',
  id,
  x,
  y,
  width: 160,
  height: 'hug',
  text: shown.replaceAll('{{', '\\{{'),
  fontSize: 12,
  color: '#2c3440',
  ...more,
});

function getWindow({ title, bookmarks, pages }: Shown): TemplateDocument {
  const { width, height, tab, side, page } = window;
  const rect = (id: string, x: number, y: number, wide: number, high: number, more: object) => ({
    type: 'rect',
    id,
    x,
    y,
    width: wide,
    height: high,
    ...more,
  });
  const image = (src: Uint8Array, index: number) => ({
    type: 'image',
    id: `page ${index}`,
    width: page,
    height: 'hug',
    src: `data:image/png;base64,${Buffer.from(src).toString('base64')}`,
    shadow: { y: 1, blur: 4, color: '#0004' },
  });
  const opened = [
    rect('side', 0, tab, side, height - tab, { fill: '#f4f5f7' }),
    text('heading', 16, tab + 16, 'Bookmarks', { fontSize: 11, fontWeight: 600, color: '#68727f' }),
    ...bookmarks.map(({ name, level }, index) =>
      text(`bookmark ${index}`, 16 + level * 14, tab + 42 + index * 24, name, {
        width: side - 28 - level * 14,
        fontWeight: level === 0 ? 600 : 400,
        wrap: false,
      }),
    ),
    {
      type: 'group',
      id: 'pages',
      x: side,
      y: tab,
      width: width - side,
      height: height - tab,
      clip: true,
      layout: { direction: 'column', gap: 16, padding: [20, 0], align: 'center' },
      elements: pages.map(image),
    },
  ];
  const x = width / 2 - 150;
  const asked = [
    rect('dialog', x, 120, 300, 156, {
      fill: '#fff',
      cornerRadius: 8,
      shadow: { y: 6, blur: 24, color: '#0006' },
    }),
    text('ask', x + 24, 144, 'Password required', { width: 252, fontSize: 15, fontWeight: 600 }),
    text('why', x + 24, 170, 'This file opens with its password only.', { width: 252, color: '#68727f' }),
    rect('field', x + 24, 198, 252, 30, { cornerRadius: 4, stroke: { color: '#8b95a3', width: 1 } }),
    text('dots', x + 34, 205, '••••••••|', { color: '#2c3440' }),
    rect('button', x + 216, 238, 60, 26, { fill: '#0b5cad', cornerRadius: 4 }),
    text('open', x + 216, 244, 'Open', { width: 60, color: '#fff', align: 'center' }),
  ];
  return {
    schemaVersion: 1,
    name: 'Reader',
    viewport: { width, height },
    viewportExportDpi: 192,
    language: 'en',
    elements: [
      rect('bar', 0, 0, width, tab, { fill: '#aab2bd' }),
      rect('tab', 10, 6, 300, tab, { fill: '#f4f5f7', cornerRadius: 8 }),
      rect('room', 0, tab, width, height - tab, { fill: '#c9ced6' }),
      text('title', 24, 12, title, { width: 272, wrap: false }),
      ...(pages.length > 0 ? opened : asked),
    ],
  } as unknown as TemplateDocument;
}
