import type { FontStyle } from '../scene.ts';
import { DEFAULT_FAMILY, EMOJI_FAMILY, GENERIC_FAMILIES, LAST_RESORT_FAMILIES } from './catalogue.ts';
import { isIgnorable } from '../text/characters.ts';
import type { FontFace } from './font-face.ts';
import { matchFace } from './font-match.ts';
import { KnownFaces } from './known-faces.ts';
import type { Families, TemplateFont } from './known-faces.ts';

/** The fonts named for a stretch of text, best first, with what must be asked after them. */
export interface FontStack {
  /** The face that gives the line its metrics, and the missing-glyph box. */
  readonly primary: FontFace;
  readonly named: readonly FontFace[];
  /** Families that the template names and nobody has. */
  readonly unknownFamilies: readonly string[];
  readonly weight: number;
  readonly style: FontStyle;
}

/** The language whose forms of the Han characters to use. */
export type HanLanguage = 'zh-Hans' | 'ja' | 'ko';

const HAN_FAMILIES: Readonly<Record<HanLanguage, string>> = {
  'zh-Hans': 'Noto Sans SC',
  ja: 'Noto Sans JP',
  ko: 'Noto Sans KR',
};

/** Template fonts kept registered at once. */
const MAX_TEMPLATE_FACES = 64;

/** Most stacks that are remembered; templates may name families that nobody has, as many as they like. */
const MAX_STACKS = 1000;

/** The fonts that text may use, and the choice of one for each character. Build one a process, and a view of it a scene. */
export class FontBook {
  readonly #known: KnownFaces;
  readonly #own: Families;
  readonly #stacks = new Map<string, FontStack>();

  constructor(known = new KnownFaces(MAX_TEMPLATE_FACES), own: Families = new Map()) {
    this.#known = known;
    this.#own = own;
  }

  /**
   * The fonts as one scene sees them: its template's own before the bundled ones. Two templates may use one family name
   * for different files.
   */
  forScene(templateFonts: readonly TemplateFont[]): FontBook {
    if (templateFonts.length === 0) return this;
    return new FontBook(this.#known, this.#known.templateFamilies(templateFonts));
  }

  /** Resolves a template's `fontFamily` (one name, or several with commas) for a weight and a style. */
  stack(fontFamily: string, weight: number, style: FontStyle): FontStack {
    const key = `${weight} ${style} ${fontFamily}`;
    let stack = this.#stacks.get(key);
    if (stack === undefined) {
      stack = this.#resolve(fontFamily, weight, style);
      if (this.#stacks.size >= MAX_STACKS) this.#stacks.clear();
      this.#stacks.set(key, stack);
    }
    return stack;
  }

  /**
   * The first face that has every character of a grapheme cluster: the named ones, then the one for Han text of
   * `language`, then the rest of the bundle; null where nobody has them. A cluster that is an emoji asks the emoji font first.
   */
  faceFor(cluster: string, stack: FontStack, isEmoji: boolean, language: HanLanguage): FontFace | null {
    if (isEmoji) {
      const emoji = this.#bundledFace(EMOJI_FAMILY, stack);
      if (covers(emoji, cluster)) return emoji;
    }
    for (const face of stack.named) if (covers(face, cluster)) return face;
    const han = this.#bundledFace(HAN_FAMILIES[language], stack);
    for (const name of LAST_RESORT_FAMILIES) {
      const face = this.#bundledFace(name, stack);
      if (covers(face, cluster)) return isHanFamily(name) && covers(han, cluster) ? han : face;
    }
    return null;
  }

  /** The family that a face belongs to here, in lower case, and whether the scene's template brings it along. */
  familyOf(face: FontFace): { readonly name: string; readonly isOwn: boolean } {
    for (const [name, faces] of this.#own) if (faces.includes(face)) return { name, isOwn: true };
    for (const [name, faces] of this.#known.bundled) if (faces.includes(face)) return { name, isOwn: false };
    throw new RangeError('the face is of no family of this scene');
  }

  /** Whether the bundled font for Han text of a language has all of some characters. */
  hasHan(characters: ReadonlySet<string>, language: HanLanguage): boolean {
    const face = this.#bundledFace(HAN_FAMILIES[language], { weight: 400, style: 'normal' });
    return characters.values().every((character) => face.has(character.codePointAt(0) ?? 0));
  }

  #resolve(fontFamily: string, weight: number, style: FontStyle): FontStack {
    const named: FontFace[] = [];
    const unknownFamilies: string[] = [];
    for (const part of fontFamily.split(',')) {
      const name = part.trim().replace(/^(["'])(.*)\1$/, '$2');
      if (name === '') continue;
      const faces = this.#family(name);
      if (faces === undefined) unknownFamilies.push(name);
      else named.push(matchFace(faces, weight, style));
    }
    const first = named[0] ?? this.#bundledFace(DEFAULT_FAMILY, { weight, style });
    return {
      primary: first,
      named: named.length > 0 ? named : [first],
      // An unknown name matters only where nothing behind it stands in on purpose.
      unknownFamilies: named.length > 0 ? [] : unknownFamilies,
      weight,
      style,
    };
  }

  #family(name: string): readonly FontFace[] | undefined {
    const key = name.toLowerCase();
    const generic = GENERIC_FAMILIES.get(key)?.toLowerCase();
    return this.#own.get(key) ?? this.#known.bundled.get(generic ?? key);
  }

  #bundledFace(name: string, { weight, style }: { weight: number; style: FontStyle }): FontFace {
    const faces = this.#known.bundled.get(name.toLowerCase());
    if (faces === undefined) throw new RangeError(`no bundled font family is called ${name}`);
    return matchFace(faces, weight, style);
  }
}

function isHanFamily(name: string): boolean {
  return Object.values(HAN_FAMILIES).includes(name);
}

/** Whether a face can draw a cluster alone: as it is, or with base and marks composed, as the shaper does. */
function covers(face: FontFace, cluster: string): boolean {
  return coversAll(face, cluster) || (cluster.length > 1 && coversAll(face, cluster.normalize('NFC')));
}

function coversAll(face: FontFace, text: string): boolean {
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0;
    if (!isIgnorable(codePoint) && !face.has(codePoint)) return false;
  }
  return true;
}
