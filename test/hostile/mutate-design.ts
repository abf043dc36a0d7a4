import { unzipSync, zipSync } from 'fflate';
import type { Random } from '../faults/random.ts';
import { mutate } from './mutate.ts';

/** Values of other types, and numbers at which code often breaks. */
const strangers: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  0.5,
  1e9,
  -1e300,
  1e-300,
  4_294_967_296,
  '',
  ' ',
  '{name}',
  'NaN',
  'url(#a)',
  '../../../etc/passwd',
  'file:///etc/passwd',
  'https://x.example/',
  'data:image/png;base64,AAAA',
  'M0 0L',
  'x'.repeat(50_000),
  '\u0000',
  '\ud83d',
  '__proto__',
  [],
  {},
  [[]],
  [{}],
  { type: 'group' },
];

/** Values of attributes at which code often breaks. */
const attributes: readonly string[] = [
  '',
  '0',
  '-1',
  '1e9',
  '1e-300',
  'NaN',
  '100%',
  '9mm',
  'none',
  'inherit',
  '#a',
  '#loop',
  'url(#lin)',
  'url(#clip)',
  'url(#mask)',
  'url(#dots)',
  'url(#other)',
  'matrix(1 0 0 0 0 0)',
  'scale(1e9)',
  '{{name}}',
  'M0 0L',
  'M0 0L1e9 1e9',
  'x'.repeat(20_000),
  '0 0 0 0',
  'https://x.example/',
  'file:///etc/passwd',
  'opacity:.5;filter:url(#shadow)',
  'font:bold 9px x',
  'data:image/png;base64,AAAA',
  '../../etc/passwd',
];

/**
 * A mutation of a design. Of JSON, XML and Office's files, two of three change values and keep the syntax;
 * other mutations change bytes.
 */
export function mutateDesign(design: Buffer, random: Random): Buffer {
  const start = design.toString('latin1').trimStart().charAt(0);
  if (start === 'P' && random.integer(0, 2) > 0) return mutatePart(design, random);
  if (!'{<'.includes(start) || random.integer(0, 2) === 0)
    return mutate(design, design, () => random.number());
  if (start === '<') return mutateXml(design.toString('utf8'), random);
  let json = JSON.parse(design.toString('utf8')) as unknown;
  for (let change = random.integer(1, 4); change > 0; change -= 1) json = mutateJson(json, random);
  return Buffer.from(JSON.stringify(json));
}

/** Changes values in one part of an Office file. */
function mutatePart(design: Buffer, random: Random): Buffer {
  const parts = unzipSync(design);
  const texts = Object.entries(parts).filter(([name]) => /\.(?:xml|rels)$/u.test(name));
  const [path, part] = random.pick(texts.filter(([, each]) => Buffer.from(each).includes('="1')));
  parts[path] = new Uint8Array(mutateXml(Buffer.from(part).toString('utf8'), random));
  return Buffer.from(zipSync(parts));
}

function mutateXml(xml: string, random: Random): Buffer {
  let text = xml;
  for (let change = random.integer(1, 4); change > 0; change -= 1) {
    const values = [...text.matchAll(/="[^"]*"/gu)].filter(([value]) => !value.includes('http'));
    const { index, 0: value } = random.pick(values);
    text = `${text.slice(0, index)}="${random.pick(attributes)}"${text.slice(index + value.length)}`;
  }
  return Buffer.from(text);
}

function mutateJson(root: unknown, random: Random): unknown {
  const places = placesIn(root);
  if (places.length === 0) return root;
  const { owner, key } = random.pick(places);
  const value = Reflect.get(owner, key) as unknown;
  switch (random.integer(0, 4)) {
    case 0:
      Reflect.deleteProperty(owner, key);
      break;
    case 1:
      Reflect.set(owner, key, structuredClone(nest(value, random.integer(1, 300))));
      break;
    case 2:
      Reflect.set(owner, key, structuredClone(getValue(random.pick(places))));
      break;
    default:
      Reflect.set(owner, key, random.pick(strangers));
  }
  // Values of other places may be in it twice.
  return JSON.parse(JSON.stringify(root)) as unknown;
}

interface Place {
  readonly owner: object;
  readonly key: string;
}

function getValue({ owner, key }: Place): unknown {
  return Reflect.get(owner, key) as unknown;
}

function placesIn(root: unknown): Place[] {
  const places: Place[] = [];
  const open = [root];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value)) {
      places.push({ owner: value, key });
      open.push(inner);
    }
  }
  return places;
}

/** A value that contains itself some levels deep. */
function nest(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const list = Object.entries(value).find(([, inner]) => Array.isArray(inner))?.[0];
  let nested = value;
  for (let level = 0; level < depth; level += 1) {
    if (Array.isArray(value)) nested = [nested];
    else if (list !== undefined) nested = { ...value, [list]: [nested] };
  }
  return nested;
}
