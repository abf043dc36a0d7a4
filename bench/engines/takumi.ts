/**
 * Takumi through its native binding, as its documentation has it: one renderer, fonts registered once,
 * pictures handed over as bytes that it keeps decoded, a node tree for each render. Codes are raw pixels,
 * which it need not decode.
 */
import { codePixels, keepLast } from './codes.ts';
import { loadPeer, peerVersion, readFonts, type Engine } from './engine.ts';
import { readPage, type Box } from './read-page.ts';
import { QUALITY, type Workload } from './workload.ts';

interface Renderer {
  registerFont(font: { name: string; weight: number; data: Buffer }): Promise<unknown>;
  render(node: unknown, options: Record<string, unknown>): Promise<Buffer>;
}

/** Starts Takumi for a page. */
export async function start(workload: Workload): Promise<Engine> {
  const { Renderer } = loadPeer('@takumi-rs/core') as { Renderer: new () => Renderer };
  const renderer = new Renderer();
  for (const font of await readFonts(workload)) await renderer.registerFont({ name: 'Inter', ...font });
  const images = [...workload.files].map(([src, data]) => ({ src, data }));
  const code = keepLast(codePixels);
  const dpi = workload.document.viewportExportDpi ?? 96;

  const makeNode = (box: Box): unknown => {
    const { id, style } = box;
    switch (box.type) {
      case 'plain':
        return { type: 'container', id, style };
      case 'text':
        return { type: 'text', id, text: box.text, style };
      case 'picture':
        return { type: 'image', id, src: box.src, style };
      case 'code':
        return { type: 'image', id, src: code(box.code), style: { ...style, imageRendering: 'pixelated' } };
    }
  };
  return {
    version: `@takumi-rs/core ${await peerVersion('@takumi-rs/core')}`,
    async render(format, round) {
      const page = readPage(workload.document, workload.values(round), dpi);
      const root = { type: 'container', style: page.style, children: page.boxes.map(makeNode) };
      const { width, height } = page;
      // Without a quality its WebP is lossless.
      const quality = format === 'png' ? {} : { quality: QUALITY };
      return await renderer.render(root, { width, height, format, images, ...quality });
    },
    close: () => Promise.resolve(),
  };
}
