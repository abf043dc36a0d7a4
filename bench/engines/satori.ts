/**
 * satori, which makes an SVG, and resvg-js, which draws it. The SVG holds the pictures, and resvg decodes
 * them every time: it keeps nothing. It writes PNG only; the other formats are made by sharp from its pixels.
 */
import sharp from 'sharp';
import { codeUrl, keepLast } from './codes.ts';
import { loadPeer, peerVersion, readFonts, type Engine } from './engine.ts';
import { readPage, type Box } from './read-page.ts';
import { QUALITY, type Workload } from './workload.ts';

type Satori = (element: unknown, options: Record<string, unknown>) => Promise<string>;

interface Drawn {
  readonly width: number;
  readonly height: number;
  readonly pixels: Buffer;
  asPng(): Buffer;
}

/** Starts satori for a page. */
export async function start(workload: Workload): Promise<Engine> {
  const { default: satori } = loadPeer('satori') as { default: Satori };
  const { Resvg } = loadPeer('@resvg/resvg-js') as {
    Resvg: new (svg: string, options: unknown) => { render(): Drawn };
  };
  sharp.concurrency(1);
  // The same list each time: satori keeps what it read of the fonts for as long as it gets the same.
  const fonts = (await readFonts(workload)).map((font) => ({ name: 'Inter', style: 'normal', ...font }));
  const urls = new Map(
    [...workload.files].map(([name, data]) => [name, `data:image/jpeg;base64,${data.toString('base64')}`]),
  );
  const code = keepLast(codeUrl);
  const dpi = workload.document.viewportExportDpi ?? 96;

  const makeElement = (box: Box): unknown => {
    const { style } = box;
    switch (box.type) {
      case 'plain':
        return { type: 'div', props: { style } };
      case 'text':
        return { type: 'div', props: { style, children: box.text } };
      case 'picture':
        return {
          type: 'img',
          props: { src: urls.get(box.src), width: box.width, height: box.height, style },
        };
      case 'code':
        return { type: 'img', props: { src: code(box.code), width: box.width, height: box.height, style } };
    }
  };
  return {
    version: `satori ${await peerVersion('satori')}, @resvg/resvg-js ${await peerVersion('@resvg/resvg-js')}`,
    async render(format, round) {
      const page = readPage(workload.document, workload.values(round), dpi);
      const root = { type: 'div', props: { style: page.style, children: page.boxes.map(makeElement) } };
      const svg = await satori(root, { width: page.width, height: page.height, fonts });
      if (format === 'svg') return Buffer.from(svg);
      const drawn = new Resvg(svg, { font: { loadSystemFonts: false } }).render();
      if (format === 'png') return drawn.asPng();
      const { width, height, pixels } = drawn;
      const picture = sharp(pixels, { raw: { width, height, channels: 4 } }).removeAlpha();
      return await (
        format === 'jpeg' ? picture.jpeg({ quality: QUALITY }) : picture.webp({ quality: QUALITY })
      ).toBuffer();
    },
    close: () => Promise.resolve(),
  };
}
