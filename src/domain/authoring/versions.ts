import {
  countVersions,
  findVersion,
  listVersions as readVersions,
  type StoredVersion,
  type VersionSummary,
} from '../../store/authoring/versions.ts';
import type { Viewer } from '../../store/projects.ts';
import { toPage, toRange, type PageOf, type PageRequest } from '../pagination.ts';
import { studioProblems } from '../problems/studio-problems.ts';
import type { AuthoringParts } from './parts.ts';
import { requireTemplate } from './templates.ts';

/**
 * A page of the published versions of a template, newest first.
 *
 * @throws Problem TEMPLATE_NOT_FOUND
 */
export async function listVersions(
  { db }: AuthoringParts,
  viewer: Viewer,
  templateId: string,
  page: PageRequest,
): Promise<PageOf<VersionSummary>> {
  await requireTemplate(db, viewer, templateId);
  const [versions, count] = await Promise.all([
    readVersions(db, templateId, toRange(page)),
    countVersions(db, templateId),
  ]);
  return toPage(versions, count, page);
}

/**
 * A published version with its document.
 *
 * @throws Problem TEMPLATE_NOT_FOUND, NOT_FOUND
 */
export async function getVersion(
  { db }: AuthoringParts,
  viewer: Viewer,
  templateId: string,
  number: number,
): Promise<StoredVersion> {
  await requireTemplate(db, viewer, templateId);
  const version = await findVersion(db, templateId, number);
  if (version === null) throw studioProblems.versionNotFound(number);
  return version;
}
