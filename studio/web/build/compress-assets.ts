import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(brotliCompress);
const compressible = /\.(?:js|css|svg|ttf)$/;

/** Writes `FILE.br` and `FILE.gz` beside each asset, so that the service compresses nothing. */
export function compressAssets(): Plugin {
  return {
    name: 'compress-assets',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const files = Object.keys(bundle).filter((file) => compressible.test(file));
      await Promise.all(files.map((file) => compress(path.join(dir, file))));
    },
  };
}

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file);
  const params = {
    // The next better one takes ten times as long for a twentieth less.
    [constants.BROTLI_PARAM_QUALITY]: 9,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  await Promise.all([
    writeFile(`${file}.br`, await brotli(bytes, { params })),
    writeFile(`${file}.gz`, await promisify(gzip)(bytes)),
  ]);
}
