/**
 * Makes the pictures of the samples for the app: each sample with the values of its example.json, small
 * enough to be loaded with the page. Run it after a change of a sample.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';

const root = join(import.meta.dirname, '..');
const pictures = join(root, 'studio/web/src/pages/new-template/samples');

const folder = await mkdtemp(join(tmpdir(), 'platen-samples-'));
try {
  const files = await readdir(join(root, 'samples'), { recursive: true });
  for (const file of files.filter((each) => /^[^/]+\/template\.json$/.test(each))) {
    const [sample = ''] = file.split('/');
    const full = join(folder, `${sample}.png`);
    const args = ['template', 'render', join(root, 'samples', sample), '--out', full];
    await promisify(execFile)(process.execPath, [join(root, 'src/main.ts'), ...args]);
    await sharp(full)
      .resize({ width: 480, height: 360, fit: 'inside' })
      .webp({ quality: 80 })
      .toFile(join(pictures, `${sample}.webp`));
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
