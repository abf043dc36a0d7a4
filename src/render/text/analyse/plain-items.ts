import type { StyledText, TextItem } from './analysed-text.ts';
import { scriptOfText } from './scripts.ts';

/** Printable characters of Latin-1 and the euro sign: each is a cluster of its own. */
export const plainText = /^[\x20-\x7e\xa0-\xac\xae-\xff€]*$/;
const notAscii = /[^\x20-\x7e]/g;

/**
 * The items of a plain paragraph from left to right, one for each run: most texts of tables and batches are
 * plain, and need no search by character. Null if a font lacks a character, or if lines are vertical.
 *
 * @param text of the paragraph, which stands at `offset` in the whole text
 */
export function plainItems(styled: StyledText, offset: number, text: string): TextItem[] | null {
  if (styled.isVertical === true) return null;
  const items: TextItem[] = [];
  const { language } = styled.hyphenation;
  let start = 0;
  for (const [run, runEnd] of styled.runEnds.entries()) {
    const end = Math.min(text.length, runEnd - offset);
    if (end <= start) continue;
    const stack = styled.stacks[run];
    const face = stack?.named[0];
    if (stack === undefined || face?.hasAscii !== true) return null;
    const part = text.slice(start, end);
    for (const [character] of part.matchAll(notAscii)) if (!face.has(character.charCodeAt(0))) return null;
    const features = styled.features[run] ?? null;
    const shape = {
      level: 0,
      script: scriptOfText(part),
      language,
      features,
      isTab: false,
      isUpright: false,
    };
    items.push({ start, end, run, face, primary: stack.primary, ...shape });
    start = end;
  }
  return items;
}
