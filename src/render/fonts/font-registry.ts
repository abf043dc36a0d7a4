import { setTextRenderer } from '@napi-rs/canvas';
import { LRUCache } from 'lru-cache';

import type { FontStyle } from '../scene/text.ts';
import { BUNDLED_FAMILIES, EMOJI_FAMILY } from './bundled-fonts.ts';
import { FontFace } from './font-face.ts';

/** A font file of a template. */
export interface TemplateFont {
  readonly family: string;
  readonly weight: number;
  readonly style: FontStyle;
  /** SHA-256 of the bytes; it identifies the file. */
  readonly hash: string;
  readonly bytes: Uint8Array;
}

/** Faces by the lower-case name of the family. */
export type Families = ReadonlyMap<string, readonly FontFace[]>;

/**
 * On Linux the canvas's `system` text renderer draws the same pixels as Chromium on every machine. Elsewhere
 * it depends on the operating system, so `portable` is used there: it is slightly lighter, but the same
 * everywhere.
 */
const TEXT_RENDERER = process.platform === 'linux' ? 'system' : 'portable';

/** All font faces of this process: the bundled ones, and a cache of template fonts. */
export class FontRegistry {
  readonly bundled: Families;
  readonly #templateFaces: LRUCache<string, FontFace>;

  /** Beyond `maxTemplateFaces`, the least recently used template font is released. */
  constructor(maxTemplateFaces: number) {
    setTextRenderer(TEXT_RENDERER);
    this.bundled = new Map(
      BUNDLED_FAMILIES.map(({ name, language, faces }) => [
        name.toLowerCase(),
        faces.map(({ path, weight, style }) => {
          const alias = `platen-${name.toLowerCase().replaceAll(' ', '-')}-${weight}-${style}`;
          const isEmoji = name === EMOJI_FAMILY;
          return new FontFace({ path }, { alias, weight, style, language: language ?? 'en', isEmoji });
        }),
      ]),
    );
    this.#templateFaces = new LRUCache({ max: maxTemplateFaces, dispose: (face) => face.release() });
  }

  /** Faces for a template's fonts. Templates with the same file share a face. */
  templateFamilies(templateFonts: readonly TemplateFont[]): Families {
    const families = new Map<string, FontFace[]>();
    for (const font of templateFonts) {
      const name = font.family.toLowerCase();
      const faces = families.get(name) ?? [];
      faces.push(this.#templateFace(font));
      families.set(name, faces);
    }
    return families;
  }

  #templateFace({ weight, style, hash, bytes }: TemplateFont): FontFace {
    const key = `${hash}-${weight}-${style}`;
    let face = this.#templateFaces.get(key);
    if (face === undefined) {
      const alias = `platen-file-${key}`;
      face = new FontFace({ bytes }, { alias, weight, style, language: 'en' });
      this.#templateFaces.set(key, face);
    }
    return face;
  }
}
