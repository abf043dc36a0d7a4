import type { Paint } from '../../generated/template.ts';
import { canonicalColor } from '../render/bind/colors.ts';
import { lookUp } from './look-up.ts';

/** Directions of CSS gradients as angles; corners as for a square box. */
const directions: Readonly<Record<string, number>> = {
  'to top': 0,
  'to right top': 45,
  'to top right': 45,
  'to right': 90,
  'to bottom right': 135,
  'to right bottom': 135,
  'to bottom': 180,
  'to bottom left': 225,
  'to left bottom': 225,
  'to left': 270,
  'to left top': 315,
  'to top left': 315,
};

/** The longest paint that is read. */
const maxLength = 2_000;

/** Reads a CSS colour or `linear-gradient()`. Null if it is none of them. */
export function readCssPaint(text: string): Paint | null {
  const trimmed = text.trim();
  if (trimmed.length > maxLength) return null;
  return canonicalColor(trimmed) ?? readLinearGradient(trimmed);
}

/** A colour with its opacity multiplied. Null for a text that is not a colour. */
export function readCssColor(text: string, opacity = 1): string | null {
  const color = canonicalColor(text.trim());
  if (color === null || opacity >= 1) return color;
  const alpha = Math.round(Number.parseInt(color.slice(7), 16) * Math.max(0, opacity));
  return color.slice(0, 7) + alpha.toString(16).padStart(2, '0');
}

/** CSS Images 3, section 3.1. */
function readLinearGradient(text: string): Paint | null {
  const inner = /^linear-gradient\((?<inner>.*)\)$/isu.exec(text)?.groups?.['inner'];
  if (inner === undefined) return null;
  const [first = '', ...rest] = splitArguments(inner);
  const angle = readAngle(first);
  const parts = angle === null ? [first, ...rest] : rest;
  const stops = parts.map((part) => {
    const [, color = '', offset] = /^(?<color>.*?)(?:\s+(?<offset>-?[\d.]+)%)?$/su.exec(part) ?? [];
    return {
      color: canonicalColor(color.trim()),
      offset: offset === undefined ? null : Number(offset) / 100,
    };
  });
  if (stops.length < 2) return null;
  const complete: { offset: number; color: string }[] = [];
  for (const [index, { color, offset }] of stops.entries()) {
    if (color === null) return null;
    const even = index / (stops.length - 1);
    const least = complete.at(-1)?.offset ?? 0;
    complete.push({ offset: Math.min(1, Math.max(least, offset ?? even)), color });
  }
  return { type: 'linear', angle: angle ?? 180, stops: complete };
}

function readAngle(text: string): number | null {
  const [, amount, unit] = /^(-?[\d.]+)(deg|turn|rad)$/iu.exec(text.trim()) ?? [];
  if (amount === undefined)
    return lookUp(directions, text.trim().toLowerCase().replaceAll(/\s+/gu, ' ')) ?? null;
  const perUnit = { deg: 1, turn: 360, rad: 180 / Math.PI }[unit?.toLowerCase() ?? 'deg'] ?? 1;
  return Number(amount) * perUnit;
}

/** The arguments between the commas that are in no brackets. */
function splitArguments(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character !== ',' || depth > 0) continue;
    parts.push(text.slice(start, at).trim());
    start = at + 1;
  }
  return [...parts, text.slice(start).trim()];
}
