import { choice, length, line, number, wide } from '../../fields/controls.ts';
import type { ControlSection } from './section-types.ts';
import { layout, repeat } from './shared.ts';

/** The sections of the page: the document's own keys. */
export const documentSections: readonly ControlSection[] = [
  {
    name: 'page',
    controls: [
      wide('name', 'text'),
      wide('description', 'paragraph'),
      length('viewport.width'),
      length('viewport.height'),
      { path: 'viewportUnit', kind: 'unit' },
      { path: 'language', kind: 'text' },
      choice('direction'),
      { path: 'locale', kind: 'text' },
      { path: 'timeZone', kind: 'text' },
    ],
  },
  {
    name: 'fileDescription',
    controls: [line('title'), line('author'), line('subject'), line('keywords')],
  },
  {
    name: 'pageHeight',
    objectKey: 'viewport.height',
    controls: [length('viewport.height.min'), length('viewport.height.max')],
  },
  layout,
  { name: 'background', controls: [wide('background', 'paint')] },
  {
    name: 'output',
    controls: [
      number('viewportExportDpi'),
      choice('viewportOutputIntent'),
      wide('outputProfile', 'profile'),
      choice('rgbToCmyk'),
      length('bleed'),
      { path: 'cropMarks', kind: 'switch' },
    ],
  },
  { name: 'inks', controls: [wide('inks', 'inks')] },
  { name: 'fonts', controls: [wide('fonts', 'fonts')] },
  { name: 'pdfs', controls: [wide('prepend', 'pdfs'), wide('append', 'pdfs')] },
];

/** The sections of a page of a document with pages. */
export const pageSections: readonly ControlSection[] = [
  { name: 'thisPage', controls: [wide('name', 'text')] },
  repeat,
];

/** The sections of a group of pages. */
export const pageGroupSections: readonly ControlSection[] = [
  { name: 'pageGroup', controls: [wide('name', 'text')] },
  { ...repeat, name: 'pageGroupRepeat' },
];
