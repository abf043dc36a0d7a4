import type { PDFRef } from 'pdf-lib';

/** Where a part of a page's content is. */
export interface ContentPlace {
  /** The form that holds it; null: the page itself. */
  readonly form: PDFRef | null;
  readonly mcid: number;
}

/** Numbers the marked content of a page (ISO 32000-1, 14.7.4), while it is drawn. */
export class PageTags {
  /** Where the content of each part is, by its number. */
  readonly places = new Map<number, readonly ContentPlace[]>();
  /**
   * The parts by their marked-content ids, which are unique on the page: pdf.js does not tell those of forms
   * from those of the page.
   */
  readonly parts: number[] = [];
  /** The forms with marked content. */
  readonly forms = new Set<PDFRef>();
  readonly #types: readonly string[];

  /** @param types the structure type of each part */
  constructor(types: readonly string[]) {
    this.#types = types;
  }

  /** The operator that begins content of a part. */
  begin(part: number, form: PDFRef | null): string {
    const mcid = this.parts.push(part) - 1;
    this.places.set(part, [...(this.places.get(part) ?? []), { form, mcid }]);
    if (form !== null) this.forms.add(form);
    return `/${this.#types[part] ?? 'Span'} <</MCID ${mcid}>> BDC\n`;
  }
}
