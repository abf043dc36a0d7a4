/** Chromium draws SVG files. Fonts that are not there are replaced by the same ones as in the template. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { Browser, Route } from 'playwright-core';
import type { TemplateFont } from '../../../generated/template.ts';
import { FolderFiles } from '../../../src/importers/folder-files.ts';
import { DesignFonts } from '../../../src/importers/fonts.ts';
import { BUNDLED_FAMILIES } from '../../../src/render/fonts/bundled-fonts.ts';
import { readFamilyNames } from '../../../src/common/names/family-names.ts';
import { startBrowser } from '../../helpers/browser.ts';
import type { DrawOriginal, DrawnFile } from '../original.ts';

/** Fonts have addresses of their own: files may not load others. */
const fontOrigin = 'https://fonts.example';
const generic =
  /(font-family\s*[:=]\s*["']?)(sans-serif|sans|serif|monospace|system-ui|cursive)(?=["';}\s])/giu;

let browser: Promise<Browser> | null = null;

/** Stops the browser. */
export async function close(): Promise<void> {
  await (await browser)?.close();
  browser = null;
}

export const drawOriginal: DrawOriginal = async (file) => {
  // Text that flows in a shape: Inkscape had it for a while, browsers never.
  if (/<(?:svg:)?flowPara[^>]*>(?:<[^>]*>)*[^<>]*[^\s<>]/u.test(new TextDecoder().decode(file.source.bytes)))
    return null;
  browser ??= startBrowser();
  const { place, width, height, source } = file;
  const page = await (await browser).newPage({ viewport: { width, height } });
  // Beside the original, so that its pictures are found.
  const copy = `${place}.drawn.svg`;
  try {
    await writeFile(copy, withFonts(new TextDecoder().decode(source.bytes).trimStart(), file));
    await page.route('**', (route) => answer(route, file).catch(() => route.abort()));
    await page.goto(pathToFileURL(copy).href);
    await page.evaluate(
      'Promise.race([document.fonts.ready, new Promise((done) => setTimeout(done, 8000))])',
    );
    return await page.screenshot({ clip: { x: 0, y: 0, width, height } });
  } finally {
    await page.close();
    await rm(copy, { force: true });
  }
};

/** Answers with fonts; nothing else is fetched. */
async function answer(route: Route, { folder }: DrawnFile): Promise<void> {
  const url = route.request().url();
  if (!url.startsWith(fontOrigin)) return await (/^https?:/u.test(url) ? route.abort() : route.continue());
  const file = decodeURIComponent(new URL(url).pathname.slice(1));
  const own = [...folder.files].find(([path]) => path === file)?.[1];
  const body = own ?? (await readFile(`/${file}`));
  await route.fulfill({
    body: body instanceof Uint8Array ? Buffer.from(body) : Buffer.of(),
    headers: { 'access-control-allow-origin': '*' },
  });
}

/** The document with fonts for the names that it has. */
function withFonts(svg: string, { folder }: DrawnFile): string {
  const { fonts: own = [] } = JSON.parse(Buffer.from(folder.templateJson ?? '{}').toString()) as {
    fonts?: readonly TemplateFont[];
  };
  const finder = new DesignFonts(new FolderFiles());
  const lists = [
    ...svg.replaceAll('&quot;', "'").matchAll(/font-family\s*[:=]\s*("[^"<>]*"|'[^'<>]*'|[^;"}<>]*)/giu),
  ].map(([, list = '']) => list.replace(/^"([^"]*)"$/u, '$1'));
  const faces = own.map(({ family, weight = 400, style = 'normal', src }) =>
    fontFace(family, { weight, style, path: src }),
  );
  const known = new Set(own.map(({ family }) => family.toLowerCase()));
  for (const list of new Set([...lists, 'Inter'])) {
    const [first] = readFamilyNames(list);
    if (first === undefined || known.has(first.toLowerCase())) continue;
    known.add(first.toLowerCase());
    const { family } = finder.find(list);
    const bundled = BUNDLED_FAMILIES.find(({ name }) => name === family);
    for (const face of bundled?.faces ?? [])
      faces.push(fontFace(first, { ...face, path: face.path.slice(1) }));
  }
  const root = /<(?:\w+:)?svg\b(?:"[^"]*"|'[^']*'|[^"'>])*>/u.exec(svg);
  if (root === null) return svg;
  const base = /font-family/u.test(root[0]) ? '' : ':root{font-family:Inter}';
  const end = root.index + root[0].length;
  const style = `<style xmlns="http://www.w3.org/2000/svg">${base}${faces.join('')}</style>`;
  const rest = svg.slice(end).replaceAll(generic, (_all, before: string, name: string) => {
    return `${before}${finder.find(name).family.replaceAll(' ', '\\ ')}`;
  });
  return svg.slice(0, end) + style + rest;
}

function fontFace(
  family: string,
  { weight, style, path }: { readonly weight: number; readonly style: string; readonly path: string },
): string {
  const address = `${fontOrigin}/${encodeURIComponent(path)}`;
  const name = family.replaceAll(/["<>&\\]/gu, '');
  return `@font-face{font-family:"${name}";font-weight:${weight};font-style:${style};src:url("${address}")}`;
}
