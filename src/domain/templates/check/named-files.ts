import type { TemplateDocument } from '../../../../generated/template.ts';
import { applySize } from '../../../common/sizes/size-document.ts';
import { checkElements } from './elements.ts';
import { findSchemaErrors } from './schema.ts';
import { checkAttached, checkFonts, checkOutputProfile, findPictureUses } from './sources.ts';
import { takeValidPart } from './valid-part.ts';

/** Those of the paths that a document names, as far as it is valid. */
export function namedFiles(json: unknown, paths: readonly string[]): ReadonlySet<string> {
  const valid = takeValidPart(json, findSchemaErrors(json));
  return valid === null ? new Set() : listNamedFiles(valid.document, paths);
}

/** Those of the paths that a valid document names, in any of its sizes. */
export function listNamedFiles(document: TemplateDocument, paths: readonly string[]): ReadonlySet<string> {
  const files = new Map(paths.map((path) => [path, path]));
  const { sizes = [] } = document;
  const all = [document, ...sizes.map((size) => applySize(document, size))];
  return new Set(all.flatMap((each) => listFilesOf(each, files)));
}

function listFilesOf(document: TemplateDocument, files: ReadonlyMap<string, string>): string[] {
  // Codes name no files.
  const { fileUses } = checkElements(document, files, () => null);
  const ofLists = [
    checkFonts(document, files),
    checkAttached(document, files),
    checkOutputProfile(document, files),
  ];
  const uses = [
    ...ofLists.flatMap((found) => found.fileUses),
    ...fileUses,
    ...findPictureUses(document, files),
  ];
  return uses.flatMap(({ path, data }) => (data === undefined ? [path] : []));
}
