/** Fonts that an operator installs beside the catalogue, for all templates. */
import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';

import type { BundledFace, BundledFamily } from './bundled-fonts.ts';
import { describeFont } from './describe-font.ts';
import { matchFace } from './font-match.ts';
import { findWantedFonts } from './wanted-fonts.ts';

/** A face of an installed family, whose file is read when a text needs it. */
export interface InstalledFace extends BundledFace {
  readonly family: string;
  /** SHA-256 of the file. */
  readonly hash: string;
  readonly bytes: () => Promise<Uint8Array>;
}

/** How long the list of a folder is used before it is read again. */
const maxAgeMs = 5_000;
const maxDepth = 6;
const isFont = /\.(?:ttf|otf|woff2?)$/iu;
/** Packages whose files are divided by ranges of Unicode: letters of one word would come from several. */
const dividedPackages = '@fontsource';
/** `…/@expo-google-fonts/oswald/200ExtraLight/Oswald_200ExtraLight.ttf` */
const packagedFace = /^(.*@expo-google-fonts[\\/][^\\/]+)[\\/](\d00)[A-Za-z]+(_Italic)?[\\/][^\\/]+$/u;

const weightName = / (?:thin|(?:extra|ultra|semi|demi)?-?(?:light|bold)|medium|black|heavy)$/iu;

/** What is in a folder of fonts. */
interface InstalledFonts {
  readonly families: readonly BundledFamily[];
  /** Files that are no fonts although their names say so, and folders of packages of divided fonts. */
  readonly leftOut: readonly string[];
}

interface Listed {
  readonly readAt: number;
  readonly fonts: Promise<InstalledFonts>;
}

const folders = new Map<string, Listed>();

/** What files say about themselves, by their path, time and size. */
const described = new LRUCache<string, { readonly face: NamedFace | null }>({ max: 20_000 });
/** Names of packages' families, by their folders. */
const packagedFamilies = new LRUCache<string, string>({ max: 5_000 });
const hashes = new LRUCache<string, string>({ max: 20_000 });

/**
 * The families of the fonts in a folder and its subfolders, such as that of `npm install
 * @expo-google-fonts/oswald`. Files that are no fonts, and packages of divided fonts, are left out.
 *
 * @param folder null: there are none
 */
export async function listInstalledFonts(folder: string | null): Promise<readonly BundledFamily[]> {
  return folder === null ? [] : (await readInstalledFonts(folder)).families;
}

/** The fonts in a folder, and what is left out. */
export async function readInstalledFonts(folder: string): Promise<InstalledFonts> {
  const known = folders.get(folder);
  if (known !== undefined && performance.now() - known.readAt < maxAgeMs) return await known.fonts;
  const fonts = readFolder(folder);
  folders.set(folder, { readAt: performance.now(), fonts });
  return await fonts;
}

/**
 * The installed faces that a document draws: of the families that it names and that neither it nor the
 * catalogue has.
 */
export async function findInstalledFaces(folder: string | null, document: object): Promise<InstalledFace[]> {
  if (folder === null) return [];
  const { families } = findWantedFonts(document);
  if (families.size === 0) return [];
  const faces = selectInstalledFaces(await findFamilies(folder, families), document);
  return await Promise.all(
    faces.map(async (face) => ({
      ...face,
      hash: await hashFile(face.path),
      bytes: () => readFile(face.path),
    })),
  );
}

/** The faces that a document draws, of installed families. */
export function selectInstalledFaces(installed: readonly BundledFamily[], document: object): NamedFace[] {
  const { families, weights } = findWantedFonts(document);
  if (families.size === 0) return [];
  return installed
    .filter(({ name }) => families.has(name.toLowerCase()))
    .flatMap(({ name, faces }) => selectFaces(faces, weights).map((face) => ({ ...face, family: name })));
}

/** The families by their names: those that were known, unless one of them is new. */
async function findFamilies(folder: string, names: ReadonlySet<string>): Promise<BundledFamily[]> {
  const find = ({ families }: InstalledFonts) => families.filter(({ name }) => names.has(name.toLowerCase()));
  const known = folders.get(folder);
  // Reading thousands of packages again takes longer than a render.
  const fresh = readInstalledFonts(folder);
  const old = known === undefined ? [] : find(await known.fonts);
  return old.length === names.size ? old : find(await fresh);
}

/** The faces for some weights; null: all. */
function selectFaces(faces: readonly BundledFace[], weights: ReadonlySet<number> | null): BundledFace[] {
  if (weights === null) return [...faces];
  const ranged = faces.map((face) => ({ ...face, weights: [face.weight, face.weight] as const, face }));
  const styles = ['normal', 'italic'] as const;
  const chosen = [...weights].flatMap((weight) =>
    styles.map((style) => matchFace(ranged, weight, style).face),
  );
  return [...new Set(chosen)];
}

async function readFolder(folder: string): Promise<InstalledFonts> {
  const files = await listFiles(folder, 0);
  const found = await Promise.all(files.map(async (file) => ({ file, face: await describeFile(file) })));
  const leftOut = found.flatMap(({ file, face }) => (face === null ? file : []));
  const faces = found.flatMap(({ face }) => face ?? []);
  // Files of single weights often have it in the name of their family: they belong to both.
  const named = faces.flatMap((face) => {
    const base = face.family.replace(weightName, '');
    return base === face.family ? face : [face, { ...face, family: base }];
  });
  const byFamily = Map.groupBy(named, ({ family }) => family);
  const families = [...byFamily]
    .map(([name, of]) => ({ name, language: null, faces: of }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  return { families, leftOut };
}

async function listFiles(folder: string, depth: number): Promise<string[]> {
  if (depth > maxDepth) return [];
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const lists = await Promise.all(
    entries.map(async (entry) => {
      const place = path.join(folder, entry.name);
      if (entry.name.startsWith('.')) return [];
      // Described as no font.
      if (entry.name === dividedPackages) return [place];
      const kind = entry.isSymbolicLink() ? await stat(place).catch(() => entry) : entry;
      if (kind.isDirectory()) return await listFiles(place, depth + 1);
      return isFont.test(entry.name) ? [place] : [];
    }),
  );
  return lists.flat().sort();
}

type NamedFace = BundledFace & { readonly family: string };

async function describeFile(file: string): Promise<NamedFace | null> {
  const [, folder = '', weight, italic] = packagedFace.exec(file) ?? [];
  if (weight !== undefined) {
    // The thin faces of such packages say 250 of themselves.
    const family = await readPackagedFamily(folder);
    const style = italic === undefined ? 'normal' : 'italic';
    return family === null ? null : { path: file, weight: Number(weight), style, family };
  }
  const key = isFont.test(file) ? await identify(file) : null;
  if (key === null) return null;
  const known = described.get(key);
  if (known !== undefined) return known.face;
  let face: NamedFace | null = null;
  try {
    const { family, weights, isItalic } = describeFont(await readFile(file));
    if (family !== '')
      face = { path: file, weight: weights[0], style: isItalic ? 'italic' : 'normal', family };
  } catch {
    // No font, although its name says so.
  }
  described.set(key, { face });
  return face;
}

/** The name of a package's family; null if it is not such a package. */
async function readPackagedFamily(folder: string): Promise<string | null> {
  const known = packagedFamilies.get(folder);
  if (known !== undefined) return known;
  const name = await readPackageMetadata(folder);
  if (name !== null) packagedFamilies.set(folder, name);
  return name;
}

async function readPackageMetadata(folder: string): Promise<string | null> {
  try {
    const { family } = JSON.parse(await readFile(path.join(folder, 'metadata.json'), 'utf8')) as {
      readonly family?: unknown;
    };
    return typeof family === 'string' && family !== '' ? family : null;
  } catch {
    return null;
  }
}

async function hashFile(file: string): Promise<string> {
  const key = (await identify(file)) ?? file;
  let hash = hashes.get(key);
  if (hash === undefined) {
    hash = createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
    hashes.set(key, hash);
  }
  return hash;
}

async function identify(file: string): Promise<string | null> {
  const found = await stat(file).catch(() => null);
  return found === null ? null : `${file} ${found.mtimeMs} ${found.size}`;
}
