import { build } from 'vite';

/** Bundles a module of the app with what it imports, as one script for a test in a browser. */
export async function bundleModule(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, minify: false, lib: { entry, formats: ['es'], fileName: 'module' } },
  });
  const [bundle] = built as { output: { code: string }[] }[];
  return bundle?.output[0]?.code ?? '';
}
