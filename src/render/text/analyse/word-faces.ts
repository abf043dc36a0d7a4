/** The fonts of words: a word is in one font, also where the font that is named has some of its letters. */
import { isIgnorable } from '../../fonts/characters.ts';
import { drawsPlainly, getCoverage, LACKS } from '../../fonts/coverage.ts';
import type { FontFace } from '../../fonts/font-face.ts';
import type { FontBook, FontStack, HanLanguage, WordFace } from '../../fonts/font-book.ts';
import type { StyledText } from './analysed-text.ts';
import { COMMON_SCRIPT, findScript } from './scripts.ts';

/** Scripts whose characters are not joined to words: each has a font of its own. */
const unjoined: ReadonlySet<string> = new Set([COMMON_SCRIPT, 'Hani', 'Zzzz', 'Yiii']);
const mark = /\p{M}/u;

/** Letters of one script, with their marks, in runs of the same families. */
interface Word {
  readonly end: number;
  readonly script: string;
  readonly text: string;
  readonly faces: Map<FontStack, WordFace | null>;
}

/**
 * Finds the faces of words in a paragraph that begins at `offset`. The places that are asked for ascend.
 */
export class WordFaces {
  readonly #styled: StyledText;
  readonly #offset: number;
  readonly #text: string;
  readonly #fonts: FontBook;
  readonly #hanForms: HanLanguage;
  #word: Word | null = null;
  /** For each run, the face that draws all of it, and of the runs of the same families beside it. */
  readonly #whole: (FontFace | null)[] = [];

  constructor(styled: StyledText, offset: number, text: string, fonts: FontBook, hanForms: HanLanguage) {
    this.#styled = styled;
    this.#offset = offset;
    this.#text = text;
    this.#fonts = fonts;
    this.#hanForms = hanForms;
  }

  /** The face of a cluster at a place, in a run; null: it belongs to no word, or the word's face lacks it. */
  faceFor(cluster: string, start: number, script: string, run: number): FontFace | null {
    let whole = this.#whole[run];
    if (whole === undefined) whole = this.#whole[run] = this.#findWhole(run);
    if (whole !== null) return whole;
    const word = this.#at(start, script, run);
    if (word === null) return null;
    return word.isWhole || getCoverage(word.face, cluster) !== LACKS ? word.face : null;
  }

  /** The first face of a run, if it has all that stands in runs of its families: nothing is to be chosen. */
  #findWhole(run: number): FontFace | null {
    const { runEnds, stacks } = this.#styled;
    const stack = stacks[run];
    const face = stack?.named[0];
    if (stack === undefined || face === undefined) return null;
    let [first, last] = [run, run];
    while (stacks[first - 1]?.families === stack.families) first -= 1;
    while (stacks[last + 1]?.families === stack.families) last += 1;
    const from = Math.max(0, (runEnds[first - 1] ?? 0) - this.#offset);
    const text = this.#text.slice(from, Math.max(from, (runEnds[last] ?? 0) - this.#offset));
    return drawsPlainly(face, text) ? face : null;
  }

  /** The face for the word at a place, in a run. */
  #at(start: number, script: string, run: number): WordFace | null {
    const stack = this.#styled.stacks[run];
    if (stack === undefined || unjoined.has(script)) return null;
    let word = this.#word;
    if (word === null || start >= word.end || word.script !== script)
      word = this.#word = this.#readWord(start, script, run, stack.families);
    // A sign with a mark of the script, such as ☹ with a vowel: no word begins here.
    if (word.text === '') return null;
    let face = word.faces.get(stack);
    if (face === undefined) {
      face = this.#fonts.faceForWord(word.text, stack, this.#hanForms, script);
      word.faces.set(stack, face);
    }
    return face;
  }

  #readWord(start: number, script: string, run: number, families: string): Word {
    const { runEnds, stacks } = this.#styled;
    let last = run;
    while (stacks[last + 1]?.families === families) last += 1;
    const limit = Math.min(this.#text.length, (runEnds[last] ?? 0) - this.#offset);
    let end = start;
    while (end < limit) {
      const codePoint = this.#text.codePointAt(end) ?? 0;
      const character = String.fromCodePoint(codePoint);
      const own = findScript(codePoint);
      const belongs = own === COMMON_SCRIPT ? mark.test(character) || isIgnorable(codePoint) : own === script;
      if (!belongs) break;
      end += character.length;
    }
    return { end, script, text: this.#text.slice(start, end), faces: new Map() };
  }
}
