/** Lines with texts as the editor draws them: in proportion to the size, whatever the font says. */
import type { TextElement, TextRun } from '../../../generated/template.ts';
import { rounded } from '../boxes.ts';
import type { TemplateBuilder } from '../builder.ts';

type LineKeys = Pick<TextElement, 'decorationThickness' | 'decorationOffset'>;

/** The thickness of a line, as a share of the font size. */
const thickness = 1 / 15;

/** The line with a text. Its middle is below the baseline; in old stores, below the middle of the em box. */
export function readUnderline(text: TextElement, isOld: boolean, { fonts }: TemplateBuilder): LineKeys {
  const { decoration, fontFamily = '', fontWeight = 400, fontStyle = 'normal', fontSize = 14 } = text;
  if (decoration === undefined) return {};
  const size = Number(fontSize);
  const { emMiddle } = fonts.metrics({ fontFamily, fontWeight, fontStyle });
  const middle = isOld ? Math.round(size / 2) - emMiddle * size : Math.round(size / 4);
  return getLine(size, middle);
}

/** The line with a run of a formatted text. */
export function underlineOfRun({ decoration, fontSize }: TextRun, sizeOfText: number): LineKeys {
  if (decoration === undefined) return {};
  const size = Number(fontSize ?? sizeOfText);
  return getLine(size, 1.5 * thickness * size);
}

function getLine(size: number, middle: number): LineKeys {
  const width = thickness * size;
  return { decorationThickness: rounded(width), decorationOffset: rounded(middle - width / 2) };
}
