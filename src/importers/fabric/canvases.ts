/** Where the canvases are in what applications save of Fabric.js. */

/** The JSON of a canvas, and what it is called. */
interface FoundCanvas {
  readonly name: string;
  readonly json: unknown;
}

/** Canvases lie no deeper in what applications have around them. */
const maxDepth = 3;

/**
 * The canvases of a file: one, several in a list or under keys of an application, objects without a canvas,
 * or a single object. Canvases that were saved as texts are parsed.
 */
export function findCanvases(json: unknown): FoundCanvas[] {
  const found = search(json, 0);
  return found.map((canvas, at) => ({ name: nameOf(canvas) ?? `Page ${at + 1}`, json: canvas }));
}

function search(value: unknown, depth: number): object[] {
  const parsed = depth > 0 ? parsedText(value) : value;
  if (typeof parsed !== 'object' || parsed === null || depth > maxDepth) return [];
  if (isCanvas(parsed)) return [parsed];
  if (Array.isArray(parsed)) {
    const entries = parsed as unknown[];
    if (entries.length > 0 && entries.every(isObject)) return [{ objects: entries }];
    return entries.flatMap((entry) => search(entry, depth + 1));
  }
  if (isObject(parsed)) return [{ objects: [parsed] }];
  const inner = Object.values(parsed as Record<string, unknown>).flatMap((each) =>
    typeof each === 'object' || typeof each === 'string' ? search(each, depth + 1) : [],
  );
  const [only] = inner;
  return inner.length === 1 && only !== undefined ? [withSize(only, parsed)] : inner;
}

/** Applications often save the size of the page beside its canvas. */
function withSize(canvas: object, around: object): object {
  const { width, height } = around as { readonly width?: unknown; readonly height?: unknown };
  return typeof width === 'number' && typeof height === 'number' ? { width, height, ...canvas } : canvas;
}

function isCanvas(value: object): boolean {
  const { objects, version, type } = value as { objects?: unknown; version?: unknown; type?: unknown };
  if (!Array.isArray(objects) || typeof type === 'string') return false;
  const all = objects as unknown[];
  return (typeof version === 'string' || all.length > 0) && all.every(hasType);
}

function hasType(value: unknown): boolean {
  return typeof (value as { type?: unknown } | null)?.type === 'string';
}

/** Whether it is an object of a canvas, alone. */
function isObject(value: unknown): boolean {
  const { left, top, scaleX, originX, version } = (value ?? {}) as Record<string, unknown>;
  const isPlaced = typeof left === 'number' && typeof top === 'number';
  return hasType(value) && isPlaced && [scaleX, originX, version].some((each) => each !== undefined);
}

function parsedText(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (!/^\s*[[{]/u.test(value) || !value.includes('"objects"')) return null;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return null;
  }
}

function nameOf(canvas: object): string | null {
  const { name, title } = canvas as { readonly name?: unknown; readonly title?: unknown };
  const label = [name, title].find((each) => typeof each === 'string' && each.trim() !== '');
  return typeof label === 'string' ? label : null;
}
