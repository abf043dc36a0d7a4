/** The sizes of texts, which Fabric.js works out again from their fonts. */
import type { FabricObject } from '../../../generated/designs/fabric.ts';
import type { Size } from '../../render/geometry.ts';
import type { LooseText } from '../measure-text.ts';
import { readName } from './common-keys.ts';
import type { FabricContext } from './context.ts';
import { readType } from './outlines.ts';
import { defaultSize, readFace, lineFactor } from './text-fonts.ts';

/** Longer texts have the size that is saved. */
const maxLength = 20_000;

/** Room for rounding, so that the longest word is not broken. */
const spare = 0.05;

/**
 * The size of a text before it is scaled: a text box is as wide as its longest word at least; a height, or
 * the width of another text, that is not saved follows from its lines.
 */
export function textSize(object: FabricObject, { builder, measure }: FabricContext): Size {
  const { text = '', width = 0, height, fontSize = defaultSize, lineHeight = 1.16, charSpacing = 0 } = object;
  const type = readType(object);
  const isBroken = type !== 'text' && type !== 'i-text';
  const known = { width: Math.max(0, width), height: Math.max(0, height ?? 0) };
  if (text.length > maxLength || fontSize <= 0) return known;
  const loose: LooseText = {
    type: 'text',
    text,
    ...readFace(object, readName(object), builder),
    fontSize,
    ...(charSpacing !== 0 && { letterSpacing: (charSpacing / 1000) * fontSize }),
  };
  const getWidth = (words: string): number => measure.measure({ ...loose, text: words })?.width ?? 0;
  const longest =
    isBroken && object.splitByGrapheme !== true
      ? getWidth(text.trim().replaceAll(/[ \t\r\n]+/gu, '\n'))
      : width > 0 || isBroken
        ? 0
        : getWidth(text);
  const wide = longest > known.width ? longest + spare : known.width;
  if (height !== undefined) return { width: wide, height: known.height };
  const lines = (isBroken ? measure.measureWithin(loose, wide)?.lines : text.split('\n').length) ?? 1;
  return { width: wide, height: fontSize * lineFactor * (1 + (lines - 1) * lineHeight) };
}
