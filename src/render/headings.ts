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
  const found: Heading[] = [];
  addHeadings(elements, IDENTITY, found);
  return found;
}

function addHeadings(elements: readonly SceneElement[], around: Matrix, found: Heading[]): void {
  for (const element of elements) {
    const level = element.type === 'text' ? levelOf(element.tag) : null;
    if (level === null && element.type !== 'group') continue;
    if (isDecoration(element) || isPicture(element)) continue;
    const matrix = multiply(around, elementTransform(element));
    if (element.type === 'group') addHeadings(element.elements, matrix, found);
    if (element.type !== 'text' || level === null || element.list !== undefined) continue;
    const title = toTitle(joinTexts(element));
    // Of a text that goes on, the first part has the first line.
    if (title === '' || (element.part?.from ?? 0) > 0) continue;
    const box = { left: 0, top: 0, right: element.width, bottom: element.height };
    const { left, top } = transformBounds(box, matrix);
    found.push({ level, title, x: left, y: top });
  }
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
