import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';
import { compressAssets } from './compress-assets.ts';
import { makeFonts } from './make-fonts.ts';
import { rememberColorScheme } from './remember-color-scheme.ts';

const workspace = path.resolve(import.meta.dirname, '..');

/** Paths of the service. */
const proxied = [
  '/studio/api',
  '/studio/events',
  '/studio/previews',
  '/studio/openapi',
  '/docs',
  '/openapi',
  '/api',
  '/s',
  '/files',
];

export default defineConfig(async (): Promise<UserConfig> => {
  await makeFonts(path.join(workspace, 'fonts'));
  return {
    root: workspace,
    base: '/studio/',
    // The build of csv-parse for Node needs its Buffer.
    resolve: { alias: { 'csv-parse/sync': 'csv-parse/browser/esm/sync' } },
    worker: { format: 'es' },
    plugins: [react(), rememberColorScheme(), compressAssets()],
    build: {
      outDir: 'dist',
      emptyOutDir: true,
      // The content policy allows no data: fonts and styles.
      assetsInlineLimit: 0,
      // Sizes are checked by test/studio/page.test.ts.
      chunkSizeWarningLimit: 1_000,
      reportCompressedSize: false,
      rolldownOptions: {
        // What three pages share is one file: dozens of small ones would delay the first page.
        output: { codeSplitting: { groups: [{ name: 'common', minShareCount: 3 }] } },
      },
    },
    server: {
      // `npm run dev -w studio/web` against a service on its usual port, or at STUDIO_SERVICE.
      proxy: Object.fromEntries(
        proxied.map((prefix) => [
          prefix,
          { target: process.env['STUDIO_SERVICE'] ?? 'http://127.0.0.1:8080', ws: true },
        ]),
      ),
    },
  };
});
