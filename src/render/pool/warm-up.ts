import type { FontBook } from '../fonts/font-book.ts';
import type { ImageCache } from '../images/image-cache.ts';
import { renderScene } from '../render-scene.ts';
import type { Scene } from '../scene.ts';

/** Something of everything that loads on first use: a shape, text in the default family, and the encoder. */
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
  ],
};

/** Renders a tiny scene, so that the first real one does not pay for loading fonts, canvas and encoder. */
export async function warmUp(fonts: FontBook, images: ImageCache): Promise<void> {
  const output = { format: 'png', dpi: 96, scale: 1, quality: 80 } as const;
  const noFiles = (hash: string): never => {
    throw new Error(`the warm-up has no file ${hash}`);
  };
  await renderScene({ scene, assets: {}, output, imageMaxPixels: 1 }, noFiles, fonts, images);
}
