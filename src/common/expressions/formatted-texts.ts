/** Which texts of an evaluation formats have made: amounts, dates and the like, which no line may divide. */

/** A node of a parsed expression. */
interface Node {
  readonly op: string;
  readonly args: unknown;
}

/** Functions whose results are one word. What `plural`, `list` and `words` make is prose. */
const formats = new Set(['number', 'currency', 'percent', 'date', 'relative']);

/** Functions that write such a result in another way: it stays one word. */
const changes = new Set(['replace', 'upper', 'lower', 'title', 'trim', 'padStart', 'truncate']);

/** Whether a node makes such a text. */
export function makesFormatted({ op, args }: Node): boolean {
  if (op !== 'call' && op !== 'rcall') return false;
  const [name, first] = args as [string, Node | readonly Node[]];
  if (op === 'call' && formats.has(name)) return true;
  if (!changes.has(name)) return false;
  const changed = op === 'call' ? (first as readonly Node[])[0] : (first as Node);
  return changed !== undefined && makesFormatted(changed);
}
