import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { startBrowser } from '../helpers/browser.ts';

/** Pixels of a CSS pixel. */
export const DENSITY = 2;

/** Vega's own SVG in Chromium. */
export interface ChromiumChart {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
  /** The view's own size, without axes and legends. */
  readonly view: { readonly width: number; readonly height: number };
}

export interface ChromiumCharts {
  /** @throws what Vega throws */
  draw(spec: object, config: object): Promise<ChromiumChart>;
  picture(chart: ChromiumChart): Promise<Uint8Array>;
  close(): Promise<void>;
}

const packages = path.join(import.meta.dirname, '../../node_modules');
const fontFolder = path.join(packages, '@expo-google-fonts/inter');
const faces = [
  ['100Thin', 100, 'normal'],
  ['300Light', 300, 'normal'],
  ['400Regular', 400, 'normal'],
  ['400Regular_Italic', 400, 'italic'],
  ['500Medium', 500, 'normal'],
  ['600SemiBold', 600, 'normal'],
  ['700Bold', 700, 'normal'],
  ['700Bold_Italic', 700, 'italic'],
  ['900Black', 900, 'normal'],
] as const;

async function fontFace([name, weight, style]: (typeof faces)[number]): Promise<string> {
  const bytes = await readFile(path.join(fontFolder, name, `Inter_${name}.ttf`));
  const src = `url(data:font/ttf;base64,${bytes.toString('base64')})`;
  return `@font-face { font-family: Inter; font-weight: ${weight}; font-style: ${style}; src: ${src}; }`;
}

async function emojiFace(): Promise<string> {
  const file = 'noto-color-emoji/400Regular/NotoColorEmoji_400Regular.ttf';
  const bytes = await readFile(path.join(packages, '@expo-google-fonts', file));
  const src = `url(data:font/ttf;base64,${bytes.toString('base64')})`;
  return `@font-face { font-family: Noto Color Emoji; src: ${src}; }`;
}

/** A page with Vega and Inter, whose time zone is UTC. */
export async function startChromium(): Promise<ChromiumCharts> {
  const browser = await startBrowser();
  const page = await browser.newPage({ timezoneId: 'UTC', deviceScaleFactor: DENSITY });
  const css = [...(await Promise.all(faces.map(fontFace))), await emojiFace()].join('\n');
  await page.setContent(
    `<!doctype html><style>${css} body { margin: 0; } svg { display: block; }</style><div id="chart"></div>`,
  );
  for (const module of ['vega/build/vega.min.js', 'vega-lite/build/vega-lite.min.js'])
    await page.addScriptTag({ path: path.join(packages, module) });
  await page.evaluate(`document.fonts.forEach((face) => face.load()); document.fonts.ready.then(() => true)`);
  return {
    draw: async (spec, config) =>
      await page.evaluate<ChromiumChart>(`(async () => {
        const { spec } = vegaLite.compile(${JSON.stringify(spec)}, { config: ${JSON.stringify(config)} });
        vega.setRandom(vega.randomLCG(1));
        const view = new vega.View(vega.parse(spec), { renderer: 'none', logLevel: 0 });
        await view.runAsync();
        const svg = await view.toSVG();
        const size = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
        const number = (name) => Number(size.getAttribute(name));
        const own = { width: view.width(), height: view.height() };
        return { svg, width: number('width'), height: number('height'), view: own };
      })()`),
    picture: async ({ svg, width, height }) => {
      await page.setViewportSize({ width: Math.ceil(width), height: Math.ceil(height) });
      await page.evaluate(`document.getElementById('chart').innerHTML = ${JSON.stringify(svg)}`);
      return await page.screenshot({ type: 'png' });
    },
    close: () => browser.close(),
  };
}
