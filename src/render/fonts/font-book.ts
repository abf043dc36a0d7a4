import { LRUCache } from 'lru-cache';

import type { FontStyle } from '../scene.ts';
import { BUNDLED_FAMILIES, EMOJI_FAMILY } from './catalogue.ts';
import { FontFace } from './font-face.ts';
import { FontSet } from './font-set.ts';

/** A font file that a template brings along. */
export interface TemplateFont {
  readonly family: string;
  readonly weight: number;
  readonly style: FontStyle;
  /** SHA-256 of the bytes: files are told apart by it, not by their family. */
  readonly hash: string;
  readonly bytes: Uint8Array;
}

/** Template fonts kept registered at once; the one unused for longest goes first. */
const MAX_TEMPLATE_FACES = 64;

/** Every font that this process knows. Build one a process: aliases of the bundled fonts are shared by the canvas. */
export class FontBook {
  readonly #bundled: ReadonlyMap<string, readonly FontFace[]>;
  readonly #templateFaces: LRUCache<string, FontFace>;

  constructor(maxTemplateFaces = MAX_TEMPLATE_FACES) {
    this.#bundled = new Map(
      BUNDLED_FAMILIES.map(({ name, language, faces }) => [
        name.toLowerCase(),
        faces.map(
          ({ path, weight, style }) =>
            new FontFace(
              { path },
              {
                alias: `platen-${name.toLowerCase().replaceAll(' ', '-')}-${weight}-${style}`,
                weight,
                style,
                language: language ?? 'en',
                isEmoji: name === EMOJI_FAMILY,
              },
            ),
        ),
      ]),
    );
    this.#templateFaces = new LRUCache({
      max: maxTemplateFaces,
      dispose: (face) => face.release(),
    });
  }

  /**
   * The fonts that one scene sees: its template's own, then the bundled ones. Two templates may use one family name for
   * different files. Throws where a template's file is not a font.
   */
  forScene(templateFonts: readonly TemplateFont[]): FontSet {
    const families = new Map<string, FontFace[]>();
    for (const font of templateFonts) {
      const name = font.family.toLowerCase();
      const faces = families.get(name) ?? [];
      faces.push(this.#templateFace(font));
      families.set(name, faces);
    }
    return new FontSet(families, this.#bundled);
  }

  #templateFace({ weight, style, hash, bytes }: TemplateFont): FontFace {
    const key = `${hash}-${weight}-${style}`;
    let face = this.#templateFaces.get(key);
    if (face === undefined) {
      const alias = `platen-file-${key}`;
      face = new FontFace({ bytes }, { alias, weight, style, language: 'en', isEmoji: false });
      this.#templateFaces.set(key, face);
    }
    return face;
  }
}
