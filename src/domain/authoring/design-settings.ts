import {
  readDesignSettings,
  replaceDesignSettings,
  type DesignSettings,
  type StoredDesignSettings,
} from '../../store/authoring/design-settings.ts';
import type { Viewer } from '../../store/projects.ts';
import type { Admit } from '../../store/stored-data.ts';
import { problems } from '../problems/catalogue.ts';
import { studioProblems } from '../problems/studio-problems.ts';
import { requireRoom } from '../quota/stored-data.ts';
import { isMatch, parseIfMatch, type IfMatch } from './etag.ts';
import type { AuthoringParts } from './parts.ts';

/** The designer's settings of a template, with their entity tag. */
export interface TaggedSettings {
  readonly settings: DesignSettings;
  /** With its quotes. */
  readonly etag: string;
}

const emptySettings: DesignSettings = { guides: { x: [], y: [] }, margins: null, locked: [], dataSets: [] };

/**
 * The designer's settings of a template; empty ones before the first save.
 *
 * @throws Problem TEMPLATE_NOT_FOUND
 */
export async function getDesignSettings(
  { db }: Pick<AuthoringParts, 'db'>,
  viewer: Viewer,
  templateId: string,
): Promise<TaggedSettings> {
  const stored = await readDesignSettings(db, viewer, templateId);
  if (stored === null) throw problems.templateNotFound(templateId);
  return { settings: stored.settings ?? emptySettings, etag: getTag(stored.revision) };
}

/**
 * Saves the designer's settings of a template. Of two saves at the same time one wins. Settings that are not
 * longer than before are saved also beyond the limit of stored data.
 *
 * @throws Problem TEMPLATE_NOT_FOUND, SETTINGS_CHANGED, STORAGE_LIMIT_REACHED, VALIDATION_ERROR
 */
export async function saveDesignSettings(
  { db, plans }: Pick<AuthoringParts, 'db' | 'plans'>,
  viewer: Viewer,
  templateId: string,
  { settings, ifMatch }: { readonly settings: DesignSettings; readonly ifMatch: string },
): Promise<TaggedSettings> {
  requireOwnNames(settings);
  const tags = parseIfMatch(ifMatch);
  const check = (current: StoredDesignSettings) => requireMatch(current, tags);
  const admit: Admit = (transaction, workspaceId) =>
    requireRoom(transaction, { plans, workspaceId }, ['bytes']);
  const revision = await replaceDesignSettings(db, viewer, templateId, { settings, check, admit });
  if (revision === null) throw problems.templateNotFound(templateId);
  return { settings, etag: getTag(revision) };
}

function getTag(revision: number): string {
  return `"${revision}"`;
}

function requireMatch({ revision, savedAt, savedBy }: StoredDesignSettings, ifMatch: IfMatch): void {
  if (!isMatch(ifMatch, getTag(revision))) throw studioProblems.settingsChanged({ savedAt, savedBy });
}

/** Refuses two data sets of one name. */
function requireOwnNames({ dataSets }: DesignSettings): void {
  const names = new Set<string>();
  const errors = dataSets.flatMap(({ name }, index) => {
    if (!names.has(name)) {
      names.add(name);
      return [];
    }
    const detail = `Expected a name that no other data set has but received ${JSON.stringify(name)}.`;
    return [{ pointer: `/dataSets/${index}/name`, detail }];
  });
  if (errors.length > 0) throw problems.invalidRequest(errors);
}
