/** Pages that together use everything that a template can put into a PDF, and the samples. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { loadSample } from '../../bench/shared/sample.ts';
import { FontBook } from '../../src/render/fonts/font-book.ts';
import { ImageCache } from '../../src/render/images/image-cache.ts';
import { renderScene } from '../../src/render/pipeline.ts';
import type { SceneElement } from '../../src/render/scene/elements.ts';
import type { Paint } from '../../src/render/scene/paint.ts';
import type { Scene } from '../../src/render/scene/scene.ts';
import {
  barcode,
  chart,
  ellipse,
  group,
  image,
  line,
  neutralFilters,
  path as outline,
  qrcode,
  rect,
  render,
  solid,
  text,
} from '../helpers/scenes.ts';

const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });
const RED = solid('#ff0000ff');
const shadow = { x: 4, y: 4, blur: 6, color: '#000000aa' };
const stops = (from: string, to: string) => [
  { offset: 0, color: from },
  { offset: 1, color: to },
];
const linear = (from: string, to: string): Paint => ({ type: 'linear', angle: 90, stops: stops(from, to) });
const radial = (from: string, to: string): Paint => ({
  type: 'radial',
  center: { x: 0.5, y: 0.5 },
  radius: 0.5,
  stops: stops(from, to),
});

const blendModes = [
  'multiply',
  'screen',
  'overlay',
  'darken',
  'lighten',
  'color-dodge',
  'color-burn',
  'hard-light',
  'soft-light',
  'difference',
  'exclusion',
  'hue',
  'saturation',
  'color',
  'luminosity',
];

/** Nested groups, each clipped and translucent. */
function nest(depth: number): SceneElement {
  if (depth === 0) return text('deep', 12, box(0, 0, 60, 20));
  return group({
    ...box(1, 1, 80, 80),
    clip: 'box',
    cornerRadius: [5, 5, 5, 5],
    opacity: 0.95,
    elements: [rect({ ...box(0, 0, 80, 80), fill: linear('#ff000022', '#0000ff00') }), nest(depth - 1)],
  });
}

const title = `Tëst <&> “x” \u0007 😀 ${'x'.repeat(300)}`;
const pages: Readonly<Record<string, Partial<Scene>>> = {
  empty: { background: null },
  tiny: { width: 4, height: 4 },
  wide: {
    width: 17_000,
    elements: [rect({ ...box(0, 0, 17_000, 50), fill: linear('#ff000080', '#00ff00ff') })],
  },
  title: { title },
  description: {
    description: { title, author: 'Ann & “Co”', subject: 'A <test>', keywords: 'one, two; 三' },
  },
  endless: {
    width: 17_000,
    elements: [text('word '.repeat(5000), 1, { ...box(0, 0, 17_000, 20), wrap: false })],
  },
  shapes: {
    elements: [
      rect({ ...box(5, 5, 40, 40), fill: RED, stroke: { color: '#000000ff', width: 2, dash: [4] } }),
      line({ ...box(0, 0, 90, 90), stroke: { color: '#00000080', width: 2, dash: [] }, cap: 'round' }),
      text('Black', 12, box(5, 60, 80, 20)),
    ],
  },
  rtl: {
    elements: [
      text('וְחֹשֶׁךְ עַל פְּנֵי תְהוֹם', 12, box(5, 5, 90, 40)),
      text('دیگر برابرند و می‌آیند. بَيْتٌ', 12, { ...box(5, 50, 90, 40), opacity: 0.5 }),
    ],
  },
  gradients: {
    background: radial('#ffffffff', '#ccddeeff'),
    elements: [
      rect({ ...box(5, 5, 40, 40), fill: linear('#ff0000ff', '#0000ffff') }),
      ellipse({ ...box(50, 5, 40, 40), fill: radial('#ffff00ff', '#00ffff33') }),
      outline({
        ...box(5, 50, 50, 40),
        d: 'M0 0L9 9H0Z',
        viewBox: [0, 0, 9, 9],
        fill: linear('#ff0000ff', '#0000ff00'),
      }),
    ],
  },
  opacity: {
    elements: [
      group({
        ...box(0, 0, 100, 100),
        opacity: 0.5,
        elements: [rect({ ...box(5, 5, 40, 40), fill: RED }), text('In 😀 it', 12, box(5, 20, 80, 20))],
      }),
      rect({ ...box(40, 40, 40, 40), fill: solid('#00ff0080') }),
      ellipse({ ...box(55, 5, 40, 30), fill: radial('#ffff00ff', '#0000ffff'), opacity: 0.5 }),
      rect({ ...box(5, 60, 30, 30), fill: linear('#ff0000ff', '#0000ff00'), opacity: 0.5 }),
    ],
  },
  nested: { elements: [nest(12)] },
  shadows: {
    elements: [
      rect({ ...box(5, 5, 40, 40), fill: RED, shadow }),
      text('Shadow', 14, { ...box(5, 60, 80, 20), shadow }),
      ellipse({ ...box(55, 5, 30, 30), fill: RED, blur: 3 }),
      group({
        ...box(50, 50, 40, 40),
        shadow,
        opacity: 0.8,
        elements: [rect({ ...box(0, 0, 20, 20), fill: RED })],
      }),
    ],
  },
  images: {
    elements: [
      image({ ...box(5, 5, 40, 40), asset: 'photo' }),
      image({ ...box(50, 5, 40, 40), asset: 'glass' }),
      image({ ...box(5, 50, 40, 40), asset: 'drawing', opacity: 0.5 }),
      image({ ...box(50, 50, 40, 40), asset: 'photo', filters: { ...neutralFilters, sepia: 1 } }),
      group({
        ...box(20, 20, 60, 60),
        clip: 'ellipse',
        elements: [image({ ...box(0, 0, 60, 60), asset: 'photo', blur: 2, blendMode: 'multiply' })],
      }),
    ],
  },
  drawings: {
    elements: [
      image({ ...box(5, 5, 40, 40), asset: 'badge' }),
      image({ ...box(50, 5, 40, 40), asset: 'badge', blendMode: 'multiply', rotation: 20, shadow }),
      image({ ...box(5, 50, 85, 40), asset: 'badge', fit: 'cover', cornerRadius: [9, 9, 9, 9] }),
    ],
  },
  codes: {
    elements: [
      qrcode({ ...box(5, 5, 40, 40), value: 'hello' }),
      barcode({ ...box(5, 50, 90, 40), symbology: 'code128', value: 'ABC123' }),
    ],
  },
  scripts: {
    width: 400,
    height: 300,
    elements: [
      'Hello fi ffi',
      'مرحبا بالعالم',
      'שלום עולם',
      'नमस्ते दुनिया',
      'สวัสดีชาวโลก',
      '你好，世界 こんにちは 안녕하세요',
      '👩🏽‍🚀 🇩🇪 😀 ✓ ★',
      'soft\u00adhyphen zero\u200bwidth',
    ].map((content, row) => text(content, 16, box(5, 5 + row * 34, 380, 34))),
  },
  glass: {
    elements: [
      image({ ...box(5, 5, 90, 90), asset: 'photo' }),
      rect({ ...box(20, 20, 60, 40), rotation: 10, fill: solid('#ffffff55'), backdropBlur: 4 }),
      group({
        ...box(10, 50, 80, 40),
        opacity: 0.8,
        elements: [
          rect({ ...box(0, 0, 40, 40), fill: RED }),
          ellipse({ ...box(20, 5, 40, 30), backdropBlur: 3 }),
        ],
      }),
    ],
  },
  links: {
    elements: [
      image({ ...box(5, 5, 40, 40), asset: 'photo', rotation: 20, href: 'https://a.example/(1)?q=ä' }),
      group({
        ...box(50, 5, 40, 40),
        href: 'mailto:me@a.example',
        elements: [text('Mail', 12, { ...box(0, 0, 40, 20), href: 'tel:+4912345' })],
      }),
    ],
  },
  outlined: {
    elements: [
      text('Outlined', 18, {
        ...box(5, 5, 90, 30),
        stroke: { color: '#ff0000ff', width: 1 },
        highlight: { color: '#ffff00ff', padding: 2, cornerRadius: 3 },
      }),
    ],
  },
  readable: {
    height: 330,
    language: 'en',
    elements: [
      text('Heading', 14, { ...box(5, 5, 90, 20), tag: 'H1', shadow }),
      text('Kapitel', 12, { ...box(5, 25, 90, 20), tag: 'H2', language: 'de', opacity: 0.5 }),
      text('One\nTwo שלום', 10, { ...box(5, 45, 90, 30), list: 'disc' }),
      text('A link', 10, { ...box(5, 75, 90, 15), href: 'https://a.example/' }),
      image({ ...box(5, 90, 40, 20), asset: 'photo', alt: 'Noise', href: 'https://b.example/', rotation: 5 }),
      image({ ...box(50, 90, 40, 20), asset: 'glass', alt: '' }),
      image({ ...box(50, 115, 40, 20), asset: 'badge', alt: 'A badge', opacity: 0.5 }),
      qrcode({ ...box(5, 115, 30, 30), value: 'hello' }),
      barcode({ ...box(5, 150, 90, 20), symbology: 'code128', value: 'ABC123', alt: 'The number ABC123' }),
      group({
        ...box(5, 175, 90, 30),
        opacity: 0.8,
        elements: [
          rect({ ...box(0, 0, 90, 30), fill: RED }),
          text('In a group', 10, box(0, 0, 90, 15)),
          image({ ...box(0, 15, 40, 15), asset: 'photo', alt: 'More noise' }),
          text('Outlined', 10, { ...box(40, 15, 50, 15), stroke: { color: '#ff0000ff', width: 1 } }),
        ],
      }),
      group({ ...box(5, 210, 90, 20), alt: 'A chart', elements: [text('50 %', 10, box(0, 0, 90, 20))] }),
      text('Blurred', 10, { ...box(5, 230, 90, 20), blur: 1 }),
      chart({
        ...box(5, 295, 90, 30),
        alt: 'One bar',
        spec: {
          data: { values: [{ n: 1 }] },
          mark: 'bar',
          encoding: { x: { field: 'n', type: 'quantitative' } },
        },
      }),
      group({
        ...box(5, 250, 90, 40),
        tag: 'Table',
        elements: ['TH', 'TD'].map((tag, row) =>
          group({
            ...box(0, row * 20, 90, 20),
            tag: 'TR',
            elements: [0, 45].map((x) => text(`Cell ${row}`, 10, { ...box(x, 0, 45, 20), tag: tag as 'TH' })),
          }),
        ),
      }),
    ],
  },
  blended: {
    width: 600,
    background: solid('#88aaccff'),
    elements: blendModes.flatMap((blendMode, column) => [
      rect({ ...box(column * 40, 5, 30, 40), fill: RED, blendMode }),
      group({
        ...box(column * 40, 50, 30, 40),
        blendMode,
        elements: [rect({ ...box(0, 0, 30, 30), fill: RED }), text('x', 20, box(5, 5, 20, 30))],
      }),
    ]),
  },
};

/** Every page as a PDF for the screen, one for print, one with crop marks, and one without RGB, by name. */
export async function renderPages(): Promise<Map<string, Uint8Array>> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const red = { r: 255, g: 0, b: 0, alpha: 0.5 };
  const circle =
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">' +
    '<circle cx="20" cy="20" r="15" fill="teal"/></svg>';
  const badge =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><linearGradient id="l">' +
    '<stop stop-color="red"/><stop offset="1" stop-color="blue" stop-opacity=".2"/></linearGradient>' +
    '<radialGradient id="r"><stop stop-color="white"/><stop offset="1" stop-color="navy"/>' +
    '</radialGradient><clipPath id="c"><path d="M0 0h40L20 40z"/></clipPath><g clip-path="url(#c)">' +
    '<rect width="40" height="20" fill="url(#l)"/></g><g opacity=".6">' +
    '<circle cx="20" cy="20" r="10" fill="url(#r)"/>' +
    '<circle cx="26" cy="26" r="10" stroke="#000" stroke-opacity=".5"/></g></svg>';
  const files = {
    photo: await sharp({ create: { width: 300, height: 200, channels: 3, background: '#888', noise } })
      .jpeg()
      .toBuffer(),
    glass: await sharp({ create: { width: 60, height: 60, channels: 4, background: red } })
      .png()
      .toBuffer(),
    drawing: new TextEncoder().encode(circle),
    badge: new TextEncoder().encode(badge),
  };
  const kinds: Readonly<Record<string, Partial<Scene>>> = {
    screen: { intent: 'screen' },
    print: { intent: 'print', bleed: 10 },
    marked: { intent: 'print', bleed: 10, cropMarks: true },
    converted: { intent: 'print', bleed: 10, convertsToInks: true },
  };
  const rendered = new Map<string, Uint8Array>();
  for (const [name, page] of Object.entries(pages)) {
    for (const [kind, settings] of Object.entries(kinds)) {
      const output = { format: 'pdf', dpi: 150 } as const;
      const { data } = await render({ ...page, ...settings }, { files, output });
      rendered.set(`${name}-${kind}`, data);
    }
  }
  return rendered;
}

/** The samples with their example values as PDFs, by name. */
export async function renderSamples(): Promise<Map<string, Uint8Array>> {
  const fonts = new FontBook();
  const cache = new ImageCache(64_000_000);
  const rendered = new Map<string, Uint8Array>();
  const folder = path.join(import.meta.dirname, '../../samples');
  const templates = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => path.basename(file) === 'template.json')
    .map((file) => path.dirname(file))
    .sort();
  for (const name of templates) {
    const { job, files } = await (await loadSample(name)).makeJob('pdf', 0);
    const readBytes = (hash: string): Uint8Array => {
      const bytes = files.get(hash);
      if (!(bytes instanceof Uint8Array)) throw new Error(`no bytes of ${hash}`);
      return bytes;
    };
    rendered.set(name.replaceAll(path.sep, '-'), (await renderScene(job, readBytes, fonts, cache)).data);
  }
  return rendered;
}
