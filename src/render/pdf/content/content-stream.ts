import type { PDFRef } from 'pdf-lib';

import type { PageTags } from './page-tags.ts';

/** The kinds of named resources that content refers to (ISO 32000-1, 7.8.3). */
export type ResourceKind = 'Font' | 'XObject' | 'ExtGState' | 'Pattern' | 'ColorSpace';

/** Content of a page or form. What paints is marked by the part that it belongs to, if the page is tagged. */
export class ContentStream {
  /** The part that is drawn; null: decoration. */
  part: number | null = null;
  /** Whether it paints in inks, which a group of sRGB would convert. */
  hasInks = false;
  readonly #tags: PageTags | null;
  readonly #form: PDFRef | null;
  readonly #resources = new Map<ResourceKind, Map<string, PDFRef | null>>();
  #written: string[] = [];
  /** Operators that set, after the last that painted. */
  #between = '';
  /** The part whose marked content is open; null: an artifact; undefined: none. */
  #open: number | null | undefined = undefined;

  /**
   * @param tags null: the content is not tagged
   * @param form that the content is of; null: the page
   */
  constructor(tags: PageTags | null, form: PDFRef | null) {
    this.#tags = tags;
    this.#form = form;
  }

  /** Whether what is drawn next may be parts of its own: the page is tagged, and no part is drawn. */
  get hasParts(): boolean {
    return this.#tags !== null && this.part === null;
  }

  /** Adds operators that set something. */
  set(operators: string): void {
    this.#between += `${operators}\n`;
  }

  /** Adds operators that paint. */
  paint(operators: string): void {
    this.#mark(this.part);
    this.#written.push(`${operators}\n`);
  }

  /** Adds operators that paint a form which is marked inside. */
  paintMarked(operators: string): void {
    this.#close();
    this.#written.push(`${this.#between}${operators}\n`);
    this.#between = '';
  }

  /** Notes a resource, and returns its name. `ref`: null for a font, which is written last. */
  use(kind: ResourceKind, name: string, ref: PDFRef | null): string {
    let named = this.#resources.get(kind);
    if (named === undefined) this.#resources.set(kind, (named = new Map<string, PDFRef | null>()));
    named.set(name, ref);
    return name;
  }

  /** Ends the content, one character per byte. */
  end(): string {
    this.#close();
    this.#written.push(this.#between);
    this.#between = '';
    const content = this.#written.join('');
    // The names of its resources are kept, not what is written.
    this.#written = [];
    return content;
  }

  get resources(): ReadonlyMap<ResourceKind, ReadonlyMap<string, PDFRef | null>> {
    return this.#resources;
  }

  #mark(part: number | null): void {
    if (this.#tags === null || part === this.#open) {
      if (this.#between !== '') this.#written.push(this.#between);
      this.#between = '';
      return;
    }
    this.#close();
    this.#written.push(this.#between);
    this.#between = '';
    this.#written.push(part === null ? '/Artifact BMC\n' : this.#tags.begin(part, this.#form));
    this.#open = part;
  }

  #close(): void {
    if (this.#open !== undefined) this.#written.push('EMC\n');
    this.#open = undefined;
  }
}
