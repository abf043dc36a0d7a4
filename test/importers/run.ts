/**
 * Converts the designs of other people that `set/<format>.json` lists, renders the templates, and compares
 * them with the originals' own pictures. Writes the tables of docs/importers.md, and all pictures into
 * `results/` beside the files.
 *
 *     npm run importers -- --files FOLDER --only svg --name card
 *
 * The files are not in this repository: each is expected at `FOLDER/<format>/<owner>+<name>/<path>`, and
 * fonts at `FOLDER/fonts/`. Files that are not there are left out.
 */
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { designFormats, type DesignFormat } from '../../src/importers/design.ts';
import { convertFile, type FileResult } from './convert-file.ts';
import type { OriginalModule } from './original.ts';
import { summarize, writeTable, type Row } from './table.ts';

/** A file of the set. */
interface ListedFile {
  readonly repository: string;
  readonly commit: string;
  readonly path: string;
  readonly licence: string;
  /** Names of its fonts in `FOLDER/fonts/`. */
  readonly fonts?: readonly string[];
  /** Why its picture differs. */
  readonly note?: string;
}

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: path.join(tmpdir(), 'importers-set') },
    only: { type: 'string', multiple: true, default: [...designFormats] },
    name: { type: 'string', default: '' },
  },
});

const listed = await readdir(path.join(import.meta.dirname, 'set'));
for (const format of designFormats) {
  if (values.only.includes(format) && listed.includes(`${format}.json`)) await runFormat(format);
}

async function runFormat(format: DesignFormat): Promise<void> {
  const list = path.join(import.meta.dirname, `set/${format}.json`);
  const files = JSON.parse(await readFile(list, 'utf8')) as readonly ListedFile[];
  const original = (await import(`./originals/${format}.ts`)) as OriginalModule;
  const rows: Row[] = [];
  for (const file of files.filter(({ repository, path: place }) =>
    `${repository}/${place}`.includes(values.name),
  )) {
    const { repository, path: place, licence, note = '' } = file;
    const result = await runFile(format, file, original).catch((error: unknown) => String(error));
    rows.push({ repository, path: place, licence, result, note });
    print(describe(`${repository}/${place}`, result));
    if (typeof result !== 'string') await keepPictures(format, file, result);
  }
  await original.close?.();
  print(`${format}: ${summarize(rows)}`);
  if (values.name === '') await writeTable(format, rows);
}

async function runFile(
  format: DesignFormat,
  { repository, path: place, fonts = [] }: ListedFile,
  original: OriginalModule,
): Promise<FileResult | string> {
  const file = path.join(values.files, format, repository.replace('/', '+'), place);
  if (!(await stat(file).catch(() => null))) return 'not fetched';
  const fontFiles = await Promise.all(
    fonts.map(async (name) => ({ name, bytes: await readFile(path.join(values.files, 'fonts', name)) })),
  );
  return await convertFile(file, format, original, fontFiles);
}

async function keepPictures(
  format: DesignFormat,
  { repository, path: place }: ListedFile,
  { rendered, original, losses }: FileResult,
): Promise<void> {
  const folder = path.join(values.files, 'results', format);
  const name = `${repository}/${place}`.replaceAll(/[^\w.-]+/g, '+');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, `${name}.ours.png`), rendered);
  if (original !== null) await writeFile(path.join(folder, `${name}.original.png`), original);
  const lines = losses.map(({ element, property, reason }) => `${element}: ${property}: ${reason}\n`);
  await writeFile(path.join(folder, `${name}.losses.txt`), lines.join(''));
}

function describe(name: string, result: FileResult | string): string {
  if (typeof result === 'string') return `${name}: ${result.slice(0, 300)}`;
  const { ssim, kept, losses, seconds } = result;
  const figures = [`${kept} kept`, `${losses.length} losses`, `${seconds.toFixed(1)} s`];
  return `${ssim?.toFixed(4) ?? '  none'} ${name}: ${figures.join(', ')}`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
