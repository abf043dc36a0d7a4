/** Adjustments of the colours of elements. */
import type { Gradient, GradientStop, TemplateElement } from '../../../../generated/template.ts';
import { around, rounded, type DesignBox } from '../../boxes.ts';
import type { TemplateBuilder } from '../../builder.ts';
import { readColor } from '../paints.ts';
import type { Rgb } from '../../color-spaces.ts';
import type { Adjustments } from './adjustments.ts';
import { applyStep, type Step } from './steps.ts';

/** Stops of gradients are as near to each other: between them colours change evenly. */
const stopDistance = 1 / 32;

/** Changes the colours of a layer's elements by the adjustments above it; what cannot be is a loss. */
export function adjustColors(
  elements: readonly TemplateElement[],
  name: string,
  steps: readonly Step[],
  { adjustments, builder }: { readonly adjustments: Adjustments; readonly builder: TemplateBuilder },
): void {
  if (steps.length === 0 || elements.length === 0) return;
  const box = around(elements as readonly Partial<DesignBox>[]);
  const amounts = adjustments.shownIn(steps, box);
  const hasColors = elements.some(({ type }) => type !== 'image');
  if (amounts.includes(null) && hasColors)
    builder.lose(name, 'adjustments', 'Those whose masks show a part of it leave its colours as they are.');
  const isMixed = elements.some(
    ({ blendMode = 'normal', opacity = 1 }) => blendMode !== 'normal' || Number(opacity) < 1,
  );
  if (isMixed)
    builder.lose(name, 'adjustments', 'It is adjusted by itself, not together with what shines through.');
  const change = (text: string): string => {
    const [r = 0, g = 0, b = 0, alpha = 255] = [1, 3, 5, 7].map((at) => parseChannel(text, at));
    const color: Rgb = [r, g, b];
    for (const [index, step] of steps.entries()) applyStep(color, step, amounts[index] ?? 0);
    return readColor({ r: color[0], g: color[1], b: color[2] }, alpha / 255);
  };
  for (const element of elements) changeColors(element, change);
}

function parseChannel(text: string, at: number): number | undefined {
  const digits = text.slice(at, at + 2);
  return digits === '' ? undefined : Number.parseInt(digits, 16);
}

/** Keys of elements that have no colours. */
const others: ReadonlySet<string> = new Set(['id', 'text', 'src', 'd', 'mask', 'fontFamily']);

const isColor = /^#[\da-f]{6}(?:[\da-f]{2})?$/iu;

/** Changes all colours of an object, in place: proposals of variables know it. */
function changeColors(value: object, change: (color: string) => string): void {
  if (isGradient(value)) value.stops = closer(value.stops);
  for (const [key, own] of Object.entries(value) as [string, unknown][]) {
    if (others.has(key)) continue;
    if (typeof own === 'string' && isColor.test(own)) Reflect.set(value, key, change(own));
    else if (typeof own === 'object' && own !== null) changeColors(own, change);
  }
}

function isGradient(value: object): value is Gradient {
  return 'stops' in value && Array.isArray(value.stops);
}

/** Stops between those that are far from each other, so that the way between them is adjusted, too. */
function closer(stops: readonly GradientStop[]): GradientStop[] {
  return stops.flatMap((stop, index) => {
    const next = stops[index + 1];
    const gap = next === undefined ? 0 : next.offset - stop.offset;
    if (next === undefined || next.color === stop.color || gap <= stopDistance) return [{ ...stop }];
    const count = Math.ceil(gap / stopDistance);
    return Array.from({ length: count }, (_, part) => ({
      offset: rounded(stop.offset + (gap * part) / count),
      color: mixedColor(stop.color, next.color, part / count),
    }));
  });
}

function mixedColor(one: string, other: string, share: number): string {
  const [r = 0, g = 0, b = 0, alpha = 255] = [1, 3, 5, 7].map((at) => {
    const [from, to] = [parseChannel(one, at) ?? 255, parseChannel(other, at) ?? 255];
    return from + (to - from) * share;
  });
  return readColor({ r, g, b }, alpha / 255);
}
