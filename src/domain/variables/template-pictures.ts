/** The pictures of a template's folder that the value of an image variable may name. */
import { meantPaths, normalizePath } from '../../render/bind/template-paths.ts';
import { isTemplateFile, templateMediaType, withEnding } from '../files/file-kinds.ts';
import { suggestFile } from '../../common/names/nearest-name.ts';

/** Their paths in the folder; null where the files of the template are not known. */
export type TemplatePictures = ReadonlySet<string> | null;

/** The lists of files of stored versions never change. */
const picturesByFiles = new WeakMap<readonly { readonly path: string }[], ReadonlySet<string>>();

/** The pictures among a template's files, by their names. */
export function listPictures(files: readonly { readonly path: string }[]): ReadonlySet<string> {
  const known = picturesByFiles.get(files);
  if (known !== undefined) return known;
  // A picture of a batch keeps its name when it is converted.
  const pictures = new Set(
    files.map(({ path }) => path).filter((path) => picturePaths([withEnding(path, 'jpg')]).length === 1),
  );
  picturesByFiles.set(files, pictures);
  return pictures;
}

/** Those paths that a value may name: of pictures, and in the form that a render looks up. */
export function picturePaths(paths: readonly string[]): string[] {
  return paths.filter(
    (path) =>
      isTemplateFile(path) &&
      templateMediaType(path).startsWith('image/') &&
      normalizePath(path.trim()) === path &&
      !/^[a-z][a-z0-9+.-]*:/iu.test(path),
  );
}

/** Whether a value names a picture of the template; without its files, whether it could. */
export function namesPicture(pictures: TemplatePictures, value: string): boolean {
  if (pictures === null) return value.length <= maxPathCharacters && picturePaths([value]).length === 1;
  return meantPaths(value).some((path) => pictures.has(path));
}

const maxPathCharacters = 1_000;

/** Pictures that a message lists. */
const maxListed = 5;

/** The end of a list of what an image variable accepts: the template's pictures. */
export function describePictures(pictures: TemplatePictures): string {
  if (pictures === null) return 'the path of a picture in the template';
  if (pictures.size === 0) return 'the path of a picture in the template, which has none';
  const listed = [...pictures].slice(0, maxListed).map((path) => JSON.stringify(path));
  const more = pictures.size > maxListed ? ` and ${pictures.size - maxListed} more` : '';
  return `the path of a picture in the template, which has ${listed.join(', ')}${more}`;
}

/** A sentence with a leading blank that suggests the nearest picture; empty if the value is near to none. */
export function suggestPicture(pictures: TemplatePictures, value: string): string {
  return pictures === null || value.length > 300 ? '' : suggestFile(value, [...pictures]);
}
