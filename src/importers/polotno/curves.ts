import type { TextElement } from '../../../generated/template.ts';
import { rounded } from '../boxes.ts';
import type { TemplateBuilder } from '../builder.ts';
import { TextMeasure } from '../measure-text.ts';

/** The greatest part of a circle that a text is bent to: an arc needs two ends. */
const wholeCircle = 0.995;

/** Bends less than this are straight. */
const leastPower = 0.005;

/**
 * Bends a text over a part of a circle: all of it at a power of 1, its ends up instead of down at negative
 * ones. Returns whether it is bent. The arc begins below the top of the box, where the straight line would
 * be.
 */
export function bendText(element: TextElement, power: number, builder: TemplateBuilder): boolean {
  const part = Math.min(wholeCircle, Math.abs(power));
  const { id: _id, x: _x, y: _y, width, height: _height, ...loose } = element;
  const measured = part < leastPower ? null : new TextMeasure(builder, 'px').measure(loose);
  if (measured === null || measured.width <= 0) return false;
  const half = Math.PI * part;
  const radius = measured.width / (2 * half);
  const rise = radius * (1 - Math.cos(half));
  const [top, bottom] = [measured.baseline, measured.baseline + rise];
  const [ends, sweep] = power > 0 ? [bottom, 1] : [top, 0];
  const middle = Number(width) / 2;
  const across = radius * Math.sin(half);
  const [left, right, y, r] = [middle - across, middle + across, ends, radius].map(rounded);
  element.path = { d: `M${left} ${y}A${r} ${r} 0 ${part > 0.5 ? 1 : 0} ${sweep} ${right} ${y}` };
  Object.assign(element, { align: 'center', overflow: 'visible' });
  delete element.minFontSize;
  delete element.verticalAlign;
  return true;
}
