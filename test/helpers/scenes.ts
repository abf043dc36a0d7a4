import { createHash } from 'node:crypto';

import sharp from 'sharp';

import type { RenderCaches } from '../../src/render/render-caches.ts';
import { FontBook } from '../../src/render/fonts/font-book.ts';
import { ImageCache } from '../../src/render/images/image-cache.ts';
import { renderScene } from '../../src/render/pipeline.ts';
import type { AssetReference, OutputSettings, RenderJob, RenderResult } from '../../src/render/job.ts';
import type { SceneChart } from '../../src/render/scene/chart.ts';
import type { SceneBarcode, SceneQrCode } from '../../src/render/scene/codes.ts';
import type { SceneElement, SceneGroup } from '../../src/render/scene/elements.ts';
import type { SceneImage } from '../../src/render/scene/image.ts';
import type { Paint } from '../../src/render/scene/paint.ts';
import type { Scene } from '../../src/render/scene/scene.ts';
import type { SceneEllipse, SceneLine, ScenePath, SceneRect } from '../../src/render/scene/shapes.ts';
import type { SceneText } from '../../src/render/scene/text.ts';

type Box = Pick<SceneElement, 'x' | 'y' | 'width' | 'height'>;
type With<T> = Partial<T> & Box;

const fonts = new FontBook();
const cache = new ImageCache(64_000_000);

const base = { id: 'e', rotation: 0, opacity: 1, blendMode: 'normal', shadow: null, blur: 0 } as const;

export const solid = (color: string): Paint => ({ type: 'solid', color });
export const neutralFilters: SceneImage['filters'] = {
  grayscale: 0,
  sepia: 0,
  saturate: 1,
  brightness: 1,
  contrast: 1,
  blur: 0,
};

/** Scene elements with a template's defaults. */
export const rect = (given: With<SceneRect>): SceneRect => ({
  ...base,
  type: 'rect',
  fill: null,
  stroke: null,
  cornerRadius: [0, 0, 0, 0],
  ...given,
});
export const ellipse = (given: With<SceneEllipse>): SceneEllipse => ({
  ...base,
  type: 'ellipse',
  fill: null,
  stroke: null,
  ...given,
});
export const line = (given: With<SceneLine>): SceneLine => ({
  ...base,
  type: 'line',
  stroke: null,
  cap: 'butt',
  ...given,
});
export const path = (given: With<ScenePath> & Pick<ScenePath, 'd' | 'viewBox'>): ScenePath => ({
  ...base,
  type: 'path',
  fill: null,
  stroke: null,
  fillRule: 'nonzero',
  ...given,
});
export const image = (given: With<SceneImage> & Pick<SceneImage, 'asset'>): SceneImage => ({
  ...base,
  type: 'image',
  fit: 'cover',
  position: { x: 0.5, y: 0.5 },
  cornerRadius: [0, 0, 0, 0],
  filters: neutralFilters,
  ...given,
});
export const group = (given: With<SceneGroup> & Pick<SceneGroup, 'elements'>): SceneGroup => ({
  ...base,
  type: 'group',
  clip: 'none',
  cornerRadius: [0, 0, 0, 0],
  ...given,
});
export const qrcode = (given: With<SceneQrCode> & Pick<SceneQrCode, 'value'>): SceneQrCode => ({
  ...base,
  type: 'qrcode',
  options: { eclevel: 'M' },
  color: '#000000ff',
  background: '#ffffffff',
  margin: 4,
  ...given,
});
export const barcode = (
  given: With<SceneBarcode> & Pick<SceneBarcode, 'value' | 'symbology'>,
): SceneBarcode => ({
  ...base,
  type: 'barcode',
  color: '#000000ff',
  background: '#ffffffff',
  showText: true,
  ...given,
});
export const chart = (given: With<SceneChart> & Pick<SceneChart, 'spec'>): SceneChart => ({
  ...base,
  type: 'chart',
  lists: {},
  values: {},
  theme: { fontFamily: 'Inter', color: '#000000ff', colors: [] },
  locale: 'en',
  ...given,
});
export const text = (content: string, fontSize: number, given: With<SceneText>): SceneText => ({
  ...base,
  type: 'text',
  runs: [
    {
      text: content,
      fontFamily: 'Inter',
      fontSize,
      fontWeight: 400,
      fontStyle: 'normal',
      color: solid('#000000ff'),
      letterSpacing: 0,
      decoration: 'none',
    },
  ],
  lineHeight: 1.2,
  align: 'start',
  verticalAlign: 'top',
  direction: 'auto',
  overflow: 'visible',
  minFontSize: 8,
  maxLines: null,
  wrap: true,
  hyphens: 'manual',
  language: null,
  stroke: null,
  highlight: null,
  ...given,
});

export interface RenderOptions {
  readonly output?: Partial<OutputSettings>;
  /** Images by the `asset` of their elements. */
  readonly files?: Readonly<Record<string, Uint8Array>>;
  /** `caller`: the keys are names of variables. */
  readonly origin?: AssetReference['origin'];
  readonly imageMaxPixels?: number;
  readonly cache?: ImageCache;
  readonly memory?: Partial<RenderCaches>;
  readonly inspect?: RenderJob['inspect'];
  readonly isLayoutOnly?: boolean;
}

/** Renders a scene; the default is 100 × 100 px on white. */
export function render(scene: Partial<Scene>, options: RenderOptions = {}): Promise<RenderResult> {
  const { output = {}, files = {}, origin = 'template', imageMaxPixels = 50_000_000 } = options;
  const byHash = new Map<string, Uint8Array>();
  const assets: Record<string, AssetReference> = {};
  for (const [key, bytes] of Object.entries(files)) {
    const hash = createHash('sha256').update(bytes).digest('hex');
    byHash.set(hash, bytes);
    assets[key] = { hash, origin, kind: 'image', variable: origin === 'caller' ? key : null };
  }
  const readBytes = (hash: string): Uint8Array => {
    const bytes = byHash.get(hash);
    if (bytes === undefined) throw new Error(`no file ${hash}`);
    return bytes;
  };
  const completeScene: Scene = {
    title: 'Test',
    language: null,
    width: 100,
    height: 100,
    bleed: 0,
    cropMarks: false,
    intent: 'screen',
    background: solid('#ffffffff'),
    fonts: [],
    elements: [],
    ...scene,
  };
  const settings = { format: 'png', dpi: 96, scale: 1, quality: 80, ...output } as const;
  return renderScene(
    {
      scene: completeScene,
      assets,
      output: settings,
      imageMaxPixels,
      isLayoutOnly: options.isLayoutOnly ?? false,
      ...(options.inspect === undefined ? {} : { inspect: options.inspect }),
    },
    readBytes,
    fonts,
    options.cache ?? cache,
    options.memory,
  );
}

export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Buffer;
  /** Red, green, blue and alpha of a pixel. */
  at(x: number, y: number): [number, number, number, number];
}

/** Renders a scene as PNG and decodes it. */
export async function renderPixels(scene: Partial<Scene>, options: RenderOptions = {}): Promise<Pixels> {
  return decodePixels((await render(scene, options)).data);
}

export async function decodePixels(file: Uint8Array): Promise<Pixels> {
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  return {
    width,
    height,
    data,
    at: (x, y) => {
      const [r = -1, g = -1, b = -1, a = -1] = data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4);
      return [r, g, b, a];
    },
  };
}

/** The largest difference of two colours in a channel. */
export function colorDistance(one: readonly number[], other: readonly number[]): number {
  return Math.max(...one.map((channel, index) => Math.abs(channel - (other[index] ?? 0))));
}
