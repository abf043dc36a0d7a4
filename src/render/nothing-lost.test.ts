/**
 * Random lists in random layouts that flow: every text that was given is on exactly one page, once. The seeds
 * are fixed, so that each run draws the same documents.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GroupElement, Layout, TemplateDocument, TemplateElement } from '../../generated/template.ts';
import { getRandom } from '../../test/helpers/flows.ts';
import { readPdf, renderDocument } from '../../test/helpers/pages.ts';

/** A document with the words that have to be on its pages. */
interface Given {
  readonly document: TemplateDocument;
  readonly values: Map<string, { readonly name: string; readonly note: string }[]>;
  readonly words: readonly string[];
}

const PAGE_WIDTH = 600;

class DocumentMaker {
  readonly #random: () => number;
  #count = 0;
  readonly #words: string[] = [];
  readonly #lists = new Map<string, { name: string; note: string }[]>();

  constructor(seed: number) {
    this.#random = getRandom(seed);
  }

  make(): Given {
    const elements = Array.from({ length: 1 + this.#upTo(4) }, () => this.#element(2, PAGE_WIDTH - 30, true));
    const edge = (id: string): GroupElement => ({
      type: 'group',
      id,
      height: 10 + this.#upTo(20),
      elements: [],
    });
    const document: TemplateDocument = {
      schemaVersion: 1,
      name: 'Random',
      viewport: { width: PAGE_WIDTH, height: 150 + this.#upTo(250) },
      background: '#fff',
      variables: [...this.#lists.keys()].map((name) => ({
        name,
        type: 'list',
        maxEntries: 100,
        fields: [
          { name: 'name', type: 'text' },
          { name: 'note', type: 'text', maxLength: 20_000 },
        ],
      })),
      pages: [
        {
          id: 'flow',
          flow: true,
          layout: { direction: 'column', gap: this.#upTo(10), padding: this.#upTo(15) },
          ...(this.#isChosen(0.3) ? { header: edge('header') } : {}),
          ...(this.#isChosen(0.3) ? { footer: edge('footer') } : {}),
          elements,
        },
      ],
    };
    return { document, values: this.#lists, words: this.#words };
  }

  /** @param room the width that the element has at least; null: it has its own, in a row that wraps */
  #element(depth: number, room: number | null, isRepeatable: boolean): TemplateElement {
    const width = room ?? 120 + this.#upTo(60);
    const base = {
      id: this.#id(),
      width: room === null ? width : ('fill' as const),
      ...(this.#isChosen(0.1) ? { keepTogether: true } : {}),
      ...(this.#isChosen(0.1) ? { keepWithNext: true } : {}),
      ...(this.#isChosen(0.05) ? { breakBefore: true } : {}),
    };
    const kind = this.#random();
    if (depth === 0 || kind < 0.3) return this.#text(base, width, isRepeatable);
    if (kind < 0.45) return this.#table(base);
    return this.#group(base, depth, width);
  }

  #text(base: object, width: number, isRepeatable: boolean): TemplateElement {
    const given: object = {
      ...base,
      type: 'text',
      height: 'hug',
      fontSize: 6 + this.#upTo(8),
      ...(width >= 180 && this.#isChosen(0.3) ? { columns: 2 + this.#upTo(2), columnGap: 8 } : {}),
      ...(this.#isChosen(0.2) ? { role: 'h2' } : {}),
      ...(this.#isChosen(0.2) ? { trim: 'cap' } : {}),
      ...(this.#isChosen(0.2) ? { paragraphSpacing: 4 } : {}),
    };
    if (isRepeatable && this.#isChosen(0.3))
      return { ...given, text: '{{ item.name }}', repeat: this.#list() } as TemplateElement;
    return { ...given, text: this.#sentence(this.#isChosen(0.2) ? 150 : 12) } as TemplateElement;
  }

  #table(base: object): TemplateElement {
    const { each } = this.#list();
    return {
      ...base,
      type: 'table',
      rows: each,
      columns: [
        { header: this.#isChosen(0.7) ? 'Name' : '', value: '{{ item.name }}', width: 60 },
        { value: '{{ item.note }}' },
      ],
      body: { fontSize: 6 },
      borders: { between: 'all', outer: this.#isChosen(0.5) },
      ...(this.#isChosen(0.3) ? { header: null } : {}),
      ...(this.#isChosen(0.4) ? { carry: { label: 'Sum', value: '{{ size(item.name) }}' } } : {}),
      ...(this.#isChosen(0.3) ? { total: { cells: [this.#word(), this.#word()] } } : {}),
    } as TemplateElement;
  }

  #group(base: object, depth: number, width: number): TemplateElement {
    const isRow = width >= 240 && this.#isChosen(0.5);
    const wraps = isRow && this.#isChosen(0.5);
    const count = 1 + this.#upTo(isRow && !wraps ? 3 : 6);
    const inner = wraps ? null : isRow ? (width - 30) / count : width - 12;
    const layout: Layout = {
      direction: isRow ? 'row' : 'column',
      gap: this.#upTo(6),
      padding: this.#upTo(6),
      wrap: wraps,
      align: (['start', 'center', 'end', 'stretch'] as const)[this.#upTo(4)]!,
    };
    const elements = Array.from({ length: count }, () => this.#element(depth - 1, inner, wraps || !isRow));
    const group = { ...base, type: 'group', height: 'hug', layout, elements };
    return { ...group, ...(this.#isChosen(0.3) ? { background: { fill: '#eef' } } : {}) } as TemplateElement;
  }

  #list(): { readonly each: string } {
    const name = `list${this.#lists.size}`;
    const entries = Array.from({ length: this.#upTo(25) }, () => ({
      name: this.#word(),
      note: this.#isChosen(0.05) ? this.#sentence(200) : this.#sentence(3),
    }));
    this.#lists.set(name, entries);
    return { each: `{{ ${name} }}` };
  }

  #sentence(most: number): string {
    return Array.from({ length: 1 + this.#upTo(most) }, () => this.#word()).join(' ');
  }

  #word(): string {
    const word = `w${this.#count}x`;
    this.#count += 1;
    this.#words.push(word);
    return word;
  }

  #id(): string {
    this.#count += 1;
    return `e${this.#count}`;
  }

  #isChosen(probability: number): boolean {
    return this.#random() < probability;
  }

  #upTo(most: number): number {
    return Math.floor(this.#random() * most);
  }
}

/** Words of repeated texts whose fields are not shown are not counted: of a repeat only the names are. */
function shownWords({ document, values, words }: Given): string[] {
  const text = JSON.stringify(document.pages);
  const hidden = [...values].flatMap(([name, entries]) =>
    text.includes(`"rows":"{{ ${name} }}"`) ? [] : entries.flatMap(({ note }) => note.split(' ')),
  );
  const unseen = new Set(hidden);
  return words.filter((word) => !unseen.has(word));
}

const DOCUMENTS = 40;

test('every text that was given is on exactly one page, once', async () => {
  let pageCount = 0;
  for (let seed = 0; seed < DOCUMENTS; seed += 1) {
    const given = new DocumentMaker(seed).make();
    const { data, warnings } = await renderDocument(given.document, {
      values: given.values,
      output: { format: 'pdf' },
    });
    const pages = await readPdf(data);
    pageCount += pages.length;
    const found = pages.flatMap(
      ({ items }) =>
        items
          .map(({ text }) => text)
          .join(' ')
          .match(/w\d+x/gu) ?? [],
    );
    assert.deepEqual(found.toSorted(), shownWords(given).toSorted(), `seed ${seed}`);
    const lost = warnings.filter(({ code }) => /_(?:OVERFLOW|CLIPPED)$/u.test(code));
    assert.deepEqual(lost, [], `seed ${seed}`);
  }
  assert.ok(pageCount > 3 * DOCUMENTS, `${pageCount} pages`);
});
