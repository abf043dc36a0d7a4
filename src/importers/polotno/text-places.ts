/** Where the lines of texts are in the editor, which is not where CSS has them. */
import type { TextElement } from '../../../generated/template.ts';
import { rounded, type DesignBox } from '../boxes.ts';
import type { TemplateBuilder } from '../builder.ts';
import type { LineFont } from '../fonts.ts';

interface Place {
  readonly x: number;
  readonly y: number;
}

/**
 * The place of a text. Its lines have the middle between ascent and descent in their middle, where CSS leaves
 * half a pixel out.
 */
export function placeOfText(box: DesignBox, text: TextElement, { fonts }: TemplateBuilder): Place {
  const line = getLine(text);
  const { ascent, descent } = fonts.metrics(line);
  const [above, below] = [ascent, descent].map((part) => Math.round(part * line.fontSize));
  const middle = ((above ?? 0) - (below ?? 0)) / 2;
  return movedDown(box, (line.fontSize * line.lineHeight) / 2 + middle - fonts.baseline(line));
}

/** The place of a text of until 2021. Its lines have the middle of the em box in their middle. */
export function placeOfOldText(box: DesignBox, text: TextElement, { fonts }: TemplateBuilder): Place {
  const line = getLine(text);
  const baseline = line.fontSize * (line.lineHeight / 2 + fonts.metrics(line).emMiddle);
  return movedDown(box, baseline - fonts.baseline(line));
}

function getLine({ fontFamily = '', fontSize = 14, lineHeight = 1.2, ...face }: TextElement): LineFont {
  const { fontWeight = 400, fontStyle = 'normal' } = face;
  return { fontFamily, fontWeight, fontStyle, fontSize: Number(fontSize), lineHeight };
}

/** Moves a box in the direction that is down for its text. */
function movedDown({ x, y, rotation = 0 }: DesignBox, down: number): Place {
  const angle = (rotation * Math.PI) / 180;
  return { x: rounded(x - down * Math.sin(angle)), y: rounded(y + down * Math.cos(angle)) };
}
