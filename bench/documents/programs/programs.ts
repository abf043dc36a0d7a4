import type { Paper } from '../paper.ts';
import { writeHtml } from './html.ts';
import type { StartProgram } from './program.ts';

/** A program that is compared. */
export interface ProgramKind {
  readonly name: string;
  readonly title: string;
  /** How its code is loaded in its process; null: a program in Python, in `child.py`. */
  readonly load: (() => Promise<StartProgram>) | null;
  /** What it gets; null: only the round, from which it makes its own job. */
  readonly prepare: ((paper: Paper) => unknown) | null;
  /** Its process gets the flags and the environment of the service's renderers. */
  readonly asRenderer: boolean;
}

/** All programs; the first is the one that the others are compared with. */
export const programs: readonly ProgramKind[] = [
  {
    name: 'platen',
    title: 'Platen',
    load: async () => (await import('./platen.ts')).start,
    prepare: null,
    asRenderer: true,
  },
  {
    name: 'typst',
    title: 'Typst',
    load: null,
    prepare: (paper) => JSON.stringify(paper),
    asRenderer: false,
  },
  {
    name: 'weasyprint',
    title: 'WeasyPrint',
    load: null,
    prepare: (paper) => {
      const { style, body } = writeHtml(paper);
      const head = `<title>Document</title><style>${style}</style>`;
      return `<!doctype html><html lang="en">${head}<body>${body}</body></html>`;
    },
    asRenderer: false,
  },
  {
    name: 'react-pdf',
    title: 'react-pdf',
    load: async () => (await import('./react-pdf.ts')).start,
    prepare: (paper) => paper,
    asRenderer: false,
  },
  {
    name: 'pdfmake',
    title: 'pdfmake',
    load: async () => (await import('./pdfmake.ts')).start,
    prepare: (paper) => paper,
    asRenderer: false,
  },
  {
    name: 'chromium',
    title: 'Chromium, same page',
    load: async () => (await import('./chromium.ts')).start,
    prepare: writeHtml,
    asRenderer: false,
  },
];
