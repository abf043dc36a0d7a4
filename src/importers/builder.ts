import type { ImageElement, TextElement } from '../../generated/template.ts';
import type { ConversionOptions, DesignSource } from './design.ts';
import { ElementNames } from './element-names.ts';
import { fitStandIn, type SavedLines } from './fit-stand-in.ts';
import type { TextMeasure } from './measure-text.ts';
import { FolderFiles } from './folder-files.ts';
import { DesignFonts, type FoundFamily } from './fonts.ts';
import { LossList } from './losses.ts';
import { clearPicture } from './clear-picture.ts';
import { findMarks, isNoise, markedAddress, markedLayer } from './marks.ts';
import { Proposals } from './proposals.ts';

/** The most elements that a template is made of. */
const maxElements = 5_000;

const standInReason = 'They are those with which the letters take as much room.';

/** The longest name that a variable gets from its text. */
const maxContentName = 40;

/** The longest data URL that becomes a default value. */
const maxDefaultBytes = 500_000;

/** Collects what a converter finds in a design: ids, files, fonts, losses and proposed variables. */
export class TemplateBuilder {
  readonly names = new ElementNames();
  readonly files = new FolderFiles();
  readonly proposals: Proposals;
  readonly fonts: DesignFonts;
  readonly #losses = new LossList();
  readonly #source: DesignSource;
  readonly #fetchImage: ConversionOptions['fetchImage'];
  readonly #fetched = new Map<string, Promise<Uint8Array | { readonly reason: string }>>();
  /** Names in the design that stand for pictures, by the paths of the clear ones in their places. */
  readonly #markedPictures = new Map<string, string>();
  #elements = 0;

  constructor(
    source: DesignSource,
    { variables, fonts, installed, fetchImage }: Omit<ConversionOptions, 'format'>,
  ) {
    this.#source = source;
    this.proposals = new Proposals(variables);
    this.#fetchImage = fetchImage;
    this.fonts = new DesignFonts(this.files, fonts, installed);
    for (const { file, problem } of this.fonts.given) if (problem !== null) this.lose('', file, problem);
  }

  /** Lists a loss: what `element`, by the name that its author knows, has and the template has not. */
  lose(element: string, property: string, reason: string): void {
    this.#losses.add(element, property, reason);
  }

  get losses(): ReturnType<LossList['list']> {
    return this.#losses.list();
  }

  /** Whether there is room for one more element; if not, that is a loss. */
  hasRoom(element: string): boolean {
    this.#elements += 1;
    if (this.#elements <= maxElements) return true;
    this.lose(element, 'elements', `A design is converted up to ${maxElements} elements.`);
    return false;
  }

  /** The family of a text; another one than the design's is a loss. */
  family(names: string, element: string, weight?: number): string {
    return this.#noted(this.fonts.find(names, weight), element);
  }

  /** As `family`, for a text of an SVG picture: it cannot have fonts that an operator installed. */
  familyInPicture(names: string, element: string): string {
    return this.#noted(this.fonts.findInPicture(names), element);
  }

  #noted({ family, loss }: FoundFamily, element: string): string {
    if (loss !== null) this.lose(element, 'fontFamily', loss);
    return family;
  }

  /** Sets a text in the lines and the width that the design has, with letters of other widths: a loss. */
  fitStandIn(element: TextElement, saved: SavedLines, name: string, measure: TextMeasure): void {
    if (fitStandIn(element, saved, measure)) this.lose(name, 'fontSize, letterSpacing', standInReason);
  }

  /** Lists that a font of the design cannot be had; not if the one who imports has given it. */
  loseFont(family: string, property: string, reason: string): void {
    if (!this.fonts.has(family)) this.lose('', property, reason);
  }

  /**
   * Copies a picture into the folder, from a data URL, an address, or a file beside the design. Returns its
   * path; null if that is not possible, which is a loss then.
   */
  async picture(src: string, element: string, property = 'src'): Promise<string | null> {
    const marked = markedAddress(src);
    if (marked !== null) return this.#markedPicture(marked, element, property);
    const bytes = await this.readPicture(src);
    if ('reason' in bytes) {
      this.lose(element, property, bytes.reason);
      return null;
    }
    return this.pictureOf(bytes, element, property, /^[\w./ -]+$/.test(src) ? src : element);
  }

  /** Keeps the bytes of a picture. Returns its path; null if that is not possible, which is a loss then. */
  pictureOf(bytes: Uint8Array, element: string, property: string, name = element): string | null {
    const added = this.files.addPicture(bytes, name);
    if ('path' in added) return added.path;
    this.lose(element, property, added.reason);
    return null;
  }

  /** The bytes behind a picture's address, or why there are none. */
  async readPicture(src: string): Promise<Uint8Array | { readonly reason: string }> {
    if (/^data:/iu.test(src)) return readDataUrl(src);
    if (/^https?:/iu.test(src)) return await this.#fetch(src);
    if (/^[a-z][a-z0-9+.-]*:/iu.test(src))
      return { reason: `Pictures are not read from ${src.slice(0, 20)}….` };
    const path = decodePath(src);
    const bytes = path === null ? null : await this.#source.readBeside(path);
    return bytes ?? { reason: `There is no file "${src.slice(0, 80)}" beside the design.` };
  }

  /** Keeps a clear picture where the design has a mark of one. */
  #markedPicture(name: string, element: string, property: string): string | null {
    const path = this.pictureOf(clearPicture(name), element, property, name);
    if (path !== null) this.#markedPictures.set(path, name);
    return path;
  }

  /**
   * Proposes what a text says: a variable for each mark in it; else all of it, by its layer's name, which may
   * be a mark, too.
   *
   * @param options.isMarked the design says that its text is to be filled in
   *
   * @param hasMarks false: braces in the text are of the format itself
   */
  proposeText(
    target: { text?: string },
    {
      name,
      from,
      hasMarks = true,
      isMarked = false,
    }: { readonly name: string; readonly from: string; hasMarks?: boolean; isMarked?: boolean },
  ): void {
    const { text } = target;
    if (text === undefined || text.trim() === '') return;
    const marks = hasMarks ? findMarks(text) : [];
    for (const { mark, name: marked } of marks) {
      const place = { target, key: 'text', mark };
      this.proposals.add({ ...place, name: marked, from, type: 'text', isMarked: true, defaultValue: mark });
    }
    if (marks.length > 0) return;
    const layer = isMarked ? name : markedLayer(name);
    this.proposals.add({
      name: layer ?? (isNoise(name) ? text.slice(0, maxContentName) : name),
      from,
      type: 'text',
      isMarked: layer !== null,
      target,
      key: 'text',
      mark: null,
      defaultValue: text,
      // The same layer with another text is another variable.
      scope: layer === null ? '' : text,
    });
  }

  /** Proposes the picture of an element as a variable. Its default is the picture, if it is small enough. */
  proposePicture(
    target: ImageElement,
    {
      name,
      from,
      isMarked = false,
    }: { readonly name: string; readonly from: string; readonly isMarked?: boolean },
  ): void {
    const bytes = this.files.all.get(target.src);
    const type = /\.(png|jpg|webp|gif|avif)$/.exec(target.src)?.[1]?.replace('jpg', 'jpeg');
    const fits = bytes !== undefined && type !== undefined && bytes.byteLength <= maxDefaultBytes;
    const marked = this.#markedPictures.get(target.src) ?? (isMarked ? null : markedLayer(name));
    this.proposals.add({
      name: marked ?? name,
      from,
      type: 'image',
      isMarked: isMarked || marked !== null,
      target,
      key: 'src',
      mark: null,
      defaultValue: fits ? `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}` : undefined,
    });
  }

  async #fetch(url: string): Promise<Uint8Array | { readonly reason: string }> {
    if (this.#fetchImage === null) return { reason: 'Nothing is fetched offline.' };
    const fetchImage = this.#fetchImage;
    let fetched = this.#fetched.get(url);
    if (fetched === undefined) {
      fetched = fetchImage(url).then((result) =>
        result.ok ? result.bytes : { reason: `The picture ${result.detail}` },
      );
      this.#fetched.set(url, fetched);
    }
    return await fetched;
  }
}

/** RFC 2397. */
function readDataUrl(url: string): Uint8Array | { readonly reason: string } {
  const comma = url.indexOf(',');
  const head = url.slice(5, comma);
  if (comma < 0) return { reason: 'Its data URL has no data.' };
  try {
    const body = url.slice(comma + 1);
    if (/;base64$/iu.test(head.trim())) return Buffer.from(decodeURIComponent(body), 'base64');
    return Buffer.from(decodeURIComponent(body));
  } catch {
    return { reason: 'Its data URL is damaged.' };
  }
}

/** A path below the folder of the design; null for any other. */
function decodePath(src: string): string | null {
  let path: string;
  try {
    path = decodeURIComponent(src.replace(/[?#].*$/su, ''));
  } catch {
    return null;
  }
  const parts = path
    .replaceAll('\\', '/')
    .split('/')
    .filter((part) => part !== '' && part !== '.');
  return parts.length === 0 || path.startsWith('/') || parts.includes('..') || path.includes('\0')
    ? null
    : parts.join('/');
}
