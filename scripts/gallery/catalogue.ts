/** What Studio knows of the templates that it offers, as a module of its source. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toInches, type LengthUnit } from '../../src/common/lengths/units.ts';
import { findColors } from './colors.ts';
import { hashFolder, listFolders, picturesFolder, readKinds, sourcesFile } from './folders.ts';

interface ReadTemplate {
  readonly name: string;
  readonly description?: string;
  readonly viewport: { readonly width: number; readonly height: number | object };
  readonly viewportUnit?: LengthUnit;
}

const millimetresPerInch = 25.4;

/** Sheets by their sides in millimetres, which may differ by a pixel. */
const sheets = [
  { size: 'a4', sides: [210, 297] },
  { size: 'a5', sides: [148, 210] },
  { size: 'a6', sides: [105, 148] },
] as const;

/**
 * Generates the catalogue from the kinds, the documents and the pictures.
 *
 * @throws if a template has no kind or an old picture
 */
export async function generateGallery(): Promise<string> {
  const [kinds, folders] = [await readKinds(), await listFolders()];
  const sources = JSON.parse(await readFile(sourcesFile, 'utf8')) as Record<string, string>;
  const entries: object[] = [];
  for (const [kind, names] of Object.entries(kinds)) {
    for (const name of names) {
      const folder = folders.get(name);
      if (folder === undefined) throw new Error(`gallery/kinds.json names ${name}, which has no template.`);
      if (sources[name] !== (await hashFolder(folder)))
        throw new Error(`The picture of ${name} is old: run node scripts/make-sample-pictures.ts.`);
      const text = await readFile(join(folder.path, 'template.json'), 'utf8');
      const document = JSON.parse(text) as ReadTemplate;
      entries.push({
        sample: name,
        name: document.name,
        description: document.description ?? '',
        kind,
        page: describePage(document),
        ...sizeOf(document),
        colors: await findColors(join(picturesFolder, `${name}.webp`)),
      });
    }
  }
  const listed = Object.values(kinds).flat();
  const missing = [...folders.keys()].filter((name) => listed.filter((each) => each === name).length !== 1);
  if (missing.length > 0) throw new Error(`Not once in gallery/kinds.json: ${missing.join(', ')}.`);
  return [
    '// Generated from samples, gallery and their pictures by scripts/generate.ts; change those instead.',
    `export const gallery = ${JSON.stringify(entries)} as const;`,
  ].join('\n\n');
}

/** The page, as `formatPageSize` takes it; the height is null if it follows the content. */
function describePage({ viewport, viewportUnit = 'px' }: ReadTemplate) {
  const { width, height } = viewport;
  return { width, height: typeof height === 'number' ? height : null, unit: viewportUnit };
}

/** A size that people search for. */
function sizeOf({ viewport, viewportUnit = 'px' }: ReadTemplate): { readonly size: string } {
  const { width, height } = viewport;
  if (typeof height !== 'number') return { size: 'grows' };
  const millimetres = [width, height].map((side) => toInches(side, viewportUnit) * millimetresPerInch);
  const [short = 0, long = 0] = millimetres.toSorted((a, b) => a - b);
  const sheet = sheets.find(({ sides }) => Math.abs(sides[0] - short) < 1 && Math.abs(sides[1] - long) < 1);
  if (sheet !== undefined) return { size: sheet.size };
  if (viewportUnit !== 'px') return { size: long <= 130 ? 'card' : 'otherPrint' };
  const ratio = width / height;
  if (ratio > 0.95 && ratio < 1.05) return { size: 'square' };
  return { size: ratio > 1 ? 'landscape' : ratio < 0.65 ? 'story' : 'portrait' };
}
