import { loadSample } from '../../shared/sample.ts';
import { style, type Line, type Paper, type Style } from '../paper.ts';
import type { Case } from './cases.ts';

type Values = Readonly<Record<string, string>>;

const grey = '#667085';
const green = '#0f5c5c';
const euros = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR' });
const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** The sample `invoice`: two pages with a table of 23 rows. */
export async function invoiceCase(): Promise<Case> {
  const sample = await loadSample('invoice');
  return {
    name: 'invoice',
    files: 1,
    shareOfRounds: 1,
    fontFiles: [],
    makeJob: async (round) => await sample.makeJob('pdf', round),
    makePaper: (round) => Promise.resolve(makePaper(sample.values(round))),
  };
}

function makePaper(values: Values): Paper {
  const get = (name: string): string => values[name] ?? '';
  const items = JSON.parse(get('items')) as readonly { name: string; quantity: string; price: string }[];
  const amounts = items.map(({ quantity, price }) => Number(quantity) * Number(price));
  const net = amounts.reduce((sum, amount) => sum + amount, 0);
  const tax = (net * Number(get('tax'))) / 100;
  const label = style({ color: grey });
  return {
    width: 794,
    height: 1123,
    margin: { top: 108, right: 64, bottom: 96, left: 64 },
    edges: [
      { place: 'top-left', text: get('company'), style: style({ size: 20, weight: 700, color: green }) },
      { place: 'top-right', text: `Invoice ${get('number')}`, style: label },
      { place: 'bottom-left', text: get('contact'), style: style({ size: 11, color: grey }) },
      { place: 'bottom-right', text: 'Page # of ##', style: style({ size: 11, color: grey }) },
    ],
    art: null,
    lines: [
      line(64, 120, 'Invoice', { size: 40, weight: 700 }),
      line(64, 188, get('client'), { size: 16, weight: 600 }),
      ...get('address')
        .split('\n')
        .map((text, index) => line(64, 214 + 20 * index, text)),
      ...[
        ['Number', get('number')],
        ['Date', days.format(new Date(get('issued')))],
        ['To be paid until', days.format(new Date(get('due')))],
      ].flatMap(([name = '', value = ''], index) => [
        line(480, 180 + 26 * index, name, { color: grey }),
        line(610, 180 + 26 * index, value, { weight: 600 }),
      ]),
    ],
    blocks: [
      { type: 'space', height: 170 },
      {
        type: 'table',
        columns: [
          { header: 'No.', width: 50, align: 'right' },
          { header: 'Item', width: null, align: 'left' },
          { header: 'Quantity', width: 90, align: 'right' },
          { header: 'Price', width: 110, align: 'right' },
          { header: 'Amount', width: 120, align: 'right' },
        ],
        rows: [
          ...items.map(({ name, quantity, price }, index) => [
            `${index + 1}`,
            name,
            quantity,
            euros.format(Number(price)),
            euros.format(amounts[index] ?? 0),
          ]),
          ['', 'Net', '', '', euros.format(net)],
        ],
        size: 14,
        lineHeight: 1.4,
        padding: [8, 12],
        head: { fill: green, color: '#ffffff' },
        stripe: '#f2f6f6',
        border: '#d5dbe3',
      },
      { type: 'space', height: 24 },
      { type: 'pair', indent: 392, label: `Tax, ${get('tax')} %`, value: euros.format(tax), style: style() },
      {
        type: 'pair',
        indent: 392,
        label: 'To pay',
        value: euros.format(net + tax),
        style: style({ size: 18, weight: 700 }),
      },
      { type: 'space', height: 24 },
      { type: 'text', text: get('note'), style: style(), lineHeight: 1.4 },
    ],
  };
}

function line(x: number, y: number, text: string, given: Partial<Style> = {}): Line {
  const own = style(given);
  return { x, y, height: own.size * 1.4, text, style: own };
}
