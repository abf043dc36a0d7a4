/** From the page to the screen. Lengths on the screen are CSS pixels from the canvas's top left corner. */
import { compose, scale, translate, type Matrix } from 'transformation-matrix';
import type { TemplateDocument } from '../model/template.ts';
import type { Box, Point } from '../model/placement.ts';
import { pixelsPerUnit } from '../model/pixels-per-unit.ts';
import type { View } from '../state/designer.ts';

/** From lengths of the document on the page to the screen. */
export function pageToScreen(document: TemplateDocument, { zoom, x, y }: View): Matrix {
  return compose(translate(x, y), scale(zoom * pixelsPerUnit(document)));
}

/** What a part of the canvas needs to draw what has a place on the page. */
export interface OnScreen {
  readonly screen: Matrix;
}

/** A place on the page, in the document's unit, of one on the screen. */
export function toPagePoint(document: TemplateDocument, { zoom, x, y }: View, point: Point): Point {
  const factor = zoom * pixelsPerUnit(document);
  return { x: (point.x - x) / factor, y: (point.y - y) / factor };
}

export const minZoom = 0.05;
export const maxZoom = 16;

/** The view with another zoom; the page stays where the point on the screen is. */
export function zoomAt(view: View, zoom: number, point: Point): View {
  const next = Math.min(maxZoom, Math.max(minZoom, zoom));
  const factor = next / view.zoom;
  return {
    zoom: next,
    x: point.x - (point.x - view.x) * factor,
    y: point.y - (point.y - view.y) * factor,
    fitUpTo: null,
  };
}

/** The space around a page that fits the canvas. */
const fitMargin = 40;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A page is tiny where a larger zoom than this one fits. It opens at that, others at 100 % at most. */
const tinyFrom = 3;
const tinyZoom = 8;

/** The largest zoom at which a page opens. */
export function openingZoom(document: TemplateDocument, canvas: Size): number {
  return fitPage(document, canvas, maxZoom).zoom > tinyFrom ? tinyZoom : 1;
}

/** The view that shows the page as large as the canvas allows, at most at a zoom. */
export function fitPage(document: TemplateDocument, canvas: Size, upTo: number): View {
  return { ...fitBox(document, canvas, { x: 0, y: 0, ...document.viewport }, upTo), fitUpTo: upTo };
}

/** The view that shows a rectangle of the page as large as the canvas allows, at most at a zoom. */
export function fitBox(document: TemplateDocument, canvas: Size, box: Box, upTo: number): View {
  const unit = pixelsPerUnit(document);
  const room = (side: number) => Math.max(40, side - 2 * fitMargin);
  const wanted = Math.min(
    room(canvas.width) / (Math.max(box.width, 1e-3) * unit),
    room(canvas.height) / (Math.max(box.height, 1e-3) * unit),
    upTo,
  );
  const zoom = Math.min(maxZoom, Math.max(minZoom, wanted));
  return {
    zoom,
    // Whole pixels: the picture is not resampled at 100 %.
    x: Math.round(canvas.width / 2 - (box.x + box.width / 2) * unit * zoom),
    y: Math.round(canvas.height / 2 - (box.y + box.height / 2) * unit * zoom),
    fitUpTo: null,
  };
}

/** The view in a canvas of another size: fitted again if it was, or else with the same middle. */
export function resizeView(document: TemplateDocument, view: View, before: Size, canvas: Size): View {
  if (view.fitUpTo !== null) return fitPage(document, canvas, view.fitUpTo);
  // Whole pixels, and the same ones after the size before.
  const half = (side: number) => Math.floor(side / 2);
  return {
    ...view,
    x: view.x + half(canvas.width) - half(before.width),
    y: view.y + half(canvas.height) - half(before.height),
  };
}
