/** Colors in inks, as the designer shows and writes them. */
import { readInkNotation, type Cmyk } from '../../../../../../src/common/colors/ink-colors.ts';
import { seeInks } from '../../../../../../src/common/colors/see-inks.ts';
import type { TemplateDocument } from '../../model/template.ts';

export type Inks = NonNullable<TemplateDocument['inks']>;

/** About how a color in inks looks, as `#rrggbb` or `#rrggbbaa`; null if it is none of the document. */
export function inkToHex(text: string, inks: Inks): string | null {
  const read = readInkNotation(text);
  if (read === null || typeof read === 'string') return null;
  const cmyk = read.kind === 'cmyk' ? read.cmyk : tinted(read.name, read.tint, inks);
  if (cmyk === null) return null;
  const bytes = [...seeInks(cmyk), ...(read.alpha < 1 ? [Math.round(read.alpha * 255)] : [])];
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Percentages of the process inks of a color; null: it is none of these. */
export function readCmyk(text: string): readonly number[] | null {
  const read = readInkNotation(text);
  return typeof read === 'object' && read?.kind === 'cmyk' ? read.cmyk.map(toPercent) : null;
}

/** The name and the percentage of an ink; null: it is no such color. */
export function readInk(text: string): { readonly name: string; readonly percent: number } | null {
  const read = readInkNotation(text);
  if (typeof read !== 'object' || read?.kind !== 'ink') return null;
  return { name: read.name, percent: toPercent(read.tint) };
}

/** Process inks by their percentages. */
export function writeCmyk(percents: readonly number[]): string {
  return `device-cmyk(${percents.map((percent) => `${percent}%`).join(' ')})`;
}

export function writeInk(name: string, percent: number): string {
  return `ink("${name}"${percent === 100 ? '' : ` ${percent}%`})`;
}

/** A name that no ink of a document has. */
export function freeInkName(stem: string, inks: Inks): string {
  const names = new Set(inks.map(({ name }) => name));
  let number = 1;
  while (names.has(`${stem} ${number}`)) number += 1;
  return `${stem} ${number}`;
}

function tinted(name: string, tint: number, inks: Inks): Cmyk | null {
  const ink = inks.find((each) => each.name === name);
  if (ink === undefined) return null;
  const [cyan = 0, magenta = 0, yellow = 0, black = 0] = ink.cmyk.map((percent) => (percent / 100) * tint);
  return [cyan, magenta, yellow, black];
}

function toPercent(share: number): number {
  return Math.round(share * 1000) / 10;
}
