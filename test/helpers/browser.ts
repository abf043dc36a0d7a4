/**
 * A real browser for tests of pages. On Linux, an npm package brings Chromium with its libraries and a font,
 * so only Node is needed; elsewhere the installed Chrome is used.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium, type Browser } from 'playwright-core';

const root = path.resolve(import.meta.dirname, '../..');
const flags = [
  // Tests may run as root, where the sandbox does not work. Only our own pages are opened.
  '--no-sandbox',
  '--no-zygote',
  '--disable-gpu',
  // A container's shared memory is small.
  '--disable-dev-shm-usage',
  '--font-render-hinting=none',
];

/** How to start the package's Chromium. */
export interface ChromiumProgram {
  readonly executablePath: string;
  readonly args: string[];
  readonly env: Record<string, string>;
}

/** Starts a browser. */
export async function startBrowser(): Promise<Browser> {
  return await chromium.launch((await findChromium()) ?? { channel: 'chrome' });
}

/** Unpacks Chromium, if it has not been yet. Null where the package has none: Chrome must be installed. */
export async function findChromium(): Promise<ChromiumProgram | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  const folder = await unpack();
  return {
    executablePath: path.join(folder, 'chromium'),
    args: flags,
    env: {
      ...(process.env as Record<string, string>),
      LD_LIBRARY_PATH: path.join(folder, 'al2023/lib'),
      FONTCONFIG_FILE: path.join(folder, 'fonts.conf'),
    },
  };
}

const inflateAll = `
  import { inflate } from '@sparticuz/chromium';
  await Promise.all(process.argv.slice(1).map((file) => inflate(file)));`;

/** Unpacks the browser once and returns its folder. Several processes may do this at the same time. */
async function unpack(): Promise<string> {
  const main = fileURLToPath(import.meta.resolve('@sparticuz/chromium'));
  const { version } = createRequire(main)('../package.json') as { version: string };
  const cache = path.join(root, 'node_modules/.cache/platen-chromium');
  const folder = path.join(cache, `chromium-${version}`);
  if (await exists(folder)) return folder;

  await mkdir(cache, { recursive: true });
  const own = await mkdtemp(`${folder}-`);
  const packed = path.resolve(path.dirname(main), '../bin');
  // The package unpacks into TMPDIR. That of this process stays: others make their folders in it meanwhile.
  const files = ['chromium.br', 'al2023.tar.br', 'fonts.tar.br'].map((file) => path.join(packed, file));
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', inflateAll, ...files], {
    cwd: root,
    env: { ...process.env, TMPDIR: own },
  });
  // No other fonts, so that pages look the same everywhere.
  await writeFile(
    path.join(own, 'fonts.conf'),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>` +
      `<dir>${path.join(folder, 'fonts')}</dir>` +
      `<cachedir>${path.join(folder, 'font-cache')}</cachedir></fontconfig>\n`,
  );
  await rename(own, folder).catch(async (error: unknown) => {
    // Another process was first.
    await rm(own, { recursive: true });
    if (!(await exists(folder))) throw error;
  });
  return folder;
}

async function exists(file: string): Promise<boolean> {
  return await stat(file).then(
    () => true,
    () => false,
  );
}
