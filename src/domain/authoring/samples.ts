/** The sample templates that come with the service. */
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { selectFiles, type TemplateOnDisk } from '../templates/select-files.ts';

const folder = fileURLToPath(new URL('../../../samples/', import.meta.url));

/** The names of the samples: folders with a template. */
export async function listSamples(): Promise<string[]> {
  const files = await readdir(folder, { recursive: true }).catch(() => []);
  return files
    .filter((file) => path.basename(file) === 'template.json' && path.dirname(path.dirname(file)) === '.')
    .map((file) => path.dirname(file))
    .sort();
}

/** Reads a sample. Files that are not part of the template, such as licences, are left out. */
export async function readSample(name: string): Promise<TemplateOnDisk> {
  if (!(await listSamples()).includes(name)) throw new Error(`There is no sample ${name}.`);
  const sample = path.join(folder, name);
  const entries = await readdir(sample);
  const candidates = entries.map(async (file) => {
    const { size } = await stat(path.join(sample, file));
    return { path: file, bytes: size, read: () => readFile(path.join(sample, file)) };
  });
  return await selectFiles(await Promise.all(candidates));
}
