/** Tools that find projects and templates. */
import { getTemplate as getTemplateOfApi } from '../../../handlers/getTemplate.ts';
import { listProjects as listProjectsOfApi } from '../../../handlers/listProjects.ts';
import { listProjectTemplates } from '../../../handlers/listProjectTemplates.ts';
import { readPageSize } from '../../domain/authoring/document.ts';
import { getDraft } from '../../domain/authoring/drafts.ts';
import { requireProject } from '../../domain/authoring/projects.ts';
import { listTemplates as listTemplatesOfApp } from '../../domain/authoring/templates.ts';
import { problems } from '../../domain/problems/catalogue.ts';
import { findStudioTier, findTier } from '../../domain/quota/request-rates.ts';
import { apiCall } from '../api-call.ts';
import { object } from '../arguments.ts';
import { boundDefaults, boundDocument, getFirst, sayLeftOut } from '../bounds.ts';
import { bareTag } from '../entity-tag.ts';
import { json, notes, type Tool } from '../tool.ts';
import { page, projectId, templateId, type Page } from './shared-arguments.ts';

/** `list_projects`. */
export const listProjects: Tool<Page> = {
  name: 'list_projects',
  description: 'Lists the projects of the account, in which templates are. Pages count from 0.',
  input: object(page),
  isReadOnly: true,
  tier: (plan) => findTier('listProjects', plan, false),
  async run(query, call, { handlerParts }) {
    const { body } = await listProjectsOfApi(apiCall(call, { query }), handlerParts);
    return [json(body)];
  },
};

/** `list_templates`. */
export const listTemplates: Tool<Page & { readonly projectId: string }> = {
  name: 'list_templates',
  description:
    'Lists the templates of a project. Those who may author also see templates that were never published ' +
    '(version null), and which have a draft.',
  input: object({ projectId, ...page }, ['projectId']),
  isReadOnly: true,
  tier: (plan) => findTier('listProjectTemplates', plan, false),
  async run({ projectId: id, ...query }, call, { handlerParts, authoring }) {
    const { caller } = call;
    if (!caller.mayAuthor) {
      const request = apiCall<'listProjectTemplates'>(call, { path: { projectId: id }, query });
      return [json((await listProjectTemplates(request, handlerParts)).body)];
    }
    await requireProject(authoring.db, caller, id);
    const { page: number, limit: size } = query;
    const { data } = await listTemplatesOfApp(authoring, caller, { projectId: id, page: number, size });
    return [
      json(
        data.map(({ id, name, description, version, publishedAt, draft, page: size, editedAt }) => ({
          id,
          name,
          description,
          version,
          publishedAt,
          page: readPageSize(size),
          draft: draft && { problems: draft.problemCount, savedAt: draft.savedAt },
          updatedAt: editedAt,
        })),
      ),
    ];
  },
};

/** `get_template`. */
export const getTemplate: Tool<{ readonly templateId: string; readonly draft: boolean }> = {
  name: 'get_template',
  description:
    'Describes a published template: its page and its variables, with what each accepts. With draft: true, ' +
    'for those who may author, its working copy instead: the whole document, the etag that save_draft and ' +
    'publish_template need, and what is wrong with it.',
  input: object({ templateId, draft: { type: 'boolean', default: false } }, ['templateId']),
  isReadOnly: true,
  tier: (plan, { draft }) =>
    draft === true ? findStudioTier('getDraft') : findTier('getTemplate', plan, false),
  async run({ templateId: id, draft }, call, { handlerParts, authoring }) {
    if (!draft) {
      const { body } = await getTemplateOfApi(apiCall(call, { path: { templateId: id } }), handlerParts);
      const { variables, lines } = boundDefaults(body.variables);
      return [json({ ...body, variables }), ...notes(lines)];
    }
    if (!call.caller.mayAuthor) throw problems.authoringNotAllowed();
    const { copy, findings, etag } = await getDraft(authoring, call.caller, id);
    const { name, published } = copy;
    const { problems: found, warnings } = findings;
    const { document, lines } = boundDocument(copy.document);
    return [
      json({
        templateId: id,
        name,
        version: published?.number ?? null,
        etag: bareTag(etag),
        isDraft: copy.draft !== null,
        problems: getFirst(found),
        warnings: getFirst(warnings),
        files: getFirst(copy.files.map(({ path }) => path)),
        document,
      }),
      ...notes([
        ...sayLeftOut(found, 'problem'),
        ...sayLeftOut(warnings, 'warning'),
        ...sayLeftOut(copy.files, 'file'),
        ...lines,
      ]),
    ];
  },
};
