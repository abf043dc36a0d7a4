/**
 * What ten nested layouts and ten expressions add to a render, beside the same card of absolute elements; and
 * whether renders with layouts stay as fast over thousands.
 *
 * All times are CPU time of this process, so that others hardly matter. The four cards take turns, and have
 * the same pixels.
 */
import { parseArgs } from 'node:util';
import type { TemplateDocument } from '../../generated/template.ts';
import { bindTemplate } from '../../src/render/bind/bind-template.ts';
import { FontBook } from '../../src/render/fonts/font-book.ts';
import { placeJob } from '../../src/render/layout/place-job.ts';
import type { RenderJob } from '../../src/render/job.ts';
import type { SceneElement } from '../../src/render/scene/elements.ts';
import type { Scene } from '../../src/render/scene/scene.ts';
import { createPipeline } from '../shared/pipeline.ts';
import { median, round as rounded } from '../shared/statistics.ts';
import { absoluteCard, expressions, laidOutCard, getValues } from './card.ts';

/** Renders of each card in a round. */
const rendersInRound = 25;
const warmUpRounds = 8;
/** Placements of which each line of the second table tells. */
const stretches = 10;

type Values = ReadonlyMap<string, string>;

interface Card {
  readonly name: string;
  readonly document: TemplateDocument;
  readonly valuesOf: (round: number) => Values;
  readonly cpuMs: number[];
}

/** `--rounds N` of the comparison, `--renders N` of the long run. */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: '30' },
      renders: { type: 'string', default: '20000' },
    },
  });
  const fonts = new FontBook();
  const cards = await makeCards(fonts);
  await compareCards(cards, Number(values.rounds));
  await placeOften(cards.at(-1), Number(values.renders), fonts);
}

async function makeCards(fonts: FontBook): Promise<Card[]> {
  const names = expressions.map((_, index) => `text ${index}`);
  const variables = names.map((name) => `{{${name}}}`);
  const worked = laidOutCard(expressions);
  const { job } = await placeJob(getJob(bindTemplate(worked, getValues(0)).scene), [], fonts);
  const getTexts = (round: number): Values => {
    const texts = new Map(listTexts(bindTemplate(worked, getValues(round)).scene.elements));
    return new Map(names.map((name, index) => [name, texts.get(`t${index}`)!]));
  };
  const known = Array.from({ length: 350 }, (_, round) => getTexts(round));
  const plain = (round: number): Values => known[round % known.length]!;
  const given = (round: number): Values => getValues(round % known.length);
  const absolute = (texts: readonly string[]) => absoluteCard(job.scene, worked, texts, names);
  const withVariables = (document: TemplateDocument): TemplateDocument => ({
    ...document,
    variables: worked.variables ?? [],
  });
  return [
    { name: 'absolute', document: absolute(variables), valuesOf: plain },
    { name: 'expressions', document: withVariables(absolute(expressions)), valuesOf: given },
    { name: 'layouts', document: laidOutCard(variables, names), valuesOf: plain },
    { name: 'layouts and expressions', document: worked, valuesOf: given },
  ].map((card) => ({ ...card, cpuMs: [] }));
}

async function compareCards(cards: readonly Card[], rounds: number): Promise<void> {
  const pipeline = createPipeline({ caches: true });
  const render = async ({ document, valuesOf }: Card, round: number) =>
    await pipeline({ job: getJob(bindTemplate(document, valuesOf(round)).scene), files: new Map() });
  const [first, ...others] = await Promise.all(cards.map((card) => render(card, 0)));
  if (others.some((file) => Buffer.compare(file, first!) !== 0)) throw new Error('The cards differ.');
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    for (const card of cards) {
      const start = process.cpuUsage();
      for (let index = 0; index < rendersInRound; index += 1) await render(card, index);
      const { user, system } = process.cpuUsage(start);
      if (round >= 0) card.cpuMs.push((user + system) / 1000 / rendersInRound);
    }
  }
  const base = cards[0]!.cpuMs;
  console.table(
    cards.map(({ name, cpuMs }) => ({
      card: name,
      'CPU ms a render': rounded(median(cpuMs), 2),
      'more than absolute': rounded(median(cpuMs.map((ms, index) => ms - base[index]!)), 2),
    })),
  );
}

/** Places a card again and again: the engine's memory has to stay what it is. */
async function placeOften({ document, valuesOf }: Card, renders: number, fonts: FontBook): Promise<void> {
  const rows: object[] = [];
  for (let stretch = 1; stretch <= stretches; stretch += 1) {
    const start = process.cpuUsage();
    const count = Math.ceil(renders / stretches);
    for (let index = 0; index < count; index += 1)
      await placeJob(getJob(bindTemplate(document, valuesOf(index)).scene), [], fonts);
    const { user, system } = process.cpuUsage(start);
    const { rss, external } = process.memoryUsage();
    rows.push({
      placed: stretch * count,
      'CPU ms': rounded((user + system) / 1000 / count, 3),
      'process MB': Math.round(rss / 1e6),
      'outside the heap MB': Math.round(external / 1e6),
    });
  }
  console.table(rows);
}

function getJob(scene: Scene): RenderJob {
  const output = { format: 'png', dpi: 96, scale: 1, quality: 80 } as const;
  return { scene, assets: {}, output, imageMaxPixels: 50_000_000 };
}

function listTexts(elements: readonly SceneElement[]): [string, string][] {
  return elements.flatMap((element): [string, string][] =>
    element.type === 'text'
      ? [[element.id, element.runs.map(({ text }) => text).join('')]]
      : element.type === 'group'
        ? listTexts(element.elements)
        : [],
  );
}
