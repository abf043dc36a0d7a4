import type { SvgNode } from './read-document.ts';

/** The longest text that names its element. */
const maxLength = 40;

/** The name of an element that its author knows: Inkscape's label, its id, its title, or its text. */
export function readName(node: SvgNode): string {
  const { label, attributes, name } = node;
  if (label !== null && label.trim() !== '') return label;
  const shown = attributes.get('data-name');
  if (shown !== undefined && shown.trim() !== '') return shown;
  const id = decodeId(attributes.get('id') ?? '');
  const isGenerated = /^(?:text|tspan|flowRoot)[\d-]*$/iu.test(id);
  if (id !== '' && !isGenerated) return id;
  const title = node.children.find((child) => child.name === 'title')?.text.trim();
  if (title !== undefined && title !== '') return title;
  if (name === 'text' || name === 'flowRoot') {
    const text = readText(node, ' ').replaceAll(/\s+/gu, ' ').trim();
    if (text !== '') return text.slice(0, maxLength);
  }
  return id === '' ? name : id;
}

/** Illustrator writes characters that ids cannot have as `_x20_`. */
function decodeId(id: string): string {
  return id.replaceAll(/_x([0-9A-F]{2,4})_/gu, (_all, hex: string) =>
    String.fromCodePoint(Number.parseInt(hex, 16)),
  );
}

/**
 * The text inside of an element.
 *
 * @param between what stands before parts with a place of their own
 */
export function readText(node: SvgNode, between = ''): string {
  let text = '';
  const open: (SvgNode | string)[] = [...node.content].reverse();
  for (let part = open.pop(); part !== undefined && text.length < 2_000; part = open.pop()) {
    if (typeof part === 'string') text += part;
    else {
      if (text !== '' && ['x', 'y'].some((name) => part.attributes.has(name))) text += between;
      open.push(...[...part.content].reverse());
    }
  }
  return text;
}
