/** The order of keys in a document: PostgreSQL's jsonb does not keep the author's. */
import { readFileSync } from 'node:fs';

const schemaFile = new URL('../../../template.schema.json', import.meta.url);

/** Orders the keys of a document, at every level, as the schema lists them. */
export function orderKeys(document: unknown): unknown {
  const order = new Map<string, number>();
  listProperties(JSON.parse(readFileSync(schemaFile, 'utf8')), order);
  const place = (key: string): number => order.get(key) ?? order.size;
  const arrange = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(arrange);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).sort(([a], [b]) => place(a) - place(b));
    return Object.fromEntries(entries.map(([key, child]) => [key, arrange(child)]));
  };
  return arrange(document);
}

/** Writes a document as the file of a template's folder, its keys ordered. */
export function writeInOrder(document: unknown): string {
  return `${JSON.stringify(orderKeys(document), null, 2)}\n`;
}

/** Collects the names of all properties in a schema, in the order in which they first appear. */
function listProperties(schema: unknown, order: Map<string, number>): void {
  if (typeof schema !== 'object' || schema === null) return;
  for (const [key, value] of Object.entries<unknown>({ ...schema })) {
    if (key === 'properties' && typeof value === 'object' && value !== null) {
      for (const name of Object.keys(value)) if (!order.has(name)) order.set(name, order.size);
    }
    listProperties(value, order);
  }
}
