import type { CodeOptions } from '../../../../../../src/common/codes/code-options.ts';

/** Options of a barcode as they are typed: `columns 5, includecheck`. One that is on stands alone. */
export function formatOptions(value: unknown): string {
  if (typeof value !== 'object' || value === null) return '';
  return Object.entries(value)
    .map(([name, option]) =>
      option === true ? name : `${name} ${option === false ? 'off' : String(option)}`,
    )
    .join(', ');
}

/** Reads what was typed; null if it has another form. */
export function readOptions(text: string): CodeOptions | null {
  const options: Record<string, string | number | boolean> = {};
  for (const part of text === '' ? [] : text.split(',')) {
    const [, name, given = 'on'] = /^\s*([a-z][a-z0-9]*)(?:[\s:=]+([\w-]+))?\s*$/u.exec(part) ?? [];
    if (name === undefined) return null;
    if (given === 'on' || given === 'true') options[name] = true;
    else if (given === 'off' || given === 'false') options[name] = false;
    else options[name] = /^-?\d+$/u.test(given) ? Number(given) : given;
  }
  return options;
}
