import type { FontStyle } from '../scene/text.ts';
import { DEFAULT_FAMILY, EMOJI_FAMILY, GENERIC_FAMILIES, FALLBACK_FAMILIES } from './bundled-fonts.ts';
import { isIgnorable } from './characters.ts';
import { readFamilyNames } from './family-names.ts';
import type { FontFace, Variations } from './font-face.ts';
import { matchFace } from './font-match.ts';
import { FontRegistry, type Families, type TemplateFont } from './font-registry.ts';

/** The fonts that a template names for a run of text, in order, with weight and style for the fallbacks. */
export interface FontStack {
  /** The face that determines the line metrics and draws the missing-glyph box. */
  readonly primary: FontFace;
  readonly named: readonly FontFace[];
  /** Named families that do not exist. */
  readonly unknownFamilies: readonly string[];
  readonly weight: number;
  readonly style: FontStyle;
}

/** The language whose forms of Han characters are used. */
export type HanLanguage = 'zh-Hans' | 'ja' | 'ko';

const HAN_FAMILIES: Readonly<Record<HanLanguage, string>> = {
  'zh-Hans': 'Noto Sans SC',
  ja: 'Noto Sans JP',
  ko: 'Noto Sans KR',
};

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
   * The first face that has every character of a grapheme cluster; null if none has. The order is: the emoji
   * font (for an emoji), the named faces, the fallback families (for Han text, the font of `language`).
   */
  faceFor(cluster: string, stack: FontStack, isEmoji: boolean, language: HanLanguage): FontFace | null {
    if (isEmoji) {
      const emoji = this.#bundledFace(EMOJI_FAMILY, stack);
      if (covers(emoji, cluster)) return emoji;
    }
    for (const face of stack.named) if (covers(face, cluster)) return face;
    const han = this.#bundledFace(HAN_FAMILIES[language], stack);
    for (const name of FALLBACK_FAMILIES) {
      const face = this.#bundledFace(name, stack);
      if (covers(face, cluster)) return isHanFamily(name) && covers(han, cluster) ? han : face;
    }
    return null;
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
    const face = this.#bundledFace(HAN_FAMILIES[language], { weight: 400, style: 'normal' });
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

function isHanFamily(name: string): boolean {
  return Object.values(HAN_FAMILIES).includes(name);
}

const variationSelector = /\p{Variation_Selector}/u;
const syllable = /[\uac00-\ud7a3]/;

/**
 * Whether a face can draw all of a cluster: as it is, or with letters and marks composed or decomposed, as
 * HarfBuzz does. With a variation selector it does neither.
 */
function covers(face: FontFace, cluster: string): boolean {
  if (variationSelector.test(cluster)) return hasAll(face, cluster);
  return composes(face, cluster) || (cluster.length > 1 && composes(face, cluster.normalize('NFC')));
}

function hasAll(face: FontFace, text: string): boolean {
  return getMissing(face, text).length === 0;
}

/** Whether a face has each character, or the parts that it consists of. */
function composes(face: FontFace, text: string): boolean {
  return getMissing(face, text).every((character) => {
    const parts = [...character.normalize('NFD')];
    if (parts.join('') === character || syllable.test(character)) return false;
    const mark = parts.length > 1 ? (parts.pop() ?? '') : '';
    return hasAll(face, mark) && composes(face, parts.join('').normalize('NFC'));
  });
}

function getMissing(face: FontFace, text: string): string[] {
  const missing: string[] = [];
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0;
    if (!isIgnorable(codePoint) && !face.has(codePoint)) missing.push(character);
  }
  return missing;
}
