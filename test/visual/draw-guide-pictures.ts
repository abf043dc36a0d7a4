/**
 * Draws the pictures of docs/template-guide.md: each `docs/images/guide/NAME.json` is a template, `NAME.png`
 * its render at twice the size, pages side by side. Files that they name are in `test/visual/assets`.
 */
import { glob, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import type { TemplateDocument } from '../../generated/template.ts';
import { renderCase } from './render-case.ts';

const folder = path.join(import.meta.dirname, '../../docs/images/guide');

for await (const file of glob('*.json', { cwd: folder })) {
  const name = path.basename(file, '.json');
  const template = JSON.parse(await readFile(path.join(folder, file), 'utf8')) as TemplateDocument;
  const document = { ...template, viewportExportDpi: 192 };
  await writeFile(path.join(folder, `${name}.png`), await drawPages({ name, template: document }));
}

/** A picture of all pages, side by side on grey; of one page alone without it. */
async function drawPages(document: Parameters<typeof renderCase>[0]): Promise<Uint8Array> {
  const { file, picture, pageCount } = await renderCase(document);
  if (pageCount === 1) return file;
  const pages = [Buffer.from(file)];
  for (let page = 2; page <= pageCount; page += 1)
    pages.push(Buffer.from((await renderCase({ ...document, page })).file));
  const { width, height } = picture;
  const gap = 24;
  const sides = { width: pageCount * (width + gap) + gap, height: height + 2 * gap };
  return await sharp({ create: { ...sides, channels: 3, background: '#d9d9d9' } })
    .composite(pages.map((input, index) => ({ input, left: gap + index * (width + gap), top: gap })))
    .png()
    .toBuffer();
}
