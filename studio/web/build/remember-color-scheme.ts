import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

/** Sets the chosen color scheme before the first paint. Mantine's own script would have to be inline. */
const script = `(() => {
  let scheme = 'auto';
  try {
    scheme = localStorage.getItem('platen-color-scheme') ?? 'auto';
  } catch {}
  const isDark =
    scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
})();
`;

/** Adds the script to the page as a file of its own, which blocks the first paint. */
export function rememberColorScheme(): Plugin {
  const hash = createHash('sha256').update(script).digest('base64url').slice(0, 8);
  const fileName = `assets/color-scheme-${hash}.js`;
  return {
    name: 'remember-color-scheme',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: script });
    },
    transformIndexHtml: () => [
      { tag: 'script', attrs: { src: `/studio/${fileName}` }, injectTo: 'head-prepend' },
    ],
  };
}
