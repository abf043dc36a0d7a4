/** Random documents with boxes of one size, and the words that they show. */
import type { Layout, TemplateDocument, TemplateElement } from '../../generated/template.ts';
import { getRandom } from './flows.ts';

/** A word, and the ids of all elements that it stands in, from the outside inwards. */
export interface GivenWord {
  readonly word: string;
  readonly around: readonly string[];
}

export interface RandomBoxes {
  readonly document: TemplateDocument;
  readonly values: Map<string, string | { name: string }[]>;
  readonly words: readonly GivenWord[];
  /** The ids of groups that clip. */
  readonly clips: ReadonlySet<string>;
}

/**
 * A document of groups of a given height, groups that clip, rows that do not wrap, headers and footers, on a
 * page that flows or not. The same seed makes the same document.
 */
export function makeRandomBoxes(seed: number): RandomBoxes {
  return new Maker(seed).make();
}

class Maker {
  readonly #random: () => number;
  #count = 0;
  #around: readonly string[] = [];
  readonly #words: GivenWord[] = [];
  readonly #clips = new Set<string>();
  readonly #lists = new Map<string, { name: string }[]>();

  constructor(seed: number) {
    this.#random = getRandom(seed);
  }

  make(): RandomBoxes {
    const elements = Array.from({ length: 1 + this.#upTo(3) }, () => this.#element(2));
    const free = { position: 'absolute', x: this.#upTo(450), y: this.#upTo(250) };
    // A text that shows no value may reach beyond the page where nothing but the document says its place.
    const content = { ...this.#text({ ...free, width: 120 + this.#upTo(300), height: 'hug' }) };
    const given = (content as { text: string }).text;
    const absolute = { ...content, text: '{{ given }}' } as TemplateElement;
    const page = {
      id: 'page',
      ...(this.#isChosen(0.4) ? { flow: true } : {}),
      layout: { direction: 'column', gap: this.#upTo(10), padding: this.#upTo(15) },
      ...(this.#isChosen(0.4) ? { header: this.#edge() } : {}),
      ...(this.#isChosen(0.4) ? { footer: this.#edge() } : {}),
      elements: [...elements, absolute],
    };
    const document = {
      schemaVersion: 1,
      name: 'Random',
      viewport: { width: 500, height: 150 + this.#upTo(150) },
      background: '#fff',
      variables: [
        { name: 'given', type: 'text' },
        ...[...this.#lists.keys()].map((name) => ({
          name,
          type: 'list',
          maxEntries: 100,
          fields: [{ name: 'name', type: 'text' }],
        })),
      ],
      pages: [page],
    };
    return {
      document: document as unknown as TemplateDocument,
      values: new Map<string, string | { name: string }[]>([['given', given], ...this.#lists]),
      words: this.#words,
      clips: this.#clips,
    };
  }

  /** A header or footer, which may be lower than its text. */
  #edge(): object {
    const box = { height: 10 + this.#upTo(30) };
    const width = 60 + this.#upTo(300);
    return this.#group(box, () => [this.#text({ width, height: 'hug' })]);
  }

  #element(depth: number): TemplateElement {
    const kind = this.#random();
    const width = this.#isChosen(0.6) ? ('fill' as const) : 60 + this.#upTo(200);
    const height = this.#isChosen(0.6) ? ('hug' as const) : 15 + this.#upTo(100);
    if (depth === 0 || kind < 0.35) return this.#text({ width, height });
    if (kind < 0.5) return this.#table({ width, height });
    const clip = this.#isChosen(0.3) ? { clip: 'box' } : {};
    const limit = height === 'hug' && this.#isChosen(0.3) ? { maxHeight: 20 + this.#upTo(100) } : {};
    if (kind < 0.65) {
      const box = { width, height: 15 + this.#upTo(100), ...clip };
      const count = 1 + this.#upTo(3);
      const text = (_: unknown, index: number) =>
        this.#text({ x: 0, y: 25 * index, width: 100, height: this.#isChosen(0.5) ? 'hug' : 20 });
      return this.#group(box, () => Array.from({ length: count }, text));
    }
    const layout: Layout = { direction: this.#isChosen(0.4) ? 'row' : 'column', gap: this.#upTo(6) };
    return this.#group({ width, height, layout, ...limit, ...clip }, () =>
      Array.from({ length: 1 + this.#upTo(4) }, () => this.#element(depth - 1)),
    );
  }

  #group(box: object, makeElements: () => TemplateElement[]): TemplateElement {
    const id = this.#id();
    if ('clip' in box) this.#clips.add(id);
    const elements = this.#inside(id, makeElements);
    return { type: 'group', id, ...box, elements } as unknown as TemplateElement;
  }

  #text(box: { readonly [key: string]: unknown; readonly position?: string }): TemplateElement {
    const id = this.#id();
    const isRepeated = box.position === undefined && !('y' in box) && this.#isChosen(0.3);
    const content = this.#inside(id, () =>
      isRepeated
        ? { text: '{{ item.name }}', repeat: { each: this.#list() } }
        : { text: this.#sentence(this.#isChosen(0.3) ? 60 : 8) },
    );
    const overflow = (['ellipsis', 'clip', 'visible', 'shrink'] as const)[this.#upTo(4)]!;
    const wrap = this.#isChosen(0.85);
    const columns = wrap && this.#isChosen(0.15) ? { columns: 2 } : {};
    const style = { fontSize: 6 + this.#upTo(8), overflow, wrap, ...columns };
    return { type: 'text', id, ...box, ...style, ...content } as unknown as TemplateElement;
  }

  #table(box: object): TemplateElement {
    const id = this.#id();
    return this.#inside(id, () => ({
      type: 'table',
      id,
      ...box,
      rows: this.#list(),
      columns: [
        { header: this.#word(), value: '{{ item.name }}' },
        { value: 'x', width: 60 },
      ],
      body: { fontSize: 7 },
      ...(this.#isChosen(0.4) ? { total: { cells: [this.#word()] } } : {}),
    })) as unknown as TemplateElement;
  }

  #inside<Made>(id: string, make: () => Made): Made {
    const around = this.#around;
    this.#around = [...around, id];
    const made = make();
    this.#around = around;
    return made;
  }

  #list(): string {
    const name = `list${this.#lists.size}`;
    this.#lists.set(
      name,
      Array.from({ length: this.#upTo(25) }, () => ({ name: this.#sentence(3) })),
    );
    return `{{ ${name} }}`;
  }

  #sentence(most: number): string {
    return Array.from({ length: 1 + this.#upTo(most) }, () => this.#word()).join(' ');
  }

  #word(): string {
    const word = `w${this.#count++}x`;
    this.#words.push({ word, around: this.#around });
    return word;
  }

  #id(): string {
    return `e${this.#count++}`;
  }

  #isChosen(probability: number): boolean {
    return this.#random() < probability;
  }

  #upTo(most: number): number {
    return Math.floor(this.#random() * most);
  }
}
