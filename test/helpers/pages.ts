/** Renders of documents, and the text of their PDFs, page by page. */
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { TemplateDocument } from '../../generated/template.ts';
import { bindTemplate, type BindOptions } from '../../src/render/bind/bind-template.ts';
import type { RenderResult } from '../../src/render/job.ts';
import { render, type RenderOptions } from './scenes.ts';

/** Renders a document with its report. */
export async function renderDocument(
  document: TemplateDocument,
  {
    values = new Map(),
    ...options
  }: RenderOptions & BindOptions & { readonly values?: Parameters<typeof bindTemplate>[1] } = {},
): Promise<RenderResult> {
  const { scene } = bindTemplate(document, values, options);
  return await render(scene, { inspect: { report: true, boxes: false }, ...options });
}

/** A page of a PDF: its size in CSS pixels and its texts, each with its distance from the top. */
export interface PdfPageText {
  readonly width: number;
  readonly height: number;
  readonly items: readonly {
    readonly text: string;
    readonly x: number;
    readonly y: number;
    readonly width: number;
  }[];
}

/** The pages of a PDF as pdf.js reads them. */
export async function readPdf(data: Uint8Array): Promise<PdfPageText[]> {
  const document = await getDocument({ data: new Uint8Array(data), verbosity: 0 }).promise;
  const pages: PdfPageText[] = [];
  const px = (points: number) => (points * 96) / 72;
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    const { items } = await page.getTextContent();
    pages.push({
      width: px(width),
      height: px(height),
      items: items.flatMap((item) => {
        if (!('str' in item) || item.str.trim() === '') return [];
        const [, , , , x = 0, y = 0] = item.transform as number[];
        return [{ text: item.str, x: px(x), y: px(height - y), width: px(item.width) }];
      }),
    });
    page.cleanup();
  }
  await document.destroy();
  return pages;
}
