/**
 * The sections of the panel: which key is set by what kind of control, under which heading.
 * `schema-walk.test.ts` finds keys without a control.
 */
import type { TemplateElement } from '../../model/template.ts';
import type { Control } from '../../fields/controls.ts';
import { sectionsByType } from './by-type.ts';
import type { ControlSection } from './section-types.ts';
import { appearance, box, inLayout, limits, pin, repeat, shadow } from './shared.ts';

/** The sections of a type of element. */
export function listSections(type: TemplateElement['type']): readonly ControlSection[] {
  const placing = { ...inLayout, controls: inLayout.controls.filter(({ path }) => isPlacing(path, type)) };
  const own = appearance.controls.filter(({ path }) => path !== 'backdropBlur' || hasBackdrop[type]);
  return [
    box,
    ...sectionsByType[type],
    limits,
    placing,
    repeat,
    pin,
    { ...appearance, controls: own },
    shadow,
  ];
}

/** The types that blur what is behind them. */
const hasBackdrop: Readonly<Record<TemplateElement['type'], boolean>> = {
  text: false,
  image: false,
  rect: true,
  ellipse: true,
  line: false,
  path: true,
  qrcode: false,
  barcode: false,
  chart: false,
  table: false,
  group: true,
};

/** A QR code’s margin is its quiet zone; an image’s position is that of the picture in its box. */
function isPlacing(path: string, type: TemplateElement['type']): boolean {
  return !(path === 'margin' && type === 'qrcode') && !(path === 'position' && type === 'image');
}

/**
 * The sections that elements of several types have in common, with the controls of keys that all of them
 * have.
 */
export function commonSections(types: readonly TemplateElement['type'][]): readonly ControlSection[] {
  const [first, ...others] = [...new Set(types)].map(listSections);
  if (first === undefined) return [];
  return first
    .map((section) => ({
      ...section,
      controls: section.controls.flatMap((control) => {
        const same = others.map((list) => controlAt(list, control.path));
        if (same.some((each) => each === undefined)) return [];
        // A color is accepted where a paint is.
        return [same.find((each) => each?.kind === 'color') ?? control];
      }),
    }))
    .filter(({ controls }) => controls.length > 0);
}

function controlAt(list: readonly ControlSection[], path: string): Control | undefined {
  return list.flatMap(({ controls }) => controls).find((control) => control.path === path);
}

/** Keys that other parts of the designer edit. */
export const editedElsewhere = {
  document: {
    schemaVersion: 'There is one version.',
    elements: 'The canvas and the layers edit them.',
    pages: 'The list of pages edits them; the page in work has sections of its own.',
    sizes: 'The source of the document edits them.',
    variables: 'The panel of variables edits them.',
    focusPoints: 'The position of a picture edits that of its file.',
  },
  element: {
    type: 'An element keeps its type.',
    id: 'It is the name at the top of the panel.',
    elements: 'The canvas and the layers edit them.',
  },
  page: {
    id: 'A page keeps its id.',
    elements: 'The canvas and the layers edit them.',
    viewport: 'The sections of the document edit that of the page in work.',
    background: 'The sections of the document edit that of the page in work.',
    layout: 'The sections of the document edit that of the page in work.',
    flow: 'A switch of the page in work sets it, and gives the page a column.',
    header: 'A switch of the page in work adds it; it is edited as a group.',
    footer: 'A switch of the page in work adds it; it is edited as a group.',
  },
  pageGroup: {
    id: 'A group keeps its id.',
    pages: 'The list of pages edits them.',
  },
} as const;
