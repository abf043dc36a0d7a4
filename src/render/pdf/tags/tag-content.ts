import { PDFDict, PDFName, PDFRef, PDFStream, type PDFDocument, type PDFPage } from 'pdf-lib';

import { changeContents, readStream, replaceStream } from '../streams.ts';
import { textMarkOrObject } from './marks.ts';

/** Where a part of a page's content is. */
export interface ContentPlace {
  /** The form that holds it; null: the page itself. */
  readonly form: PDFRef | null;
  readonly mcid: number;
}

/** The content of a page after tagging. */
export interface TaggedContent {
  /** Where the content of each part is, by its number. */
  readonly places: ReadonlyMap<number, readonly ContentPlace[]>;
  /**
   * The parts by their marked-content ids, which are unique on the page: pdf.js does not tell those of forms
   * from those of the page.
   */
  readonly parts: readonly number[];
  /** The forms with marked content. */
  readonly forms: readonly PDFRef[];
}

/** A piece of a content stream. `part`: null for decoration, a form if it is tagged inside. */
interface Piece {
  readonly part: number | null | PDFRef;
  readonly text: string;
}

/** Skia's way to draw an image. */
const drawnImage = /q\n[-.\d ]+ cm\n(?:[-.\d ]+ RG [-.\d ]+ rg\n)?(?:\/G\d+ gs\n)?\/(X\d+) Do\nQ\n/g;
/** Operators that paint. */
const painting = /(?:^|\s)(?:f\*?|F|S|s|B\*?|b\*?|Do|sh|ET|EI)(?=\s|$)/;

/**
 * Replaces the marks of a page by marked content (ISO 32000-1, 14.6); all other content becomes artifacts.
 * The texts of a form are tagged inside of it, except where all of them are one part.
 *
 * @param types the structure type of each part
 * @param marks the stand-ins that begin pictures, with their parts; null: those that end them
 */
export function tagContent(
  document: PDFDocument,
  page: PDFPage,
  types: readonly string[],
  marks: ReadonlyMap<PDFRef, number | null>,
): TaggedContent {
  const tagger = new Tagger(document, types, marks);
  const resources = page.node.Resources();
  changeContents(page, (content) => tagger.tag(content, resources, null));
  return tagger;
}

class Tagger implements TaggedContent {
  readonly places = new Map<number, ContentPlace[]>();
  readonly parts: number[] = [];
  readonly forms: PDFRef[] = [];
  readonly #document: PDFDocument;
  readonly #types: readonly string[];
  readonly #marks: ReadonlyMap<PDFRef, number | null>;
  /** The parts in forms. */
  readonly #partsIn = new Map<PDFRef, ReadonlySet<number>>();

  constructor(document: PDFDocument, types: readonly string[], marks: ReadonlyMap<PDFRef, number | null>) {
    this.#document = document;
    this.#types = types;
    this.#marks = marks;
  }

  tag(content: string, resources: PDFDict | undefined, form: PDFRef | null): string {
    const objects = resources?.lookupMaybe(PDFName.of('XObject'), PDFDict);
    const pieces = this.#split(this.#shorten(content, objects), objects);
    let out = '';
    let open: number | null | undefined;
    let between = '';
    const close = (): void => {
      if (open !== undefined) out += '\nEMC\n';
      open = undefined;
      out += between;
      between = '';
    };
    for (const { part, text } of pieces) {
      if (part === null && !painting.test(text)) {
        between += text;
      } else if (part instanceof PDFRef) {
        close();
        this.#changeForm(part, (inner, own) => this.tag(inner, own, part));
        out += text;
      } else if (part === open) {
        out += between + text;
        between = '';
      } else {
        close();
        out += part === null ? '/Artifact BMC\n' : this.#begin(part, form);
        out += text;
        open = part;
      }
    }
    close();
    for (const name of objects?.keys() ?? []) if (this.#isMark(objects?.get(name))) objects?.delete(name);
    if (form !== null) this.forms.push(form);
    return out;
  }

  #begin(part: number, form: PDFRef | null): string {
    const mcid = this.parts.push(part) - 1;
    const places = this.places.get(part) ?? [];
    places.push({ form, mcid });
    this.places.set(part, places);
    return `/${this.#types[part] ?? 'Span'} <</MCID ${mcid}>> BDC\n`;
  }

  /** The pieces of a content stream. Marks of pictures and those inside of pictures are left out. */
  #split(content: string, objects: PDFDict | undefined): Piece[] {
    const pieces: Piece[] = [];
    let copied = 0;
    let picture: number | null = null;
    let depth = 0;
    const add = (part: Piece['part'], text: string): void => {
      if (text !== '') pieces.push({ part: depth > 0 && !(part instanceof PDFRef) ? picture : part, text });
    };
    for (const match of content.matchAll(textMarkOrObject)) {
      const { index } = match;
      const [all, part, text, name] = match;
      const ref = name === undefined ? undefined : objects?.get(PDFName.of(name));
      const mark = ref instanceof PDFRef ? this.#marks.get(ref) : undefined;
      const inForm = ref instanceof PDFRef && mark === undefined ? this.#partsOf(ref) : null;
      if (ref !== undefined && mark === undefined && inForm === null) continue;
      add(null, content.slice(copied, index));
      copied = index + all.length;
      if (text !== undefined) add(Number(part), `${text}\n`);
      else if (mark === null) depth -= 1;
      else if (mark !== undefined) {
        if (depth === 0) picture = mark;
        depth += 1;
      } else if (inForm !== null && ref instanceof PDFRef) {
        const [only = null] = inForm;
        if (depth === 0 && inForm.size > 1) add(ref, all);
        else {
          this.#stripForm(ref);
          add(only, all);
        }
      }
    }
    add(null, content.slice(copied));
    return pieces;
  }

  /** The parts in a form; null for what is no form, or has none. */
  #partsOf(ref: PDFRef): ReadonlySet<number> | null {
    const known = this.#partsIn.get(ref);
    if (known !== undefined) return known.size > 0 ? known : null;
    const found = new Set<number>();
    this.#partsIn.set(ref, found);
    const form = this.#document.context.lookup(ref);
    if (!(form instanceof PDFStream) || form.dict.get(PDFName.of('Subtype')) !== PDFName.of('Form'))
      return null;
    const objects = form.dict
      .lookupMaybe(PDFName.of('Resources'), PDFDict)
      ?.lookupMaybe(PDFName.of('XObject'), PDFDict);
    let depth = 0;
    for (const [, part, , name] of readStream(form).matchAll(textMarkOrObject)) {
      const inner = name === undefined ? undefined : objects?.get(PDFName.of(name));
      const mark = inner instanceof PDFRef ? this.#marks.get(inner) : undefined;
      if (part !== undefined && depth === 0) found.add(Number(part));
      if (mark === null) depth -= 1;
      else if (mark !== undefined) {
        if (depth === 0) found.add(mark);
        depth += 1;
      } else if (inner instanceof PDFRef && depth === 0)
        for (const each of this.#partsOf(inner) ?? []) found.add(each);
      else if (inner instanceof PDFRef) this.#partsOf(inner);
    }
    return found.size > 0 ? found : null;
  }

  /** Removes the marks of a form that is a part, or in a part, of the content around it. */
  #stripForm(ref: PDFRef): void {
    this.#changeForm(ref, (content, resources) => {
      const objects = resources?.lookupMaybe(PDFName.of('XObject'), PDFDict);
      const pieces = this.#shorten(content, objects).replaceAll(
        textMarkOrObject,
        (all, _part, text: string | undefined, name: string | undefined) => {
          if (text !== undefined) return `${text}\n`;
          const inner = name === undefined ? undefined : objects?.get(PDFName.of(name));
          if (this.#isMark(inner)) return '';
          if (inner instanceof PDFRef && this.#partsOf(inner) !== null) this.#stripForm(inner);
          return all;
        },
      );
      for (const name of objects?.keys() ?? []) if (this.#isMark(objects?.get(name))) objects?.delete(name);
      return pieces;
    });
  }

  #changeForm(ref: PDFRef, change: (content: string, resources: PDFDict | undefined) => string): void {
    const form = this.#document.context.lookup(ref, PDFStream);
    const resources = form.dict.lookupMaybe(PDFName.of('Resources'), PDFDict);
    const content = readStream(form);
    replaceStream(this.#document, ref, form, change(content, resources));
  }

  /** Leaves of the drawing of a mark nothing but its name. */
  #shorten(content: string, objects: PDFDict | undefined): string {
    if (this.#marks.size === 0) return content;
    return content.replaceAll(drawnImage, (all, name: string) =>
      this.#isMark(objects?.get(PDFName.of(name))) ? `/${name} Do` : all,
    );
  }

  #isMark(object: unknown): boolean {
    return object instanceof PDFRef && this.#marks.has(object);
  }
}
