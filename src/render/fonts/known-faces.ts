import { setTextRenderer } from '@napi-rs/canvas';
import { LRUCache } from 'lru-cache';

import type { FontStyle } from '../scene.ts';
import { BUNDLED_FAMILIES, EMOJI_FAMILY } from './catalogue.ts';
import { FontFace } from './font-face.ts';

/** A font file that a template brings along. */
export interface TemplateFont {
  readonly family: string;
  readonly weight: number;
  readonly style: FontStyle;
  /** SHA-256 of the bytes: files are told apart by it, not by their family. */
  readonly hash: string;
  readonly bytes: Uint8Array;
}

/** Faces by the lower-case name of their family. */
export type Families = ReadonlyMap<string, readonly FontFace[]>;

/**
 * On Linux the canvas's own way of drawing letters is the browser's, pixel for pixel, whatever the machine is set to. On
 * other systems that way is the system's; there the portable one, slightly lighter, is the closest that is the same everywhere.
 */
const TEXT_RENDERER = process.platform === 'linux' ? 'system' : 'portable';

/** Every face that this process knows, whichever scene asks. */
export class KnownFaces {
  readonly bundled: Families;
  readonly #templateFaces: LRUCache<string, FontFace>;

  /** Beyond `maxTemplateFaces` the template font unused for longest is given back to the canvas. */
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

  /** Faces for a template's files. One file is one face, however many templates bring it along. */
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
      face = new FontFace({ bytes }, { alias, weight, style, language: 'en', isEmoji: false });
      this.#templateFaces.set(key, face);
    }
    return face;
  }
}
