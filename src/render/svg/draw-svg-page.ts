import type { Canvas } from '@napi-rs/canvas';

import type { CompressedImage } from '../images/image-cache.ts';
import type { DrawingBudget } from '../surface/drawing-budget.ts';
import type { Surface } from '../surface/layers.ts';
import { PX_PER_INCH, toInches, type LengthUnit } from '../../common/lengths/units.ts';
import { Definitions } from './definitions.ts';
import type { FileDescription } from '../scene/scene.ts';
import { escapeText, HREF, num, tag } from './markup.ts';
import { SvgContext } from './svg-context.ts';
import { definePicture, type TextWriter } from './text-writer.ts';

/** The size of a page in CSS pixels, the unit of its template, and its title and subject. */
interface PageToDraw {
  readonly width: number;
  readonly height: number;
  readonly unit?: LengthUnit;
  readonly description?: FileDescription;
}

/** The pictures of a page, by the stand-ins that are drawn for them. */
export type Pictures = ReadonlyMap<Canvas, CompressedImage>;

/**
 * Draws a page as SVG. The transform that `draw` gets has its origin at the viewport's top left corner; its
 * unit is the CSS pixel. The same page always gives the same text.
 */
export function drawSvgPage(
  page: PageToDraw,
  pictures: Pictures,
  budget: DrawingBudget,
  makeTexts: (definitions: Definitions) => TextWriter,
  draw: (surface: Surface) => void,
): string {
  const { width, height, unit = 'px', description = {} } = page;
  const definitions = new Definitions();
  const defined = [...pictures].map(([standIn, { encoding, ...file }]) => {
    const mediaType = encoding === 'jpeg' ? 'image/jpeg' : 'image/png';
    return [standIn, definePicture(definitions, { ...file, mediaType })] as const;
  });
  const shared = { definitions, pictures: new Map(defined), texts: makeTexts(definitions), budget };
  const getSurface = (context: SvgContext): Surface => ({
    kind: 'svg',
    context,
    width,
    height,
    channels: 'all',
    rasterised: false,
    shown: null,
    budget,
    drawGroup: (effects, bounds, drawInside) => {
      context.drawGroup(effects, bounds, (inside) => drawInside(getSurface(inside)));
    },
    drawMasked: (bounds, drawMask, drawInside) => {
      context.drawMasked(
        bounds,
        (inside) => drawMask(getSurface(inside)),
        (inside) => drawInside(getSurface(inside)),
      );
    },
    fillWithTiles: (box, tile, drawTile) => {
      context.fillWithTiles(box, tile, (inside) => drawTile(getSurface(inside)));
    },
  });
  const context = new SvgContext(shared);
  draw(getSurface(context));
  const content = context.write();
  const drawn = shared.texts.finish() + definitions.write() + content;
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    'xmlns:xlink': drawn.includes(HREF) ? 'http://www.w3.org/1999/xlink' : undefined,
    width: lengthIn(width, unit),
    height: lengthIn(height, unit),
    viewBox: `0 0 ${num(width)} ${num(height)}`,
    // What blends must not blend with the document around the picture.
    style: content.includes('mix-blend-mode') ? 'isolation:isolate' : undefined,
  };
  // Programs that read a picture aloud take its first elements (SVG 2, 5.8).
  const words =
    (description.title === undefined ? '' : tag('title', {}, escapeText(description.title))) +
    (description.subject === undefined ? '' : tag('desc', {}, escapeText(description.subject)));
  return `${tag('svg', attributes, words + drawn)}\n`;
}

function lengthIn(px: number, unit: LengthUnit): string {
  const perPx = 1 / (PX_PER_INCH * toInches(1, unit));
  return `${Number((px * perPx).toFixed(4))}${unit}`;
}
