/** Proposes how a design looks in another size, by the rules of docs/sizes.md. */
import type {
  TemplateDocument,
  TemplateElement,
  TemplateSize,
  Viewport,
} from '../../../generated/template.ts';
import { fromPx, toPx, type LengthUnit } from '../lengths/units.ts';
import { pagesOf } from '../pages/page-groups.ts';
import { keptKeys } from '../sizes/size-document.ts';
import type { Sides } from './fit-text.ts';
import { placeAll } from './place-elements.ts';
import { round, scaleLengths } from './scale-lengths.ts';

/** What a proposal says of a size, beside its id and name. */
export type ProposedSize = Pick<
  TemplateSize,
  'viewport' | 'viewportUnit' | 'bleed' | 'overrides' | 'layout' | 'pages'
>;

/** The measures of a size. */
export interface SizeToPropose {
  readonly viewport: Viewport;
  readonly viewportUnit?: LengthUnit | undefined;
}

/** Proposes a size of a document. */
export function proposeSize(
  document: TemplateDocument,
  { viewport, viewportUnit }: SizeToPropose,
): ProposedSize {
  const unit = document.viewportUnit ?? 'px';
  const to = inUnit(sidesOf(viewport), viewportUnit ?? unit, unit);
  const overrides: Record<string, Record<string, unknown>> = {};
  const record = (before: readonly TemplateElement[], after: readonly TemplateElement[]) => {
    for (const [index, element] of before.entries()) addOverride(overrides, element, after[index] ?? element);
  };
  const { pages, layout, elements = [] } = document;
  const size: ProposedSize = { viewport, ...(viewportUnit === undefined ? {} : { viewportUnit }) };
  if (pages === undefined) {
    const from = sidesOf(document.viewport);
    record(elements, placeAll(elements, from, to, { unit, hasLayout: layout !== undefined }));
    const ofLayout = layout === undefined ? {} : { layout: scaleLayout(layout, from, to) };
    return { ...size, ...ofLayout, ...(Object.keys(overrides).length === 0 ? {} : { overrides }) };
  }
  const ofPages: NonNullable<TemplateSize['pages']> = {};
  for (const page of pagesOf(pages)) {
    const from = sidesOf(page.viewport ?? document.viewport);
    const hasLayout = page.layout !== undefined;
    record(page.elements, placeAll(page.elements, from, to, { unit, hasLayout }));
    const factor = Math.min(to.width / from.width, to.height / from.height);
    for (const group of [page.header, page.footer])
      if (group !== undefined) record([group], [scaleRunning(group, factor, from, to)]);
    if (page.layout !== undefined) ofPages[page.id] = { layout: scaleLayout(page.layout, from, to) };
  }
  return {
    ...size,
    ...(Object.keys(overrides).length === 0 ? {} : { overrides }),
    ...(Object.keys(ofPages).length === 0 ? {} : { pages: ofPages }),
  };
}

function sidesOf({ width, height }: Viewport): Sides {
  return { width, height: typeof height === 'object' ? height.min : height };
}

function inUnit({ width, height }: Sides, from: LengthUnit, to: LengthUnit): Sides {
  if (from === to) return { width, height };
  return { width: fromPx(toPx(width, from), to), height: fromPx(toPx(height, from), to) };
}

function scaleLayout<Layout extends object>(layout: Layout, from: Sides, to: Sides): Layout {
  const factor = Math.min(to.width / from.width, to.height / from.height);
  return scaleLengths(layout as unknown as TemplateElement, factor) as unknown as Layout;
}

/** A header or footer keeps the width of the page. */
function scaleRunning<Group extends TemplateElement>(
  group: Group,
  factor: number,
  from: Sides,
  to: Sides,
): Group {
  const scaled = scaleLengths(group, factor);
  const { width } = group;
  return typeof width === 'number' ? { ...scaled, width: round((width / from.width) * to.width) } : scaled;
}

/** Adds what differs between an element and its proposal, member by member. */
function addOverride(
  overrides: Record<string, Record<string, unknown>>,
  before: TemplateElement,
  after: TemplateElement,
): void {
  const override: Record<string, unknown> = {};
  const [given, proposed] = [before, after].map(
    (each) => each as unknown as Readonly<Record<string, unknown>>,
  );
  for (const [key, value] of Object.entries(proposed ?? {}))
    if (!keptKeys.includes(key) && JSON.stringify(value) !== JSON.stringify(given?.[key]))
      override[key] = value;
  if (Object.keys(override).length > 0) overrides[before.id] = override;
  if (before.type !== 'group' || after.type !== 'group') return;
  for (const [index, member] of before.elements.entries())
    addOverride(overrides, member, after.elements[index] ?? member);
}
