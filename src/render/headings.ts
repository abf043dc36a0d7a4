import { isDecoration, isPicture, joinTexts } from './alternatives.ts';
import { elementTransform, multiply, transformBounds, type Matrix } from './geometry.ts';
import type { SceneElement } from './scene/elements.ts';
import type { Scene } from './scene/scene.ts';

/** A heading of a page. */
export interface Heading {
  /** 1 to 6. */
  readonly level: number;
  readonly title: string;
  /** The top left corner of the upright rectangle around it, on the page in CSS pixels. */
  readonly x: number;
  readonly y: number;
}

/** UTF-16 code units of a title: no viewer shows more in a list. */
const MAX_TITLE_UNITS = 500;

const IDENTITY: Matrix = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };

/**
 * The headings of a page in reading order, as its tags have them: without what is decoration or a part of a
 * picture. A heading that goes on from the page before stands where it begins.
 */
export function findHeadings({ elements }: Pick<Scene, 'elements'>): Heading[] {
  return elements.flatMap((element) => inElement(element, IDENTITY));
}

function inElement(element: SceneElement, around: Matrix): Heading[] {
  if (isDecoration(element) || isPicture(element)) return [];
  const matrix = multiply(around, elementTransform(element));
  if (element.type === 'group') return element.elements.flatMap((inner) => inElement(inner, matrix));
  if (element.type !== 'text' || element.list !== undefined) return [];
  const level = levelOf(element.tag);
  const title = toTitle(joinTexts(element));
  // Of a text that goes on, the first part has the first line.
  if (level === null || title === '' || (element.part?.from ?? 0) > 0) return [];
  const box = { left: 0, top: 0, right: element.width, bottom: element.height };
  const { left, top } = transformBounds(box, matrix);
  return [{ level, title, x: left, y: top }];
}

function levelOf(tag: SceneElement['tag']): number | null {
  return tag !== undefined && /^H[1-6]$/.test(tag) ? Number(tag.slice(1)) : null;
}

/** One line, without places for hyphens and breaks. */
function toTitle(text: string): string {
  const line = text
    .replaceAll(/[\u00ad\u200b\u2060\ufeff]/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  return line.length <= MAX_TITLE_UNITS ? line : `${line.slice(0, MAX_TITLE_UNITS - 1).toWellFormed()}…`;
}
