/** Properties of components: what each instance of one may have otherwise. */
import type { FigmaNode } from '../../../generated/designs/figma.ts';
import type { TemplateElement } from '../../../generated/template.ts';
import type { TemplateBuilder } from '../builder.ts';

const componentTypes = ['COMPONENT', 'COMPONENT_SET', 'INSTANCE'];

/** The component or instance whose properties a node refers to, by its id. */
const owners = new WeakMap<FigmaNode, string>();

/** Notes for each node of a frame which component's properties it refers to. */
export function noteOwners(frame: FigmaNode): void {
  const open: { readonly node: FigmaNode; readonly owner: string }[] = [{ node: frame, owner: '' }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, owner } = next;
    owners.set(node, owner);
    const inner = componentTypes.includes(node.type) ? (node.id ?? owner) : owner;
    for (const child of node.children ?? []) open.push({ node: child, owner: inner });
  }
}

/**
 * Proposes the properties that a node refers to: its text, and whether it is shown. Each instance has values
 * of its own. Returns whether its text is one of them.
 */
export function proposeProperties(
  node: FigmaNode,
  element: TemplateElement,
  name: string,
  builder: TemplateBuilder,
): boolean {
  const propose = (property: string, key: string, defaultValue: string): void => {
    builder.proposals.add({
      target: element,
      key,
      mark: null,
      defaultValue,
      scope: owners.get(node) ?? '',
      name: property,
      type: 'text',
      from: name,
      isMarked: true,
    });
  };
  const shown = readProperty(node, 'visible');
  if (shown !== null) propose(shown, 'visible', String(node.visible !== false));
  const swapped = readProperty(node, 'mainComponent');
  if (swapped !== null)
    builder.lose(name, 'mainComponent', `The property "${swapped}" puts no other component in its place.`);
  const characters = readProperty(node, 'characters');
  if (characters === null || element.type !== 'text' || element.text === undefined) return false;
  propose(characters, 'text', element.text);
  return true;
}

/** The name of the property that a node's `key` comes from, without the number that Figma adds. */
export function readProperty(
  node: FigmaNode,
  key: 'characters' | 'visible' | 'mainComponent',
): string | null {
  const property = node.componentPropertyReferences?.[key]?.replace(/#[\d:]+$/u, '').trim() ?? '';
  return property === '' ? null : property;
}
