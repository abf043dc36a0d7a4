/** Colors of an SVG with the paints that take their place. */

/** As they are typed: `#0b6e4f = {{brand}}; #fff = gold`. Gradients are JSON. */
export function formatExchange(value: unknown): string {
  if (typeof value !== 'object' || value === null) return '';
  return Object.entries(value)
    .map(([color, paint]) => `${color} = ${typeof paint === 'string' ? paint : JSON.stringify(paint)}`)
    .join('; ');
}

/** Reads what was typed; null if it is not accepted. */
export function readExchange(text: string): Readonly<Record<string, unknown>> | null {
  const exchange: Record<string, unknown> = {};
  for (const part of text.split(';')) {
    const [, color = '', paint = ''] = /^\s*([^=]*[^=\s])\s*=\s*(.*\S)\s*$/su.exec(part) ?? [];
    if (color === '' || color in exchange) return null;
    const read = paint.startsWith('{"') ? parseJson(paint) : paint;
    if (read === undefined) return null;
    exchange[color] = read;
  }
  return exchange;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
