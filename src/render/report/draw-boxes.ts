import type { DrawingContext } from '../text/draw/run-drawer.ts';
import type { PageResources } from '../draw/page-resources.ts';
import { type Bounds, grow, transformBounds } from '../geometry.ts';
import { labelElement } from '../text/label.ts';
import type { SceneElement } from '../scene/elements.ts';
import type { Color } from '../scene/paint.ts';
import type { Scene } from '../scene/scene.ts';
import { drawText } from '../text/draw/draw-text.ts';
import { layoutText } from '../text/layout.ts';
import type { TextLayout } from '../text/text-layout.ts';
import type { LayoutReport, ReportedBox, ReportedElement } from '../layout-report.ts';
import { pageElements } from './page-elements.ts';
import { placeLabels } from './place-labels.ts';

/**
 * Lines are one CSS pixel wide, or this fraction of a large page's longer side, so that they stay visible
 * when zoomed out.
 */
const LINES_PER_PAGE = 1000;
const LABEL_SIZE = 8;
const LINE_HEIGHT = 1.25;
const LABEL_BACKGROUND = '#ffffffb3';

const COLORS: Readonly<Record<SceneElement['type'], string>> = {
  text: '#1d4ed8ff',
  image: '#15803dff',
  qrcode: '#7e22ceff',
  barcode: '#7e22ceff',
  chart: '#0f766eff',
  group: '#c2410cff',
  rect: '#475569ff',
  ellipse: '#475569ff',
  line: '#475569ff',
  path: '#475569ff',
};
const WARNING_COLOR = '#dc2626ff';

/** The label of a box. */
interface BoxLabel {
  readonly around: Bounds;
  readonly layout: TextLayout;
  readonly width: number;
  readonly height: number;
}

/**
 * Draws the boxes and ids of all elements over the page. Texts also show the boxes and baselines of their
 * lines, images their whole area, codes their area without the quiet zone. Elements with warnings are red and
 * show the codes. The context has its origin at the viewport's corner; its unit is the CSS pixel.
 */
export function drawBoxes(
  context: DrawingContext,
  scene: Scene,
  { fonts }: Pick<PageResources, 'fonts'>,
  { elements }: LayoutReport,
): void {
  const reported = new Map(elements.map((element) => [element.id, element]));
  const unit = Math.max(1, Math.max(scene.width, scene.height) / LINES_PER_PAGE);
  const labels: BoxLabel[] = [];
  const readable: Bounds[] = [];
  for (const { element, matrix } of pageElements(scene.elements)) {
    const about = reported.get(element.id);
    if (about === undefined) continue;
    const color = about.warnings.length > 0 ? WARNING_COLOR : COLORS[element.type];
    context.save();
    context.transform(matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f);
    context.strokeStyle = color;
    context.lineWidth = unit / 2;
    drawInside(context, about, unit);
    context.lineWidth = unit;
    context.setLineDash(element.type === 'group' ? [4 * unit, 2 * unit] : []);
    context.strokeRect(0, 0, element.width, element.height);
    context.restore();
    readable.push(...readableParts(about).map((part) => transformBounds(part, matrix)));
    const box = { left: 0, top: 0, right: element.width, bottom: element.height };
    const label = [element.id, ...about.warnings].join(' · ');
    const around = grow(transformBounds(box, matrix), unit / 2);
    labels.push({ around, ...layoutLabel(label, color, unit, scene.width, fonts) });
  }
  const page = { left: 0, top: 0, right: scene.width, bottom: scene.height };
  for (const [index, { left, top }] of placeLabels(page, readable, labels).entries()) {
    const label = labels[index];
    if (label !== undefined) drawLabel(context, label, left, top, unit);
  }
}

/** Lays out a label in one line; it shrinks if it is wider than the page. */
function layoutLabel(
  text: string,
  color: Color,
  unit: number,
  pageWidth: number,
  fonts: PageResources['fonts'],
): Pick<BoxLabel, 'layout' | 'width' | 'height'> {
  const fontSize = LABEL_SIZE * unit;
  const box = { x: 0, y: 0, width: Math.max(1, pageWidth - 4 * unit), height: fontSize * LINE_HEIGHT };
  const layout = layoutText(
    labelElement({
      text,
      box,
      fontSize,
      fontWeight: 500,
      lineHeight: LINE_HEIGHT,
      color,
      align: 'left',
      overflow: 'shrink',
    }),
    fonts,
  );
  const width = Math.max(0, ...layout.lines.map((line) => line.width)) + 4 * unit;
  return { layout, width, height: box.height };
}

function drawLabel(
  context: DrawingContext,
  { layout, width, height }: BoxLabel,
  left: number,
  top: number,
  unit: number,
): void {
  context.save();
  context.translate(left, top);
  context.fillStyle = LABEL_BACKGROUND;
  context.fillRect(0, 0, width, height);
  context.translate(2 * unit, 0);
  drawText(context, layout, false);
  context.restore();
}

/** What labels should not cover: letters and codes, in the coordinates of the element's box. */
function readableParts({ text, code }: ReportedElement): Bounds[] {
  const lines = (text?.lines ?? []).map(({ x, width, top, height }) => ({ x, y: top, width, height }));
  return [...lines, ...(code === undefined ? [] : [code.area])].map(({ x, y, width, height }) => ({
    left: x,
    top: y,
    right: x + width,
    bottom: y + height,
  }));
}

function drawInside(context: DrawingContext, { text, image, code }: ReportedElement, unit: number): void {
  const strokeBox = ({ x, y, width, height }: ReportedBox): void => context.strokeRect(x, y, width, height);
  for (const { x, width, top, height, baseline } of text?.lines ?? []) {
    context.setLineDash([unit, unit]);
    strokeBox({ x, y: top, width, height });
    context.setLineDash([]);
    context.beginPath();
    if (text?.writingMode === undefined) {
      context.moveTo(x, baseline);
      context.lineTo(x + width, baseline);
    } else {
      context.moveTo(baseline, top);
      context.lineTo(baseline, top + height);
    }
    context.stroke();
  }
  context.setLineDash([unit, unit]);
  if (image !== undefined) strokeBox(image.placed);
  if (code !== undefined) strokeBox(code.area);
  context.setLineDash([]);
}
