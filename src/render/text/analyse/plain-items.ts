import type { Paragraph, StyledText, TextItem } from './analysed-text.ts';
import { scriptOfText } from './scripts.ts';

/** Printable characters of Latin-1 and the euro sign: each is a cluster of its own. */
export const plainText = /^[\x20-\x7e\xa0-\xac\xae-\xff€]*$/;
const notAscii = /[^\x20-\x7e]/g;
const isAscii = /^[\x20-\x7e]*$/;

/** The items of a paragraph, and what is known of its text then. */
export interface FoundItems extends Pick<Paragraph, 'graphemes' | 'glyphText' | 'run'> {
  readonly items: readonly TextItem[];
}

/** Each place is the start of a cluster. Plain texts that are not longer share it. */
const allStarts = new Uint8Array(200).fill(1);

/**
 * The items of a plain paragraph from left to right, one for each run: most texts of tables and batches are
 * plain, and need no search by character. Null if a font lacks a character, or if lines are vertical.
 *
 * @param text of the paragraph, which stands at `offset` in the whole text
 */
export function plainItems(styled: StyledText, offset: number, text: string): FoundItems | null {
  if (styled.isVertical === true) return null;
  const items: TextItem[] = [];
  const { language } = styled.hyphenation;
  let start = 0;
  for (let run = 0; run < styled.runEnds.length; run += 1) {
    const end = Math.min(text.length, styled.runEnds[run]! - offset);
    if (end <= start) continue;
    const stack = styled.stacks[run];
    const face = stack?.named[0];
    if (stack === undefined || face?.hasAscii !== true) return null;
    const part = text.slice(start, end);
    if (!isAscii.test(part))
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
  const graphemes = text.length < allStarts.length ? allStarts : new Uint8Array(text.length + 1).fill(1);
  // A copy has no room for more items: texts are kept until they are drawn.
  return {
    items: items.slice(),
    graphemes,
    glyphText: text,
    run: items.at(-1)?.run ?? firstRunAt(styled, offset),
  };
}

/** The run that begins a paragraph. */
export function firstRunAt({ runEnds }: StyledText, offset: number): number {
  const first = runEnds.findIndex((end) => end > offset);
  return first === -1 ? runEnds.length - 1 : first;
}
