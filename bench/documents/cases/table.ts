import { getEntries, getJob, getTableDocument } from '../../table/parts.ts';
import { style, type Paper } from '../paper.ts';
import type { Case } from './cases.ts';

const euros = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' });

/** A table of a number of rows with five columns, over pages with a header and a footer. */
export function tableCase(rows: number, shareOfRounds: number): Case {
  const document = getTableDocument();
  return {
    name: `table-${rows}`,
    files: 1,
    shareOfRounds,
    fontFiles: [],
    makeJob: (round) =>
      Promise.resolve({ job: getJob(document, getEntries(rows, round * rows)), files: new Map() }),
    makePaper: (round) => Promise.resolve(makePaper(rows, round)),
  };
}

function makePaper(count: number, round: number): Paper {
  const small = style({ size: 11, color: '#000000' });
  return {
    width: 794,
    height: 1123,
    margin: { top: 60, right: 40, bottom: 60, left: 40 },
    edges: [
      { place: 'top-left', text: 'Parts', style: small },
      { place: 'bottom-left', text: 'Page # of ##', style: small },
    ],
    art: null,
    lines: [],
    blocks: [
      {
        type: 'table',
        columns: [
          { header: 'No.', width: 60, align: 'right' },
          { header: 'Article', width: null, align: 'left' },
          { header: 'Qty', width: 70, align: 'right' },
          { header: 'Price', width: 110, align: 'right' },
          { header: 'Amount', width: 110, align: 'right' },
        ],
        rows: getEntries(count, round * count).map(({ name, quantity, price }, index) => [
          `${index + 1}`,
          name,
          quantity,
          euros.format(Number(price)),
          euros.format(Number(quantity) * Number(price)),
        ]),
        size: 11,
        lineHeight: 1.2,
        padding: [3, 8],
        head: { fill: '#ffffff', color: '#000000' },
        stripe: '#ffffff',
        border: '#ffffff',
      },
    ],
  };
}
