import { unset } from '../design.ts';
import { canHugAnywhere } from '../known-boxes.ts';
import { roundLength, type Box } from '../placement.ts';
import type { TemplateElement } from '../template.ts';

/**
 * Gives an element that leaves its layout a place in numbers, and takes away what only layouts read. What
 * hugs its content goes on doing so.
 *
 * @param seen where it is drawn, in the coordinates of where it goes
 */
export function freeFromLayout(element: TemplateElement, seen: Box): void {
  const given = element as unknown as Record<string, unknown>;
  const { x, y, width, height } = seen;
  for (const [key, length] of Object.entries({ x, y, width, height })) {
    const isKept =
      canHugAnywhere(given, key, height) || (typeof given[key] === 'number' && !['x', 'y'].includes(key));
    if (!isKept && !isBound(given[key])) given[key] = roundLength(length);
  }
  leaveFlow(element);
}

/** Takes away what only layouts read. */
export function leaveFlow(element: TemplateElement): void {
  unset(element, 'alignSelf');
  unset(element, 'grow');
  // A QR code's is its quiet zone.
  if (element.type !== 'qrcode') unset(element, 'margin');
}

function isBound(value: unknown): boolean {
  return typeof value === 'string' && value !== 'hug' && value !== 'fill';
}
