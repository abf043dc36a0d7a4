/**
 * Draws the pictures of docs/template-guide.md: each `docs/images/guide/NAME.json` is a template, `NAME.png`
 * its render at twice the size, pages side by side. Files that they name are in `test/visual/assets`. Of a
 * document with `append` all pages of its PDF are drawn, of one with a `title` a reader that shows its PDF,
 * and of `password` one that asks for it. Names as arguments: only those.
 */
import { glob, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import type { TemplateDocument } from '../../generated/template.ts';
import { renderScene } from '../../src/render/pipeline.ts';
import { rasterisePages } from '../helpers/codes.ts';
import { bindCase, fonts, images } from './case-job.ts';
import { drawReader } from './reader-window.ts';
import { renderCase } from './render-case.ts';

const folder = path.join(import.meta.dirname, '../../docs/images/guide');
const wanted = process.argv.slice(2);
const password = 'open sesame';

for await (const file of glob('*.json', { cwd: folder })) {
  const name = path.basename(file, '.json');
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const template = JSON.parse(await readFile(path.join(folder, file), 'utf8')) as TemplateDocument;
  const document = { ...template, viewportExportDpi: 192 };
  await writeFile(path.join(folder, `${name}.png`), await drawPages({ name, template: document }));
}

/** A picture of all pages, side by side on grey; of one page alone without it. */
async function drawPages(document: Parameters<typeof renderCase>[0]): Promise<Uint8Array> {
  const { append, title } = document.template;
  if (append !== undefined)
    return await drawSideBySide(await rasterisePages(await makePdf(document), 192 / 72));
  if (document.name === 'password') {
    const file = await makePdf(document, password);
    const windows = [await drawReader(file, 'payslip.pdf'), await drawReader(file, 'payslip.pdf', password)];
    return await drawSideBySide(windows);
  }
  if (title !== undefined) return await drawReader(await makePdf(document), 'statement.pdf');
  const { file, pageCount } = await renderCase(document);
  if (pageCount === 1) return file;
  const pages = [file];
  for (let page = 2; page <= pageCount; page += 1) pages.push((await renderCase({ ...document, page })).file);
  return await drawSideBySide(pages);
}

/** The PDF of a document, with pages of other PDFs. */
async function makePdf(document: Parameters<typeof bindCase>[0], password?: string): Promise<Uint8Array> {
  const { job, readBytes } = await bindCase(document, 'pdf');
  const output = { ...job.output, password };
  return (await renderScene({ ...job, output }, readBytes, fonts, images)).data;
}

async function drawSideBySide(pages: readonly Uint8Array[]): Promise<Uint8Array> {
  const pageCount = pages.length;
  const { width, height } = await sharp(pages[0]).metadata();
  const gap = 24;
  const sides = { width: pageCount * (width + gap) + gap, height: height + 2 * gap };
  return await sharp({ create: { ...sides, channels: 3, background: '#d9d9d9' } })
    .composite(
      pages.map((input, index) => ({
        input: Buffer.from(input),
        left: gap + index * (width + gap),
        top: gap,
      })),
    )
    .png()
    .toBuffer();
}
