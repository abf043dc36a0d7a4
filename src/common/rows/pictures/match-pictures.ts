import { readEnding } from './picture-names.ts';

/** What a cell names among the pictures beside the table. */
export type PictureMatch =
  | { readonly kind: 'found'; readonly path: string }
  /** Several pictures fit. */
  | { readonly kind: 'ambiguous'; readonly paths: readonly string[] }
  | { readonly kind: 'none' };

/** Finds the picture that the text of a cell names. */
export type PictureMatcher = (text: string) => PictureMatch;

/**
 * Matches the text of cells with the pictures of a folder: by file name, with or without its ending, in any
 * letter case and Unicode form. Folders in the text choose between files of one name.
 *
 * @param paths of the pictures in their folder
 */
export function createPictureMatcher(paths: readonly string[]): PictureMatcher {
  const byName = new Map<string, string[]>();
  const byStem = new Map<string, string[]>();
  for (const path of paths) {
    const name = lastPart(fold(path));
    add(byName, name, path);
    add(byStem, withoutEnding(name), path);
  }
  return (text) => {
    const wanted = fold(text);
    const name = lastPart(wanted);
    if (name === '') return { kind: 'none' };
    const withEnding = byName.get(name);
    const found = choose(withEnding ?? byStem.get(name) ?? [], (path) => {
      const given = fold(path);
      const own = withEnding === undefined ? withoutEnding(given) : given;
      return own === wanted || own.endsWith(`/${wanted}`);
    });
    const [path] = found;
    if (path === undefined) return { kind: 'none' };
    return found.length === 1 ? { kind: 'found', path } : { kind: 'ambiguous', paths: found };
  };
}

/** All that fit by name, or of several those that fit by their folders, too. */
function choose(paths: readonly string[], fits: (path: string) => boolean): readonly string[] {
  if (paths.length < 2) return paths;
  const fitting = paths.filter(fits);
  return fitting.length === 0 ? paths : fitting;
}

/** The form in which names are compared. */
function fold(text: string): string {
  return text
    .normalize('NFC')
    .trim()
    .replaceAll('\\', '/')
    .replace(/^(?:\.?\/+)+/u, '')
    .replaceAll(/\/{2,}/gu, '/')
    .toLowerCase()
    .normalize('NFC');
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function withoutEnding(path: string): string {
  const ending = readEnding(path);
  return ending === '' ? path : path.slice(0, -ending.length - 1);
}

function add(map: Map<string, string[]>, key: string, value: string): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
