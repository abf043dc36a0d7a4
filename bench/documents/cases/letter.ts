import type { TemplateDocument, TemplateElement } from '../../../generated/template.ts';
import { bindTemplate } from '../../../src/render/bind/bind-template.ts';
import { style, type Paper } from '../paper.ts';
import type { Case } from './cases.ts';

const names = ['Ada Brook', 'Jonas Keller', 'Maria Lindqvist', 'Tom Okafor', 'Elena Petrova', 'Luc Martin'];
const streets = ['Mill Lane', 'Station Road', 'Harbour Street', 'Oak Avenue', 'Church Square'];
const towns = ['Bristol', 'Leeds', 'York', 'Exeter', 'Norwich', 'Bath', 'Truro'];
const euros = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR' });

/** The texts of a letter from top to bottom: its own values, and sentences that all letters have. */
const parts = [
  { name: 'sender', size: 11, weight: 400, below: 30 },
  { name: 'address', size: 14, weight: 400, below: 40 },
  { name: 'date', size: 14, weight: 400, below: 30 },
  { name: 'subject', size: 18, weight: 700, below: 20 },
  { name: 'greeting', size: 14, weight: 400, below: 14 },
  { name: 'opening', size: 14, weight: 400, below: 14 },
  { name: 'account', size: 14, weight: 400, below: 14 },
  { name: 'terms', size: 14, weight: 400, below: 14 },
  { name: 'closing', size: 14, weight: 400, below: 40 },
  { name: 'signature', size: 14, weight: 600, below: 0 },
] as const;

/** A number of different letters of one page. */
export function letterCase(files: number): Case {
  const document = getDocument();
  return {
    name: 'letters',
    files,
    shareOfRounds: 0.2,
    fontFiles: [],
    makeJob: (round) => {
      const { scene } = bindTemplate(document, getValues(round));
      const output = { format: 'pdf', dpi: 150, scale: 1, quality: 90 } as const;
      return Promise.resolve({
        job: { scene, assets: {}, output, imageMaxPixels: 1_000_000 },
        files: new Map(),
      });
    },
    makePaper: (round) => Promise.resolve(makePaper(round)),
  };
}

function getValues(round: number): Map<string, string> {
  const pick = (from: readonly string[], factor: number): string =>
    from[(round * factor) % from.length] ?? '';
  const name = pick(names, 1);
  const units = 900 + ((round * 37) % 4100);
  const amount = euros.format(units * 0.31 + 12.5);
  return new Map([
    ['sender', 'Northern Light & Water, 3 Quay Street, Bristol BS1 4RL'],
    ['address', `${name}\n${1 + (round % 180)} ${pick(streets, 7)}\n${pick(towns, 3)} ${10_000 + round}`],
    ['date', `${1 + (round % 28)} November 2026`],
    ['subject', `Your statement ${2026_0000 + round}`],
    ['greeting', `Dear ${name},`],
    [
      'opening',
      `thank you for being our customer for ${2 + (round % 20)} years. This letter states what you used ` +
        `in the past twelve months, what it cost, and what your monthly payments will be from January on.`,
    ],
    [
      'account',
      `You used ${units} units. At 31 cents a unit, with the standing charge, that is ${amount}. Your ` +
        `meter ${700_000 + round * 13} was read on the last day of October; if the number on it was not ` +
        `${units + 52_000}, please send us a photograph of the meter, and we shall correct the statement.`,
    ],
    [
      'terms',
      'The amount is due within fourteen days. If you pay by direct debit, you need not do anything. You ' +
        'can change the monthly payment at any time in your account, or by telephone on weekdays between ' +
        'eight and six. What is paid beyond the use of a year is returned to you, or credited if you wish.',
    ],
    ['closing', 'Yours sincerely'],
    ['signature', pick(names, 5)],
  ]);
}

function getDocument(): TemplateDocument {
  return {
    schemaVersion: 1,
    name: 'Letter',
    viewport: { width: 794, height: 1123 },
    language: 'en',
    background: '#ffffff',
    variables: parts.map(({ name }) => ({ name, type: 'text' as const })),
    elements: [
      {
        type: 'group',
        id: 'letter',
        x: 80,
        y: 80,
        width: 634,
        height: 963,
        layout: { direction: 'column' },
        elements: parts.map(({ name, size, weight, below }): TemplateElement => ({
          type: 'text',
          id: name,
          width: 'fill',
          height: 'hug',
          text: `{{${name}}}`,
          fontSize: size,
          fontWeight: weight,
          lineHeight: 1.4,
          color: '#1f2a37',
          margin: [0, 0, below, 0],
        })),
      },
    ],
  };
}

function makePaper(round: number): Paper {
  const values = getValues(round);
  return {
    width: 794,
    height: 1123,
    margin: { top: 80, right: 80, bottom: 80, left: 80 },
    edges: [],
    art: null,
    lines: [],
    blocks: parts.flatMap(({ name, size, weight, below }) => [
      {
        type: 'text' as const,
        text: values.get(name) ?? '',
        style: style({ size, weight }),
        lineHeight: 1.4,
      },
      { type: 'space' as const, height: below },
    ]),
  };
}
