import type { FontStyle } from '../scene/text.ts';
import { DEFAULT_FAMILY, EMOJI_FAMILY } from './bundled-fonts.ts';
import { DRAWS, hasEmoji, isEmojiFont, LACKS, getCoverage, rateWord, type WordCoverage } from './coverage.ts';
import { FALLBACK_FAMILIES, fallbacksFor, isLastFamily } from './fallback-families.ts';
import { GENERIC_FAMILIES, readFamilyNames } from '../../common/names/family-names.ts';
import type { FontFace, Variations } from './font-face.ts';
import { matchFace } from './font-match.ts';
import { FontRegistry, type Families, type TemplateFont } from './font-registry.ts';

/** The fonts that a template names for a run of text, in order, with weight and style for the fallbacks. */
export interface FontStack {
  /** As the template names them. */
  readonly families: string;
  /** The face that determines the line metrics and draws the missing-glyph box. */
  readonly primary: FontFace;
  readonly named: readonly FontFace[];
  /** Named families that do not exist. */
  readonly unknownFamilies: readonly string[];
  readonly weight: number;
  readonly style: FontStyle;
}

/** The language whose forms of Han characters are used. */
export type HanLanguage = 'zh-Hans' | 'zh-Hant' | 'zh-HK' | 'ja' | 'ko';

const HAN_FAMILIES: Readonly<Record<HanLanguage, string>> = {
  'zh-Hans': 'Noto Sans SC',
  'zh-Hant': 'Noto Sans TC',
  'zh-HK': 'Noto Sans HK',
  ja: 'Noto Sans JP',
  ko: 'Noto Sans KR',
};

/** The first of the fallback families for Han text. */
const FIRST_HAN_FAMILY = FALLBACK_FAMILIES.find((name) => Object.values(HAN_FAMILIES).includes(name));

/** The face of a word, and whether it has all of it. */
export interface WordFace {
  readonly face: FontFace;
  readonly isWhole: boolean;
}

/** Max template fonts that are registered at the same time. */
const MAX_TEMPLATE_FACES = 64;

/** Max cached stacks; templates may name any number of unknown families. */
const MAX_STACKS = 1000;

/** Chooses a font for each character. One per process; `forScene` adds a template's fonts. */
export class FontBook {
  readonly #registry: FontRegistry;
  readonly #templateFamilies: Families;
  readonly #stacks = new Map<string, FontStack>();

  constructor(registry = new FontRegistry(MAX_TEMPLATE_FACES), templateFamilies: Families = new Map()) {
    this.#registry = registry;
    this.#templateFamilies = templateFamilies;
  }

  /** The fonts of one scene: the template's fonts take precedence over bundled ones of the same name. */
  forScene(templateFonts: readonly TemplateFont[]): FontBook {
    if (templateFonts.length === 0) return this;
    return new FontBook(this.#registry, this.#registry.templateFamilies(templateFonts));
  }

  /**
   * Resolves a template's `fontFamily` (one name, or several with commas) for a weight and a style. With
   * `variations`, a variable file counts for all weights that it holds.
   */
  stack(fontFamily: string, weight: number, style: FontStyle, variations?: Variations): FontStack {
    const axes = variations === undefined ? '' : JSON.stringify(variations);
    const key = `${weight} ${style} ${axes}${fontFamily}`;
    let stack = this.#stacks.get(key);
    if (stack === undefined) {
      stack = this.#resolve(fontFamily, weight, style, variations);
      if (this.#stacks.size >= MAX_STACKS) this.#stacks.clear();
      this.#stacks.set(key, stack);
    }
    return stack;
  }

  /**
   * The face for a grapheme cluster; null if none has it. The order is: for an emoji, a named font of emoji
   * and the bundled one; the named faces; the fallback families (for Han text, the font of `language`). A
   * face that draws the cluster well comes before all that would not place its marks.
   *
   * @param script of the cluster, or of the text before it if it has none
   */
  faceFor(
    cluster: string,
    stack: FontStack,
    isEmoji: boolean,
    language: HanLanguage,
    script = 'Zyyy',
  ): FontFace | null {
    if (isEmoji) {
      const own = stack.named.find((face) => isEmojiFont(face) && hasEmoji(face, cluster));
      if (own !== undefined) return own;
      const emoji = this.#bundledFace(EMOJI_FAMILY, stack);
      if (getCoverage(emoji, cluster) === DRAWS) return emoji;
    }
    let second: FontFace | null = null;
    const rate = (face: FontFace) => getCoverage(face, cluster);
    for (const { face, coverage, isLast } of this.#rated(stack, language, script, rate)) {
      if (isLast && second !== null) break;
      if (coverage === DRAWS) return face;
      if (coverage !== LACKS) second ??= face;
    }
    return second;
  }

  /**
   * The face that a word has: the first that draws all of it, or else the one that draws most of it. What it
   * lacks of the word is drawn by others (`faceFor`).
   */
  faceForWord(word: string, stack: FontStack, language: HanLanguage, script: string): WordFace | null {
    let best: { readonly face: FontFace; readonly coverage: WordCoverage } | null = null;
    for (const rated of this.#rated(stack, language, script, (each) => rateWord(each, word))) {
      const { face, coverage, isLast } = rated;
      if (isLast && best?.coverage.lacking === 0) break;
      if (coverage.lacking === 0 && coverage.bad === 0) return { face, isWhole: true };
      if (best === null || isBetter(coverage, best.coverage)) best = rated;
    }
    if (best === null || best.coverage.drawn === 0) return null;
    return { face: best.face, isWhole: best.coverage.lacking === 0 };
  }

  /** The named faces and the fallbacks in order, with what they cover. The last fill gaps only. */
  *#rated<Rating>(
    stack: FontStack,
    language: HanLanguage,
    script: string,
    rate: (face: FontFace) => Rating,
  ): Generator<{ readonly face: FontFace; readonly coverage: Rating; readonly isLast: boolean }> {
    for (const face of stack.named) yield { face, coverage: rate(face), isLast: false };
    const ofLanguage = this.#hanFamily(language);
    for (const name of fallbacksFor(script)) {
      // The font of the language is the first of those for Han text.
      if (name === FIRST_HAN_FAMILY) {
        const han = this.#bundledFace(ofLanguage, stack);
        yield { face: han, coverage: rate(han), isLast: false };
      }
      if (name === ofLanguage) continue;
      const face = this.#bundledFace(name, stack);
      yield { face, coverage: rate(face), isLast: isLastFamily(name) };
    }
  }

  /** The family of a face in lower case, and whether it is a font of the scene's template. */
  familyOf(face: FontFace): { readonly name: string; readonly isTemplateFont: boolean } {
    for (const [name, faces] of this.#templateFamilies)
      if (faces.includes(face.base)) return { name, isTemplateFont: true };
    for (const [name, faces] of this.#registry.bundled)
      if (faces.includes(face.base)) return { name, isTemplateFont: false };
    throw new RangeError('the face belongs to no family of this scene');
  }

  /** Whether the bundled font for Han text of a language has all the characters. */
  hasHan(characters: ReadonlySet<string>, language: HanLanguage): boolean {
    const face = this.#bundledFace(this.#hanFamily(language), { weight: 400, style: 'normal' });
    return characters.values().every((character) => face.has(character.codePointAt(0) ?? 0));
  }

  #resolve(fontFamily: string, weight: number, style: FontStyle, variations?: Variations): FontStack {
    const named: FontFace[] = [];
    const unknownFamilies: string[] = [];
    for (const name of readFamilyNames(fontFamily)) {
      const faces = this.#family(name);
      if (faces === undefined) unknownFamilies.push(name);
      else if (variations === undefined) named.push(matchFace(faces, weight, style));
      else named.push(matchVaried(faces, weight, style, variations));
    }
    const first = named[0] ?? this.#bundledFace(DEFAULT_FAMILY, { weight, style });
    return {
      families: fontFamily,
      primary: first,
      named: named.length > 0 ? named : [first],
      // An unknown family is reported only if the template names no other family that exists.
      unknownFamilies: named.length > 0 ? [] : unknownFamilies,
      weight,
      style,
    };
  }

  #family(name: string): readonly FontFace[] | undefined {
    const key = name.toLowerCase();
    const generic = GENERIC_FAMILIES.get(key)?.toLowerCase();
    return this.#templateFamilies.get(key) ?? this.#registry.bundled.get(generic ?? key);
  }

  /** The family of a language, or that of mainland China if an operator removed it. */
  #hanFamily(language: HanLanguage): string {
    const name = HAN_FAMILIES[language];
    return this.#registry.bundled.has(name.toLowerCase()) ? name : HAN_FAMILIES['zh-Hans'];
  }

  #bundledFace(name: string, { weight, style }: { weight: number; style: FontStyle }): FontFace {
    const faces = this.#registry.bundled.get(name.toLowerCase());
    if (faces === undefined) throw new RangeError(`there is no bundled font family ${name}`);
    return matchFace(faces, weight, style);
  }
}

/** The face for a weight of a family with variable files, with its axes set. */
function matchVaried(
  faces: readonly FontFace[],
  weight: number,
  style: FontStyle,
  variations: Variations,
): FontFace {
  const ranges = faces.map((face) => ({ face, weights: face.weightRange, style: face.style }));
  return matchFace(ranges, weight, style).face.vary({ wght: weight, ...variations });
}

function isBetter(one: WordCoverage, other: WordCoverage): boolean {
  return one.lacking < other.lacking || (one.lacking === other.lacking && one.bad < other.bad);
}
