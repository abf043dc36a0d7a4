import type { TemplateDocument } from '../../../../generated/template.ts';
import { checkElements } from './elements.ts';
import { findSchemaErrors } from './schema.ts';
import { checkAttached, checkFonts, checkOutputProfile, findPictureUses } from './sources.ts';
import { takeValidPart } from './valid-part.ts';

/** Those of the paths that a document names, as far as it is valid. */
export function namedFiles(json: unknown, paths: readonly string[]): ReadonlySet<string> {
  const valid = takeValidPart(json, findSchemaErrors(json));
  return valid === null ? new Set() : listNamedFiles(valid.document, paths);
}

/** Those of the paths that a valid document names. */
export function listNamedFiles(document: TemplateDocument, paths: readonly string[]): ReadonlySet<string> {
  const files = new Map(paths.map((path) => [path, path]));
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
  return new Set(uses.flatMap(({ path, data }) => (data === undefined ? [path] : [])));
}
