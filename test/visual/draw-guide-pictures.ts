/**
 * Draws the pictures of docs/template-guide.md: each `docs/images/guide/NAME.json` is a template, `NAME.png`
 * its render at twice the size. Files that they name are in `test/visual/assets`.
 */
import { glob, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TemplateDocument } from '../../generated/template.ts';
import { renderCase } from './render-case.ts';

const folder = path.join(import.meta.dirname, '../../docs/images/guide');

for await (const file of glob('*.json', { cwd: folder })) {
  const name = path.basename(file, '.json');
  const template = JSON.parse(await readFile(path.join(folder, file), 'utf8')) as TemplateDocument;
  const document = { ...template, viewportExportDpi: 192 };
  const rendered = await renderCase({ name, shows: name, template: document, accepted: null });
  await writeFile(path.join(folder, `${name}.png`), rendered.file);
}
