/** A document as one of its sizes shows it: the base design with what the size changes. */
import type {
  GroupElement,
  Page,
  TemplateDocument,
  TemplateElement,
  TemplateSize,
  Viewport,
} from '../../../generated/template.ts';
import { fromPx, toPx, type LengthUnit } from '../lengths/units.ts';
import { isPageGroup } from '../pages/page-groups.ts';
import { BASE_SIZE } from './size-names.ts';

/** A document of one size. It has no `sizes` of its own. */
export interface SizedDocument extends Omit<TemplateDocument, 'sizes'> {
  readonly sizeId: string;
}

/** Keys of an element that a size does not change. */
export const keptKeys: readonly string[] = ['id', 'type', 'elements'];

/** A stored document never changes: its sizes are removed together with it. */
const made = new WeakMap<object, Map<string, TemplateDocument>>();

/**
 * A document in one of its sizes. One without sizes stays as it is, and so does one of the size already.
 *
 * @param id default: the base design
 * @returns null if there is no such size
 */
export function documentOfSize(document: TemplateDocument, id: string = BASE_SIZE): TemplateDocument | null {
  const { sizes = [] } = document;
  const ownId = 'sizeId' in document ? document.sizeId : BASE_SIZE;
  if (sizes.length === 0) return id === ownId ? document : null;
  const known = made.get(document) ?? new Map<string, TemplateDocument>();
  made.set(document, known);
  const size = sizes.find((each) => each.id === id);
  if (size === undefined && id !== BASE_SIZE) return null;
  const sized = known.get(id) ?? (size === undefined ? withoutSizes(document) : applySize(document, size));
  known.set(id, sized);
  return sized;
}

function withoutSizes(document: TemplateDocument): SizedDocument {
  const { sizes: _sizes, ...base } = document;
  return { ...base, sizeId: BASE_SIZE };
}

/** A document as one size shows it, whether or not the size is among its own. */
export function applySize(document: TemplateDocument, size: TemplateSize): SizedDocument {
  const { elements, pages, ...base } = withoutSizes(document);
  const unit = document.viewportUnit ?? 'px';
  const convert = (length: number) => convertLength(length, size.viewportUnit ?? unit, unit);
  const changes = new Changes(size);
  const viewport = convertViewport(size.viewport, convert);
  return {
    ...base,
    sizeId: size.id,
    viewport,
    ...(size.bleed === undefined ? {} : { bleed: convert(size.bleed) }),
    ...(size.background === undefined ? {} : { background: size.background }),
    ...(size.layout === undefined || pages !== undefined ? {} : { layout: size.layout }),
    ...(elements === undefined ? {} : { elements: changes.list(elements) }),
    ...(pages === undefined ? {} : { pages: changes.pages(pages, convert) }),
  };
}

/** A length in another unit; one in the same unit is unchanged, to the last bit. */
function convertLength(length: number, from: LengthUnit, to: LengthUnit): number {
  return from === to ? length : fromPx(toPx(length, from), to);
}

function convertViewport({ width, height }: Viewport, convert: (length: number) => number): Viewport {
  return {
    width: convert(width),
    height:
      typeof height === 'object' ? { min: convert(height.min), max: convert(height.max) } : convert(height),
  };
}

/** Applies the changes of a size to the elements and the pages of the base. */
class Changes {
  readonly #overrides: NonNullable<TemplateSize['overrides']>;
  readonly #hidden: ReadonlySet<string>;
  readonly #places: ReadonlyMap<string, number>;
  readonly #ofPages: NonNullable<TemplateSize['pages']>;

  constructor({ overrides = {}, hidden = [], order = [], pages = {} }: TemplateSize) {
    this.#overrides = overrides;
    this.#hidden = new Set(hidden);
    this.#places = new Map(order.map((id, index) => [id, index]));
    this.#ofPages = pages;
  }

  list(elements: readonly TemplateElement[]): TemplateElement[] {
    const shown = elements.filter(({ id }) => !this.#hidden.has(id)).map((each) => this.#element(each));
    const placeOf = ({ id }: TemplateElement) => this.#places.get(id);
    const moved = shown.filter((each) => placeOf(each) !== undefined);
    if (moved.length < 2) return shown;
    moved.sort((one, other) => (placeOf(one) ?? 0) - (placeOf(other) ?? 0));
    let next = 0;
    return shown.map((each) => (placeOf(each) === undefined ? each : (moved[next++] ?? each)));
  }

  pages(
    entries: NonNullable<TemplateDocument['pages']>,
    convert: (length: number) => number,
  ): NonNullable<TemplateDocument['pages']> {
    const shown = (pages: readonly Page[]) =>
      pages.filter(({ id }) => !this.#hidden.has(id)).map((page) => this.#page(page, convert));
    return entries.flatMap((entry): (typeof entry)[] => {
      if (!isPageGroup(entry)) return shown([entry]);
      const pages = this.#hidden.has(entry.id) ? [] : shown(entry.pages);
      return pages.length === 0 ? [] : [{ ...entry, pages }];
    });
  }

  #page(page: Page, convert: (length: number) => number): Page {
    const { viewport: _viewport, header, footer, elements, ...kept } = page;
    const { viewport, ...own } = Object.hasOwn(this.#ofPages, page.id) ? this.#ofPages[page.id]! : {};
    return {
      ...kept,
      ...own,
      ...(viewport === undefined ? {} : { viewport: convertViewport(viewport, convert) }),
      elements: this.list(elements),
      ...this.#running('header', header),
      ...this.#running('footer', footer),
    };
  }

  #running<Key extends 'header' | 'footer'>(key: Key, group: GroupElement | undefined) {
    if (group === undefined || this.#hidden.has(group.id)) return {};
    return { [key]: this.#element(group) } as { [Each in Key]: GroupElement };
  }

  #element<Element extends TemplateElement>(element: Element): Element {
    const changed = Object.hasOwn(this.#overrides, element.id)
      ? overrideElement(element, this.#overrides[element.id] ?? {})
      : element;
    return changed.type === 'group' ? { ...changed, elements: this.list(changed.elements) } : changed;
  }
}

/** An element with other keys. Null leaves a key out, where it is no value: a table may have no `header`. */
export function overrideElement<Element extends TemplateElement>(
  element: Element,
  override: Readonly<Record<string, unknown>>,
): Element {
  const changed: Record<string, unknown> = { ...element };
  for (const [key, value] of Object.entries(override)) {
    if (keptKeys.includes(key)) continue;
    if (value === null && !(element.type === 'table' && key === 'header'))
      Reflect.deleteProperty(changed, key);
    else changed[key] = value;
  }
  return changed as unknown as Element;
}
