/** Installs the other programs where nothing else finds them, in the versions of `peers/`. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { BUNDLED_FAMILIES } from '../../src/render/fonts/bundled-fonts.ts';
import type { FontFile } from './cases/cases.ts';

const run = promisify(execFile);
const peersFolder = path.join(import.meta.dirname, 'peers');
const peerFiles = ['package.json', 'package-lock.json', 'requirements.txt'];

export const installFolder = path.resolve(import.meta.dirname, '../../node_modules/.cache/document-programs');
export const python = path.join(installFolder, 'python/bin/python');

/** Installs the npm and the Python packages, unless the ones of these versions are there. Needs Python 3. */
export async function installPrograms(): Promise<void> {
  const wanted = await Promise.all(
    peerFiles.map(async (file) => await readFile(path.join(peersFolder, file), 'utf8')),
  );
  const stamp = path.join(installFolder, 'installed');
  if (existsSync(stamp) && (await readFile(stamp, 'utf8')) === wanted.join('')) return;
  console.error(`… installing the other programs into ${installFolder}`);
  await mkdir(installFolder, { recursive: true });
  for (const file of peerFiles) await copyFile(path.join(peersFolder, file), path.join(installFolder, file));
  const shell = process.platform === 'win32';
  await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: installFolder, shell });
  await run('python3', ['-m', 'venv', path.join(installFolder, 'python')]);
  await run(python, ['-m', 'pip', 'install', '-q', '-r', path.join(installFolder, 'requirements.txt')]);
  await writeFile(stamp, wanted.join(''));
}

const convertFont = `import sys
from fontTools.ttLib import TTFont
font = TTFont(sys.argv[1])
font.flavor = None
font.save(sys.argv[2])`;

/**
 * The fonts of a document as files that all programs read, in a folder that has no others: the families of
 * Platen that documents use, and their own fonts without the compression of WOFF2.
 */
export async function prepareFonts(folder: string, own: readonly FontFile[]): Promise<FontFile[]> {
  await mkdir(folder, { recursive: true });
  const families = ['Inter', 'Playfair Display'];
  const fonts: FontFile[] = [];
  for (const { name, faces } of BUNDLED_FAMILIES) {
    if (!families.includes(name)) continue;
    for (const { path: file, weight, style } of faces) {
      if (weight < 400 || weight > 700) continue;
      const copy = path.join(folder, path.basename(file));
      await copyFile(file, copy);
      fonts.push({ family: name, weight, italic: style === 'italic', path: copy });
    }
  }
  for (const font of own) {
    const file = path.join(folder, `${path.basename(font.path, '.woff2')}.ttf`);
    await run(python, ['-c', convertFont, font.path, file]);
    fonts.push({ ...font, path: file });
  }
  return fonts;
}
