/** Templates as the app knows them: published or not, with their drafts. */
import { queryRows, type Database } from '../database.ts';
import { readRows } from '../lost-connection.ts';
import type { Page, Viewer, Visibility } from '../projects.ts';
import { visibleTo } from '../templates.ts';
import { matchesSearch, searchPattern } from './search.ts';
import { selectPage, selectPerson, type Person } from './versions.ts';

export interface AppTemplate {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly projectId: string;
  /** Empty where the viewer does not see the project. */
  readonly projectName: string;
  readonly visibility: Visibility;
  readonly owner: Person;
  /** The number of the published version; null without one. */
  readonly version: number | null;
  readonly publishedAt: Date | null;
  /** The parts of the published document, or else of the draft, that describe the page. */
  readonly page: Readonly<Record<string, unknown>>;
  readonly draft: {
    readonly revision: number;
    readonly savedAt: string;
    readonly savedBy: Person | null;
    readonly problemCount: number;
  } | null;
  readonly createdAt: Date;
  /** Also of its draft. */
  readonly editedAt: Date;
}

const isVisible = visibleTo(':workspaceId', ':accountId');

const columns = `t.id, t.name, t.description, t.project_id as "projectId",
  case when p.account_id = :accountId or p.visibility = 'SHARED' then p.name else '' end as "projectName",
  t.visibility, ${selectPerson('owner')} as owner, v.number as version, v.created_at as "publishedAt",
  case when v.id is null then ${selectPage('d.document')} else ${selectPage('v.document')} end as page,
  case when d.template_id is not null then jsonb_build_object(
    'revision', d.revision, 'savedAt', d.saved_at, 'savedBy', ${selectPerson('saver')},
    'problemCount', d.problem_count
  ) end as draft,
  t.created_at as "createdAt", t.edited_at as "editedAt"`;

const joins = `join projects p on p.id = t.project_id
  join accounts owner on owner.id = t.account_id
  left join template_versions v on v.id = t.version_id
  left join template_drafts d on d.template_id = t.id
  left join accounts saver on saver.id = d.saved_by`;

/** What to look for. */
export interface TemplateSearch {
  readonly projectId?: string | undefined;
  readonly search?: string | undefined;
  /** Default: UPDATED. */
  readonly sort?: TemplateOrder | undefined;
}

/** How templates are sorted: last edited first, newest first, or by name. */
export type TemplateOrder = 'UPDATED' | 'CREATED' | 'NAME';

const orders: Readonly<Record<TemplateOrder, string>> = {
  UPDATED: 't.edited_at desc, t.id',
  CREATED: 't.created_at desc, t.id',
  NAME: 'lower(t.name), t.id',
};

/** A page of the templates that a viewer sees, and how many there are in all. */
export async function searchTemplates(
  db: Database,
  { workspaceId, accountId }: Viewer,
  { projectId, search, sort = 'UPDATED' }: TemplateSearch,
  { limit, offset }: Page,
): Promise<{ readonly entries: AppTemplate[]; readonly total: number }> {
  const bindings = { workspaceId, accountId, projectId: projectId ?? null, search: searchPattern(search) };
  const matching = `from templates t
    where ${isVisible} and (cast(:projectId as uuid) is null or t.project_id = :projectId)
      and ${matchesSearch('t')}`;
  const [entries, [count]] = await Promise.all([
    readRows<AppTemplate>(
      db,
      // Documents are read only for the entries of the page.
      `select ${columns}
       from (select t.* ${matching} order by ${orders[sort]} limit :limit offset :offset) t ${joins}
       order by ${orders[sort]}`,
      { ...bindings, limit, offset },
    ),
    readRows<{ total: number }>(db, `select cast(count(*) as integer) as total ${matching}`, bindings),
  ]);
  return { entries, total: count?.total ?? 0 };
}

/** A template that a viewer sees, with its variables as its document has them; or null. */
export async function findAppTemplate(
  db: Database,
  { workspaceId, accountId }: Viewer,
  templateId: string,
): Promise<(AppTemplate & { readonly variables: unknown }) | null> {
  const [template] = await readRows<AppTemplate & { readonly variables: unknown }>(
    db,
    `select ${columns},
            case when v.id is null then d.document->'variables' else cast(v.document->'variables' as json) end
              as variables
     from templates t ${joins}
     where t.id = :templateId and ${isVisible}`,
    { templateId, workspaceId, accountId },
  );
  return template ?? null;
}

/** What of a template changes; undefined: nothing. */
export interface TemplateChange {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly visibility?: Visibility | undefined;
  readonly projectId?: string | undefined;
}

/** Changes a template that a viewer sees. */
export async function changeTemplate(
  db: Database,
  { workspaceId, accountId }: Viewer,
  templateId: string,
  { name, description, visibility, projectId }: TemplateChange,
): Promise<void> {
  await queryRows(
    db,
    `update templates t
     set name = coalesce(:name, name), description = coalesce(:description, description),
         visibility = coalesce(:visibility, visibility), project_id = coalesce(:projectId, project_id),
         updated_at = now(), edited_at = now()
     where t.id = :templateId and ${isVisible}`,
    {
      templateId,
      workspaceId,
      accountId,
      name: name ?? null,
      description: description ?? null,
      visibility: visibility ?? null,
      projectId: projectId ?? null,
    },
  );
}
