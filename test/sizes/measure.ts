/**
 * Proposes twelve sizes for the samples and the gallery, renders them, and prints the share that passes by
 * the layout report: `npm run measure:sizes -- [--sheets FOLDER] [--only NAME,…]`. Sheets are pictures of all
 * sizes of a design.
 */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { TemplateDocument } from '../../generated/template.ts';
import { readSettings } from '../../src/cli/command-context.ts';
import { createFolderRenderer, type FolderRenderResult } from '../../src/cli/template/render-folder.ts';
import { readTemplate } from '../../src/cli/template/read-template.ts';
import { readValues } from '../../src/cli/template/read-values.ts';
import { isPageGroup } from '../../src/common/pages/page-groups.ts';
import { proposeSize } from '../../src/common/proposals/propose-size.ts';
import { applySize } from '../../src/common/sizes/size-document.ts';
import { outputSize } from '../../src/render/output-size.ts';
import { findFaults } from './find-faults.ts';
import { drawSheet } from './draw-sheet.ts';
import { twelveSizes } from './twelve-sizes.ts';

const root = path.join(import.meta.dirname, '..', '..');
const { values: options } = parseArgs({ options: { sheets: { type: 'string' }, only: { type: 'string' } } });
const only = options.only?.split(',');

/** The longer side of a picture. */
const sidePx = 480;

const look = {
  format: 'png',
  quality: 80,
  chroma: undefined,
  svgText: undefined,
  dpi: 96,
  background: undefined,
  locale: undefined,
  page: undefined,
  inspect: { report: true, boxes: false },
} as const;

const renderer = createFolderRenderer(readSettings());
const folders = (
  await Promise.all(
    ['samples', 'gallery'].map(async (folder) =>
      (await readdir(path.join(root, folder), { withFileTypes: true }))
        .filter((entry) => entry.isDirectory() && entry.name !== 'art')
        .map((entry) => path.join(root, folder, entry.name)),
    ),
  )
).flat();

let passed = 0;
let total = 0;
const counts = new Map<string, number>();
for (const folder of folders) {
  const name = path.basename(folder);
  if (only !== undefined && !only.includes(name)) continue;
  const template = await readTemplate(folder);
  const values = await readValues(undefined, template);
  const document = JSON.parse(Buffer.from(template.templateJson ?? '').toString('utf8')) as TemplateDocument;
  // Documents that grow with their content are no designs of a size.
  const grows = document.pages?.some((entry) => isPageGroup(entry) || entry.flow === true) === true;
  if (grows || typeof document.viewport.height === 'object') continue;
  const render = async (shown: object): Promise<FolderRenderResult> => {
    const templateJson = Buffer.from(JSON.stringify(shown));
    const { width, height } = outputSize(shown as TemplateDocument, { format: 'png', dpi: 96, scale: 1 });
    return await renderer.render(
      { ...template, templateJson },
      { ...look, values, place: name, scale: Math.min(1, sidePx / Math.max(width, height)) },
    );
  };
  const base = await render(document);
  const pictures = [{ label: `${name}: base`, data: base.data }];
  for (const size of twelveSizes) {
    total += 1;
    let faults: readonly string[];
    try {
      const { sizeId: _sizeId, ...sized } = applySize(document, {
        ...proposeSize(document, size),
        id: size.id,
        name: size.id,
      });
      // The elements keep their unit: a page in another one has no whole pixels.
      const { width, height } = sized.viewport;
      if ((document.viewportUnit ?? 'px') === 'px')
        sized.viewport = { width: Math.round(width), height: Math.round(Number(height)) };
      const result = await render(sized);
      faults = findFaults(base, result);
      pictures.push({
        label: `${size.id} ${faults.map((fault) => fault.split(' ')[0]).join(' ')}`,
        data: result.data,
      });
    } catch (error) {
      faults = [`refused ${error instanceof Error ? error.message : String(error)}`];
    }
    if (faults.length === 0) passed += 1;
    for (const fault of new Set(faults.map((each) => each.split(' ')[0] ?? '')))
      counts.set(fault, (counts.get(fault) ?? 0) + 1);
    if (faults.length > 0) process.stdout.write(`${name} ${size.id}: ${faults.slice(0, 3).join('; ')}\n`);
  }
  if (options.sheets !== undefined) {
    await mkdir(options.sheets, { recursive: true });
    await writeFile(path.join(options.sheets, `${name}.webp`), await drawSheet(pictures));
  }
}
await renderer.close();
process.stdout.write(
  `\n${passed} of ${total} pass (${((100 * passed) / total).toFixed(1)} %). ` +
    `Faults: ${[...counts].map(([fault, count]) => `${fault} ${count}`).join(', ')}\n`,
);
