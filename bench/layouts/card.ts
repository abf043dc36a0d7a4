import type { TemplateDocument, TemplateElement } from '../../generated/template.ts';
import type { SceneElement } from '../../src/render/scene/elements.ts';
import type { Scene } from '../../src/render/scene/scene.ts';

/** Ten texts of a card: what is worked out for them. */
export const expressions: readonly string[] = [
  '{{ title }} {{ upper("no") }}. {{ number }}',
  '{{ currency(price * 1.19, "EUR") }}',
  '{{ stock > 0 ? "In stock" : "Sold out" }}',
  '{{ date(day, "long") }}',
  '{{ plural(stock, {"one": "# piece", "other": "# pieces"}) }}',
  '{{ percent(price / 100) }}',
  '{{ "Order number " + upper(title) }}',
  '{{ truncate(title + " with arms and a back of cane", 24) }}',
  '{{ number(price * stock, {"maximumFractionDigits": 1}) }}',
  '{{ list(["oak", "ash", title]) }}',
];

const variables: TemplateDocument['variables'] = [
  { name: 'title', type: 'text' },
  { name: 'price', type: 'number' },
  { name: 'stock', type: 'number' },
  { name: 'number', type: 'number' },
  { name: 'day', type: 'date' },
];

/** What a request for the card says. */
export function getValues(round: number): Map<string, string> {
  return new Map(
    Object.entries({
      title: 'Chair',
      number: `${1000 + round}`,
      price: `${40 + (round % 50)}.5`,
      stock: `${2 + (round % 7)}`,
      day: `2026-03-${10 + (round % 19)}`,
    }),
  );
}

/** The card in ten layouts, nine of them in others, with these texts. */
export function laidOutCard(texts: readonly string[], names?: readonly string[]): TemplateDocument {
  const text = (index: number, fontSize: number, more: object = {}) => ({
    type: 'text',
    id: `t${index}`,
    width: 'hug',
    height: 'hug',
    text: texts[index],
    fontSize,
    ...more,
  });
  const group = (id: string, layout: object, elements: readonly object[], more: object = {}) => ({
    type: 'group',
    id,
    width: 'hug',
    height: 'hug',
    layout,
    elements,
    ...more,
  });
  const fill = { width: 'fill' };
  const elements = [
    group(
      'card',
      { direction: 'column', gap: 14, padding: 20 },
      [
        group(
          'head',
          { justify: 'space-between', align: 'center', gap: 12 },
          [
            group('who', { gap: 10, align: 'center' }, [
              { type: 'ellipse', id: 'photo', width: 44, height: 44, fill: '#35605a' },
              group('names', { direction: 'column', gap: 2 }, [text(0, 22), text(3, 13)]),
            ]),
            group('tag', { padding: [4, 10] }, [text(2, 13)], { background: background('#e3f1ec', 12) }),
          ],
          fill,
        ),
        group(
          'body',
          { gap: 16 },
          [
            group('left', { direction: 'column', gap: 6 }, [text(7, 18, fill), text(9, 14, fill)], fill),
            group('price', { align: 'baseline', gap: 6 }, [text(5, 12), text(1, 30)]),
          ],
          fill,
        ),
        { type: 'rect', id: 'line', width: 'fill', height: 1, fill: '#ccd6d2' },
        group('foot', { justify: 'space-between' }, [text(6, 12), text(4, 12), text(8, 12)], fill),
      ],
      { ...fill, background: background('#ffffff', 16) },
    ),
  ];
  return getDocument(elements, names, { layout: { direction: 'column', padding: 24 } });
}

function background(fill: string, cornerRadius: number) {
  return { fill, cornerRadius };
}

/** The same elements where a scene has them, without groups. */
export function absoluteCard(
  { elements }: Scene,
  card: TemplateDocument,
  texts: readonly string[],
  names: readonly string[],
): TemplateDocument {
  const byId = new Map(everyElement(card.elements ?? []).map((element) => [element.id, element]));
  const flat = (list: readonly SceneElement[], left: number, top: number): object[] =>
    list.flatMap((placed) => {
      const [x, y] = [left + placed.x, top + placed.y];
      const { width, height, id } = placed;
      const element = byId.get(id)!;
      if (placed.type !== 'group' || element.type !== 'group') {
        const room =
          element.type === 'text' ? { width: width + (element.width === 'hug' ? 20 : 0) } : { width };
        const own = element.type === 'text' ? { text: texts[Number(id.slice(1))] } : {};
        return [{ ...element, ...own, x, y, height, ...room }];
      }
      const { background } = element;
      const own = background === undefined ? [] : [{ type: 'rect', id, x, y, width, height, ...background }];
      return [...own, ...flat(placed.elements, x, y)];
    });
  return getDocument(flat(elements, 0, 0), names, {});
}

function everyElement(elements: readonly TemplateElement[]): TemplateElement[] {
  return elements.flatMap((element) => [
    element,
    ...(element.type === 'group' ? everyElement(element.elements) : []),
  ]);
}

function getDocument(
  elements: readonly object[],
  names: readonly string[] | undefined,
  more: Partial<TemplateDocument>,
): TemplateDocument {
  const texts = names?.map((name) => ({ name, type: 'text' as const }));
  const document = {
    schemaVersion: 1,
    name: 'Card',
    viewport: { width: 520, height: 280 },
    background: '#f2f4f3',
    locale: 'en',
    variables: texts ?? variables,
    elements,
    ...more,
  };
  return document as unknown as TemplateDocument;
}
