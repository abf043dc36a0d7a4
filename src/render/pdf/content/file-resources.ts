import { createHash } from 'node:crypto';
import type { Canvas } from '@napi-rs/canvas';
import { PDFDict, PDFName, type PDFContext, type PDFObject, type PDFRef, type PDFRawStream } from 'pdf-lib';
import type { FontFace } from '../../fonts/font-face.ts';
import type { Rect } from '../../geometry.ts';
import type { CompressedImage } from '../../images/image-cache.ts';
import type { DrawingBudget } from '../../surface/drawing-budget.ts';
import { PressLimitError } from '../../surface/press-limit-error.ts';
import { releaseCanvas } from '../../surface/layers.ts';
import { compressCanvas } from '../../images/embed/compress-lossless.ts';
import { BlankFont } from '../fonts/blank-font.ts';
import { EmbeddedFont } from '../fonts/embedded-font.ts';
import type { ContentStream } from './content-stream.ts';
import { countComponents, keyOf, type InkSpace } from '../../inks/ink-space.ts';
import type { Separator } from '../../inks/separator.ts';
import { writeInkSpace } from '../../inks/write-ink-space.ts';
import { writeImage } from './image-stream.ts';
import { num } from './numbers.ts';

/** A picture of the file, and its place in units of its own. */
interface Picture {
  readonly ref: PDFRef;
  readonly box: Rect;
}

/** Components of DeviceN in PDF 1.4 (its appendix C.1). */
const MAX_INKS_OF_A_COLOR = 8;

/** What a press asks of a file. */
export interface PressNeeds {
  readonly separator?: Separator | null;
  readonly isFlat?: boolean;
}

/** What the pages of a file share: fonts, pictures, graphics states, each once. */
export class FileResources {
  readonly context: PDFContext;
  /** The colour space of all colours but black, and of groups without inks. */
  readonly rgb: PDFObject;
  /** It is for print: inks are drawn as inks, and neutral greys in black ink alone. */
  readonly drawsInks: boolean;
  /** Separates all colours into inks; null: those of sRGB stay. */
  readonly separator: Separator | null;
  /** Whether transparency is refused: it is for PDF/X-1a. */
  readonly isFlat: boolean;
  readonly blankFont = new BlankFont('F0');
  /** The bitmaps of shadows by their keys. */
  readonly bitmaps = new Map<string, PDFRef>();
  readonly #fonts = new Map<FontFace, EmbeddedFont | null>();
  readonly #images = new Map<CompressedImage, PDFRef>();
  readonly #pixels = new WeakMap<Canvas, PDFRef>();
  /** The pictures that were made of canvases, by their pixels. */
  readonly #equalPixels = new Map<string, PDFRef>();
  readonly #glyphs = new Map<string, PDFRef | null>();
  readonly #pictures = new Map<string, Picture | null>();
  readonly #states = new Map<string, PDFRef>();
  readonly #inkSpaces = new Map<string, PDFRef>();
  readonly #inkForms = new Set<PDFRef>();
  readonly #names = new Map<PDFRef, string>();
  readonly #users: { readonly dict: PDFDict; readonly used: ContentStream['resources'] }[] = [];

  constructor(
    context: PDFContext,
    rgb: PDFObject,
    drawsInks: boolean,
    { separator = null, isFlat = false }: PressNeeds = {},
  ) {
    this.context = context;
    this.rgb = rgb;
    this.drawsInks = drawsInks;
    this.separator = separator;
    this.isFlat = isFlat;
  }

  /** Null for a font that cannot be embedded. */
  getFont(face: FontFace): EmbeddedFont | null {
    let font = this.#fonts.get(face);
    if (font === undefined) {
      font = EmbeddedFont.open(face, `F${this.#fonts.size + 1}`);
      this.#fonts.set(face, font);
    }
    return font;
  }

  /** Sets the resources of content once the fonts are written. `dict`: of a page, form or pattern. */
  addUser(dict: PDFDict, { resources: used }: ContentStream): void {
    this.#users.push({ dict, used });
  }

  /** Writes the fonts, once all content is drawn, and the resources of all content. */
  finish(): void {
    const used = [...this.#fonts.values(), this.blankFont].filter((font) => font !== null);
    const fonts = new Map(used.flatMap((font) => [...font.write(this.context)]));
    for (const { dict, used } of this.#users)
      dict.set(PDFName.of('Resources'), this.#writeResources(used, fonts));
  }

  #writeResources(used: ContentStream['resources'], fonts: ReadonlyMap<string, PDFRef>): PDFDict {
    const { context } = this;
    const resources = context.obj({});
    for (const [kind, named] of used) {
      const entries = context.obj({});
      for (const [name, ref] of named) {
        const target = ref ?? fonts.get(name);
        if (target !== undefined) entries.set(PDFName.of(name), target);
      }
      resources.set(PDFName.of(kind), entries);
    }
    if (this.rgb instanceof PDFName) return resources;
    // RGB values without a named space.
    const spaces = resources.lookupMaybe(PDFName.of('ColorSpace'), PDFDict) ?? context.obj({});
    spaces.set(PDFName.of('DefaultRGB'), this.rgb);
    resources.set(PDFName.of('ColorSpace'), spaces);
    return resources;
  }

  /** The name of an object among the resources of content. */
  name(
    content: ContentStream,
    kind: 'XObject' | 'ExtGState' | 'Pattern' | 'ColorSpace',
    ref: PDFRef,
  ): string {
    let name = this.#names.get(ref);
    if (name === undefined) this.#names.set(ref, (name = `${kind.charAt(0)}${this.#names.size}`));
    return content.use(kind, name, ref);
  }

  /** A graphics state by its entries. */
  getState(key: string, make: () => Record<string, PDFObject | number | string | boolean>): PDFRef {
    let ref = this.#states.get(key);
    if (ref === undefined) {
      ref = this.context.register(this.context.obj({ Type: 'ExtGState', ...make() }));
      this.#states.set(key, ref);
    }
    return ref;
  }

  /** The colour space of named inks, once in the file. */
  getInkSpace(space: InkSpace): PDFObject {
    if (space.spots.length === 0) return writeInkSpace(this.context, space);
    if (this.isFlat && countComponents(space) > MAX_INKS_OF_A_COLOR)
      throw new PressLimitError('mixes more than eight inks', 'PDF/X-1a has at most eight in a colour');
    const key = keyOf(space);
    let ref = this.#inkSpaces.get(key);
    if (ref === undefined) {
      ref = this.context.register(writeInkSpace(this.context, space));
      this.#inkSpaces.set(key, ref);
    }
    return ref;
  }

  /** Notes a form that paints in inks. */
  addInkForm(form: PDFRef): void {
    this.#inkForms.add(form);
  }

  hasInkForm(form: PDFRef): boolean {
    return this.#inkForms.has(form);
  }

  /** The graphics state of an opacity from 0 to 1 and a blend mode. `overprints`: it leaves other inks. */
  getCompositing(alpha: number, mode: string, overprints = false): PDFRef {
    const opacity = num(alpha);
    return this.getState(`${opacity} ${mode}${overprints ? ' overprint' : ''}`, () => ({
      ...(this.drawsInks ? { OP: overprints, op: overprints, OPM: overprints ? 1 : 0 } : {}),
      ca: Number(opacity),
      CA: Number(opacity),
      BM: mode,
    }));
  }

  /** A compressed picture, once in the file. */
  getImage(image: CompressedImage): PDFRef {
    if (this.isFlat && image.mask !== null)
      throw new PressLimitError('shows a picture with transparent parts');
    let ref = this.#images.get(image);
    if (ref === undefined) this.#images.set(image, (ref = this.context.register(this.#toStream(image))));
    return ref;
  }

  /** A colour glyph, drawn once for the file. */
  getGlyph(face: FontFace, glyph: number, draw: () => PDFRef | null): PDFRef | null {
    const key = `${face.alias} ${glyph}`;
    let form = this.#glyphs.get(key);
    if (form === undefined) this.#glyphs.set(key, (form = draw()));
    return form;
  }

  /** Writes a picture for which an object was reserved. */
  assignImage(ref: PDFRef, image: CompressedImage): void {
    this.context.assign(ref, this.#toStream(image));
  }

  /** The pixels of a canvas, without loss, equal ones once. `budget`: of the page, which takes their cost. */
  getPixels(canvas: Canvas, budget: DrawingBudget | null): PDFRef {
    let ref = this.#pixels.get(canvas);
    if (ref === undefined) {
      budget?.compress(canvas);
      const image = compressCanvas(canvas, this.separator);
      if (this.isFlat && image.mask !== null) throw new PressLimitError('has transparent parts');
      const key = keyOfPixels(image);
      ref = this.#equalPixels.get(key) ?? this.context.register(this.#toStream(image));
      this.#equalPixels.set(key, ref);
      this.#pixels.set(canvas, ref);
    }
    return ref;
  }

  /** A picture that is drawn once for the file, by a key of what it shows; null: nothing. */
  getPicture(
    key: string,
    draw: () => { readonly canvas: Canvas; readonly box: Rect } | null,
  ): Picture | null {
    let picture = this.#pictures.get(key);
    if (picture === undefined) {
      const drawn = draw();
      picture = drawn === null ? null : { ref: this.getPixels(drawn.canvas, null), box: drawn.box };
      if (drawn !== null) releaseCanvas(drawn.canvas);
      this.#pictures.set(key, picture);
    }
    return picture;
  }

  #toStream(image: CompressedImage): PDFRawStream {
    if (this.separator !== null && image.inks === undefined)
      throw new Error('a file without colours of sRGB has a picture in them');
    const space = image.inks === undefined ? this.rgb : this.getInkSpace(image.inks);
    return writeImage(this.context, image, space);
  }
}

function keyOfPixels({ width, height, data, mask }: CompressedImage): string {
  const hash = createHash('sha256').update(`${width} ${height} `).update(data);
  return (mask === null ? hash : hash.update(mask.data)).digest('base64');
}
