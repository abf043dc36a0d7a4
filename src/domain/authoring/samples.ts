/** The templates that come with the service: the samples, which the demo imports, and the gallery. */
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { selectFiles, type TemplateOnDisk } from '../templates/select-files.ts';

const samplesFolder = fileURLToPath(new URL('../../../samples/', import.meta.url));
const galleryFolder = fileURLToPath(new URL('../../../gallery/', import.meta.url));

/** The names of the samples: folders with a template. */
export function listSamples(): Promise<string[]> {
  return listTemplates(samplesFolder);
}

/** The names of the templates of the gallery, which nobody has until they are chosen. */
export function listGallery(): Promise<string[]> {
  return listTemplates(galleryFolder);
}

async function listTemplates(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true }).catch(() => []);
  return files
    .filter((file) => path.basename(file) === 'template.json' && path.dirname(path.dirname(file)) === '.')
    .map((file) => path.dirname(file))
    .sort();
}

/**
 * Reads a sample or a template of the gallery. Files that are not part of the template, such as licences, are
 * left out.
 */
export async function readSample(name: string): Promise<TemplateOnDisk> {
  const folder = (await listSamples()).includes(name) ? samplesFolder : galleryFolder;
  if (folder === galleryFolder && !(await listGallery()).includes(name))
    throw new Error(`There is no sample ${name}.`);
  const sample = path.join(folder, name);
  const entries = await readdir(sample);
  const candidates = entries.map(async (file) => {
    const { size } = await stat(path.join(sample, file));
    return { path: file, bytes: size, read: () => readFile(path.join(sample, file)) };
  });
  return await selectFiles(await Promise.all(candidates));
}
