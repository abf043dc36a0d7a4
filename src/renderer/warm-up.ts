import { OUTPUT_FORMATS } from '../common/names/output-formats.ts';
import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import type { FontBook } from '../render/fonts/font-book.ts';
import type { ImageCache } from '../render/images/image-cache.ts';
import { renderScene } from '../render/pipeline.ts';
import type { OutputFormat } from '../render/job.ts';
import type { Sizing } from '../render/scene/boxes.ts';
import type { Scene } from '../render/scene/scene.ts';

/** One of everything that loads on first use: text in the default family, regular and bold, and a code. */
const scene: Scene = {
  title: 'warm-up',
  language: null,
  width: 64,
  height: 32,
  bleed: 0,
  cropMarks: false,
  intent: 'screen',
  background: { type: 'solid', color: '#ffffffff' },
  fonts: [],
  elements: [
    {
      type: 'text',
      id: 'text',
      x: 0,
      y: 0,
      width: 64,
      height: 32,
      rotation: 0,
      opacity: 1,
      blendMode: 'normal',
      shadow: null,
      blur: 0,
      runs: [
        {
          text: 'Aa',
          fontFamily: 'Inter',
          fontSize: 16,
          fontWeight: 400,
          fontStyle: 'normal',
          color: { type: 'solid', color: '#000000ff' },
          letterSpacing: 0,
          decoration: 'none',
        },
        {
          text: 'Bb',
          fontFamily: 'Inter',
          fontSize: 16,
          fontWeight: 700,
          fontStyle: 'normal',
          color: { type: 'solid', color: '#000000ff' },
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
    },
    {
      type: 'qrcode',
      id: 'code',
      x: 32,
      y: 0,
      width: 32,
      height: 32,
      rotation: 0,
      opacity: 1,
      blendMode: 'normal',
      shadow: null,
      blur: 0,
      value: 'a',
      options: { eclevel: 'M' },
      color: '#000000ff',
      background: null,
      margin: 0,
    },
  ],
};

const sizing: Sizing = {
  width: 'hug',
  height: 'hug',
  minWidth: 0,
  maxWidth: Infinity,
  minHeight: 0,
  maxHeight: Infinity,
  isInLayout: true,
  grow: 1,
  alignSelf: null,
  margin: [0, 0, 0, 0],
  anchor: 'top',
  pin: { left: null, right: null, top: null, bottom: null },
};

/** The same elements, placed by a layout. */
const laidOut: Scene = {
  ...scene,
  isUnplaced: true,
  layout: {
    direction: 'row',
    columnGap: 0,
    rowGap: 0,
    padding: [0, 0, 0, 0],
    align: 'start',
    justify: 'start',
    wrap: false,
  },
  elements: scene.elements.map((element) => ({ ...element, sizing })),
};

/**
 * Renders a tiny scene in each format, so that the first job does not wait for fonts, canvas, codes,
 * encoders and the engine of layouts to load. Then writes the compiled code to its cache: Node does so at
 * exit, but renderers are killed.
 */
export async function warmUp(
  fonts: FontBook,
  images: ImageCache,
  formats: readonly OutputFormat[] = OUTPUT_FORMATS,
): Promise<void> {
  const noFiles = (hash: string): never => {
    throw new Error(`the warm-up has no file ${hash}`);
  };
  const render = async (scene: Scene, format: OutputFormat): Promise<void> => {
    const output = { format, dpi: 96, scale: 1, quality: 80 };
    await renderScene({ scene, assets: {}, output, imageMaxPixels: 1 }, noFiles, fonts, images);
  };
  for (const format of formats) if (format !== 'pdf') await render(scene, format);
  await render(laidOut, 'png');
  await withoutOptimising(() => render(scene, 'pdf'));
  flushCompileCache();
}

/**
 * Runs something whose functions of WebAssembly are never optimised: those that it is the first to call. The
 * PDF loads the subsetter of fonts, which has a function of 153 kB. V8 would optimise it after some dozen
 * fonts, which takes half a second of processor time and 45 MB, and the C library keeps those.
 */
async function withoutOptimising(run: () => Promise<void>): Promise<void> {
  // V8 reads them when it compiles a function, which is when it is first called.
  setFlagsFromString('--no-wasm-tier-up');
  setFlagsFromString('--no-wasm-dynamic-tiering');
  try {
    await run();
  } finally {
    setFlagsFromString('--wasm-dynamic-tiering');
    setFlagsFromString('--wasm-tier-up');
  }
}
