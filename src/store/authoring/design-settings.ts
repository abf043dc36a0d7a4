/** What the designer keeps of a template beside its document: guides, margins, locks, example values. */
import { queryRow, queryRows, type Database } from '../database.ts';
import { readRows } from '../lost-connection.ts';
import type { Viewer } from '../projects.ts';
import type { Admit } from '../stored-data.ts';
import { visibleTo } from '../templates.ts';
import { lockTemplate } from './working-copies.ts';
import { selectPerson, type Person } from './versions.ts';

/** Lengths are in the unit of the page. */
export interface DesignSettings {
  readonly guides: { readonly x: readonly number[]; readonly y: readonly number[] };
  readonly margins: {
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
    readonly left: number;
  } | null;
  /** Ids of elements. */
  readonly locked: readonly string[];
  readonly dataSets: readonly DataSet[];
  /** By variable: what elements showed before it. */
  readonly example?: Readonly<Record<string, string>>;
  /** Copies of items of the library. */
  readonly library?: readonly LibraryCopy[];
}

/** Copies of an item of the library in a template. */
export interface LibraryCopy {
  readonly itemId: string;
  readonly revision: number;
  /** The color, the paths of files, or the ids of elements. */
  readonly uses: readonly string[];
}

/** Named example values of the variables. */
export interface DataSet {
  readonly name: string;
  readonly values: Readonly<Record<string, string>>;
}

/** The settings of a template. */
export interface StoredDesignSettings {
  /** Null: they were never saved. */
  readonly settings: DesignSettings | null;
  /** Each save adds one. 0 before the first. */
  readonly revision: number;
  readonly savedAt: Date | null;
  readonly savedBy: Person | null;
}

/** Finds the settings of a template that a viewer sees. Null: there is no such template. */
export async function readDesignSettings(
  db: Database,
  { workspaceId, accountId }: Viewer,
  templateId: string,
): Promise<StoredDesignSettings | null> {
  const [found] = await readRows<StoredDesignSettings>(
    db,
    `select s.settings, coalesce(s.revision, 0) as revision, s.saved_at as "savedAt",
            ${selectPerson('saver')} as "savedBy"
     from templates t
       left join template_design_settings s on s.template_id = t.id
       left join accounts saver on saver.id = s.saved_by
     where t.id = :templateId and ${visibleTo(':workspaceId', ':accountId')}`,
    { templateId, workspaceId, accountId },
  );
  return found ?? null;
}

/**
 * Replaces the settings of a template that a viewer sees, unless `check` throws, or `admit` for settings that
 * are longer than before. Changes of one template follow each other. Returns the new revision. Null: there is
 * no such template.
 */
export async function replaceDesignSettings(
  db: Database,
  viewer: Viewer,
  templateId: string,
  {
    settings,
    check,
    admit,
  }: {
    readonly settings: DesignSettings;
    readonly check: (current: StoredDesignSettings) => void;
    readonly admit: Admit;
  },
): Promise<number | null> {
  return await db.transaction(async (transaction) => {
    if (!(await lockTemplate(transaction, viewer, templateId))) return null;
    // Another statement: it sees what was committed before the lock was granted.
    const current = await readDesignSettings(transaction, viewer, templateId);
    if (current === null) return null;
    check(current);
    const revision = current.revision + 1;
    const { isLonger } = await queryRow<{ isLonger: boolean }>(
      transaction,
      // What is selected here are the settings before the update.
      `insert into template_design_settings as s (template_id, settings, revision, saved_by)
       values (:templateId, cast(:settings as json), :revision, :savedBy)
       on conflict (template_id) do update
         set settings = excluded.settings, revision = excluded.revision, saved_at = now(),
             saved_by = excluded.saved_by
       returning octet_length(cast(s.settings as text)) > coalesce((
         select octet_length(cast(settings as text)) from template_design_settings
         where template_id = :templateId
       ), 0) as "isLonger"`,
      { templateId, settings: JSON.stringify(settings), revision, savedBy: viewer.accountId },
    );
    if (isLonger) await admit(transaction, viewer.workspaceId);
    return revision;
  });
}

/** Copies the settings of a template, if it has any, to a new one, for an account. */
export async function copyDesignSettings(
  transaction: Database,
  originalId: string,
  { templateId, accountId }: { readonly templateId: string; readonly accountId: string },
): Promise<void> {
  await queryRows(
    transaction,
    `insert into template_design_settings (template_id, settings, revision, saved_by)
     select :templateId, settings, 1, :accountId from template_design_settings
     where template_id = :originalId`,
    { originalId, templateId, accountId },
  );
}
