/**
 * Makes the pictures of the samples and of the gallery for the app: each template with the values of its
 * example.json, small enough to be loaded with the page. Run it after a change of one; those that did not
 * change keep their pictures.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { hashFolder, listFolders, picturesFolder, sourcesFile } from './gallery/folders.ts';

const root = join(import.meta.dirname, '..');
const before = JSON.parse(await readFile(sourcesFile, 'utf8').catch(() => '{}')) as Record<string, string>;
const sources: Record<string, string> = {};

const folder = await mkdtemp(join(tmpdir(), 'platen-samples-'));
try {
  for (const sample of (await listFolders()).values()) {
    const { name, path } = sample;
    const source = await hashFolder(sample);
    sources[name] = source;
    if (before[name] === source) continue;
    const full = join(folder, `${name}.png`);
    const args = ['template', 'render', path, '--out', full];
    await promisify(execFile)(process.execPath, [join(root, 'src/main.ts'), ...args]);
    await sharp(full)
      .resize({ width: 480, height: 360, fit: 'inside' })
      .webp({ quality: 80 })
      .toFile(join(picturesFolder, `${name}.webp`));
  }
  const sorted = Object.fromEntries(Object.entries(sources).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  await writeFile(sourcesFile, `${JSON.stringify(sorted, null, 2)}\n`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
