import { parseExpression } from 'vega-expression';

const MAX_CHARACTERS = 2_000;

const reasons: Readonly<Record<string, string>> = {
  random: 'A picture would be different in every render.',
  now: 'A picture would be different in every render; pass the date as a variable.',
  regexp: 'Regular expressions may take forever.',
  test: 'Regular expressions may take forever.',
  ...Object.fromEntries(
    ['open', 'windowSize', 'screen', 'containerSize', 'modify', 'warn', 'info', 'debug', 'pinchDistance'].map(
      (name) => [name, 'It is for interactive views.'],
    ),
  ),
};

/** What is wrong with an expression of Vega, before it is evaluated; null if nothing is. */
export function checkExpression(text: string): string | null {
  if (text.length > MAX_CHARACTERS)
    return `The expression has ${text.length} characters; it may have ${MAX_CHARACTERS}.`;
  let root: unknown;
  try {
    root = parseExpression(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return `This is no expression of Vega: ${message.slice(0, 200)}`;
  }
  const nodes: unknown[] = [root];
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    if (typeof node !== 'object' || node === null) continue;
    const { type, callee, regex } = node as { type?: string; callee?: { name?: string }; regex?: unknown };
    if (regex !== undefined) return 'Regular expressions may take forever; compare texts with indexof().';
    const name = type === 'CallExpression' ? (callee?.name ?? '') : '';
    const reason = Object.hasOwn(reasons, name) ? reasons[name] : undefined;
    if (reason !== undefined) return `The function ${name}() is not supported. ${reason}`;
    nodes.push(...Object.values(node as Record<string, unknown>).flat());
  }
  return null;
}
