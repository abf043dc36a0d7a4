import { createHash } from 'node:crypto';

import { tag, type Attributes } from './markup.ts';

/** What an SVG file defines once and refers to by id: gradients, clips, filters, pictures. */
export class Definitions {
  readonly #ids = new Map<string, string>();
  readonly #written: string[] = [];

  /**
   * Defines an element. Returns its id, a hash of the element: where several files are in one document,
   * equal ids are equal elements.
   */
  add(name: string, attributes: Attributes, content = ''): string {
    const key = tag(name, attributes, content);
    let id = this.#ids.get(key);
    if (id === undefined) {
      id = `p${createHash('sha256').update(key).digest('hex').slice(0, 12)}`;
      this.#ids.set(key, id);
      this.#written.push(tag(name, { id, ...attributes }, content));
    }
    return id;
  }

  /** As `add`, for a value of an attribute such as `fill`. */
  url(name: string, attributes: Attributes, content = ''): string {
    return `url(#${this.add(name, attributes, content)})`;
  }

  /** The element `defs`; empty if nothing is defined. */
  write(): string {
    return this.#written.length === 0 ? '' : `<defs>${this.#written.join('')}</defs>`;
  }
}
