/** Designs of other programs, for tests of their converters. */
import assert from 'node:assert/strict';
import type { TemplateElement } from '../../generated/template.ts';
import type { ConvertedDesign, DesignSource } from '../../src/importers/design.ts';

/** Limits without the decoding of files: a process for that takes its time. */
export const undecoded = {
  maxImagePixels: 1e7,
  maxOutputPixels: 1e8,
  timeoutMs: 30_000,
  decodes: false,
};

/** A design in memory. What is neither text nor bytes is its JSON. */
export function getDesign(
  name: string,
  content: unknown,
  beside: Readonly<Record<string, Uint8Array>> = {},
): DesignSource {
  const isFile = typeof content === 'string' || content instanceof Uint8Array;
  return {
    name,
    bytes: Buffer.from(isFile ? content : JSON.stringify(content)),
    readBeside: (path) => Promise.resolve(beside[path] ?? null),
  };
}

/** The first element of a type; fails if there is none. */
export function getFirst<Type extends TemplateElement['type']>(
  elements: readonly TemplateElement[],
  type: Type,
): Extract<TemplateElement, { type: Type }> {
  const found = elements.find((element) => element.type === type);
  assert.ok(found !== undefined, `there is no ${type} in ${JSON.stringify(elements)}`);
  return found as Extract<TemplateElement, { type: Type }>;
}

/** The place of an element. */
export function getBox({ x, y, width, height, rotation }: TemplateElement): object {
  return { x, y, width, height, rotation };
}

/** The losses of a conversion as `ELEMENT: PROPERTY`. */
export function getLosses({ losses }: ConvertedDesign): string[] {
  return losses.map(({ element, property }) => `${element}: ${property}`);
}
