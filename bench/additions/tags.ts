/**
 * What tags for screen readers add to a PDF: a page of text, and a table of a hundred rows, beside the same
 * page without tags, as it is drawn for a sheet of several.
 */
import { parseArgs } from 'node:util';
import type { TemplateDocument } from '../../generated/template.ts';
import { bindTemplate } from '../../src/render/bind/bind-template.ts';
import type { RenderJob } from '../../src/render/job.ts';
import { compareRenders } from './compare-renders.ts';

const size = { width: 794, height: 1123 };
const page = { schemaVersion: 1, viewport: size, background: '#ffffff', language: 'en' };
const variables = [{ name: 'title', type: 'text' }];

const article = {
  ...page,
  name: 'Article',
  variables,
  elements: Array.from({ length: 14 }, (_, index) => ({
    type: 'text',
    id: `text ${index}`,
    x: 60,
    y: 50 + 74 * index,
    width: 674,
    height: 70,
    fontSize: 14,
    text: `{{title}}, part ${index}. ${'A paragraph of words that fill a few lines of the page. '.repeat(4)}`,
  })),
};

const invoice = {
  ...page,
  name: 'Invoice',
  variables: [...variables, list()],
  layout: { direction: 'column', padding: 40 },
  elements: [
    {
      type: 'table',
      id: 'table',
      width: 'fill',
      height: 'hug',
      rows: '{{ items }}',
      fontSize: 7,
      columns: ['name', 'amount', 'price'].map((name) => ({ header: name, value: `{{ item.${name} }}` })),
    },
  ],
};

function list() {
  const fields = ['name', 'amount', 'price'].map((name) => ({ name, type: 'text' }));
  return { name: 'items', type: 'list', fields };
}

function getJob(document: object, isOnSheet: boolean) {
  return (round: number): RenderJob => {
    const items = Array.from({ length: 100 }, (_, index) => ({
      name: `Item ${index}`,
      amount: String((index + round) % 9),
      price: `${index}.50`,
    }));
    const values = new Map([
      ['title', `Report ${round}`],
      ['items', JSON.stringify(items)],
    ]);
    return {
      scene: bindTemplate(document as TemplateDocument, values).scene,
      assets: {},
      output: { format: 'pdf', dpi: 96, scale: 1, quality: 80, isOnSheet },
      imageMaxPixels: 50_000_000,
    };
  };
}

/** `--rounds N`. */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { rounds: { type: 'string', default: '40' } },
  });
  await compareRenders(
    Object.entries({ 'a page of text': article, 'a table of 100 rows': invoice }).map(([name, document]) => [
      { name: 'without tags', jobOf: getJob(document, true) },
      { name: `${name}, tagged`, jobOf: getJob(document, false) },
    ]),
    Number(values.rounds),
  );
}
