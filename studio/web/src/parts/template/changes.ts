import { api, data, type Schema } from '../../api/client.ts';
import { useChange } from '../../api/queries.ts';

type Summary = Pick<Schema<'TemplateSummary'>, 'id'>;

/** Paths that show a template's name, visibility, project or state. */
export const templatePaths = ['/templates', '/templates/{templateId}', '/projects'] as const;

/** Paths that show a template's draft or versions. */
export const draftPaths = [
  ...templatePaths,
  '/templates/{templateId}/draft',
  '/templates/{templateId}/versions',
  '/templates/{templateId}/files',
] as const;

const path = ({ id }: Summary) => ({ path: { templateId: id } });

/** Renames, describes, shares or unshares a template. */
export function useUpdateTemplate(template: Summary) {
  return useChange(
    (body: Schema<'TemplateChange'>) =>
      data(api.PATCH('/templates/{templateId}', { params: path(template), body })),
    templatePaths,
  );
}

/** Copies a template. */
export function useDuplicateTemplate(template: Summary) {
  return useChange(
    (body: Schema<'TemplateCopy'>) =>
      data(api.POST('/templates/{templateId}/duplicate', { params: path(template), body })),
    templatePaths,
  );
}

/** Moves a template to another project. */
export function useMoveTemplate(template: Summary) {
  return useChange(
    (body: Schema<'TemplateMove'>) =>
      data(api.POST('/templates/{templateId}/move', { params: path(template), body })),
    templatePaths,
  );
}

/**
 * Deletes a template. `onDone` is called before anything is read again: it leaves the page of the template,
 * which would ask for what is gone.
 */
export function useDeleteTemplate(template: Summary, onDone: () => void) {
  return useChange(async () => {
    await api.DELETE('/templates/{templateId}', { params: path(template) });
    onDone();
  }, ['/templates', '/projects']);
}
