/** The look of an element, for others: what copying and pasting a style takes along. */
import { setKey } from '../../model/changes/content.ts';
import type { TemplateElement } from '../../model/template.ts';
import { elementSchemas } from './schema.ts';

/** What all elements may have. */
const sharedKeys: readonly string[] = ['opacity', 'blendMode', 'blur', 'shadow'];

/** What elements of the same type have in common beside it: no place, no content. */
const ownKeys: readonly string[] = (
  'fontFamily fontSize fontWeight fontStyle decoration decorationColor decorationThickness ' +
  'decorationOffset letterSpacing lineHeight fontFeatures fontVariations align verticalAlign transform ' +
  'paragraphSpacing indent list highlight color fill stroke cornerRadius cap backdropBlur filters ' +
  'palette background'
).split(' ');

/** The look of an element. */
export interface CopiedStyle {
  readonly type: TemplateElement['type'];
  readonly keys: Readonly<Record<string, unknown>>;
}

const schemas = elementSchemas();

/** Reads the look of an element. A key that is not set counts as well. */
export function readStyle(element: TemplateElement): CopiedStyle {
  const known = schemas.get(element.type)?.properties ?? {};
  const own = element as unknown as Record<string, unknown>;
  const keys = sharedKeys.concat(ownKeys).filter((key) => key in known);
  return { type: element.type, keys: Object.fromEntries(keys.map((key) => [key, own[key]])) };
}

/** Gives an element a look: of another type only what all elements may have. */
export function applyStyle(element: TemplateElement, { type, keys }: CopiedStyle): void {
  const target = element as unknown as Record<string, unknown>;
  for (const [key, value] of Object.entries(keys))
    if (element.type === type || sharedKeys.includes(key))
      setKey(target, key, value === undefined ? undefined : structuredClone(value));
}
