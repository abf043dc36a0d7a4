import { readFile } from 'node:fs/promises';
import path from 'node:path';

const folder = path.join(import.meta.dirname, '../../node_modules/vega-datasets/data');

/** The specification with the texts of `vega-datasets` in place of their addresses. */
export async function inlineData(spec: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
  return (await inlined(spec)) as Record<string, unknown>;
}

async function inlined(node: unknown): Promise<unknown> {
  if (Array.isArray(node)) return await Promise.all(node.map(inlined));
  if (typeof node !== 'object' || node === null) return node;
  const { url } = node as { readonly url?: unknown };
  const entries = await Promise.all(
    Object.entries(node).map(async ([key, value]) => [key, await inlined(value)] as const),
  );
  const file = typeof url === 'string' ? /^data\/([\w-]+\.(json|csv|tsv))$/u.exec(url) : null;
  if (file === null) return Object.fromEntries(entries);
  const [, name = '', type = ''] = file;
  const text = await readFile(path.join(folder, name), 'utf8');
  const { url: _url, format, ...rest } = Object.fromEntries(entries);
  const given = (format ?? {}) as Record<string, unknown>;
  // Rows of a topology are read as `format` says.
  const values: unknown = type === 'json' ? JSON.parse(text) : text;
  return { ...rest, values, format: type === 'json' ? given : { type, ...given } };
}
