import { Stack, Switch, Textarea } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { api, data, type Schema } from '../../api/client.ts';
import { useChange } from '../../api/queries.ts';
import { formatCount } from '../../formats.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { notifyDone } from '../../parts/notify.tsx';
import { NameInput } from '../../parts/template/name-input.tsx';
import { templateWords as words } from '../../words/templates.ts';

type Project = Schema<'Project'>;

interface ProjectFormProps {
  /** Null: a new one. */
  readonly project: Project | null;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onCreated?: (project: Project) => void;
}

/** Creates a project, or changes its name, description and visibility. */
export function ProjectForm({ project, isOpen, onClose, onCreated }: ProjectFormProps): ReactNode {
  const { projectDialog } = words;
  const [name, setName] = useState(project?.name ?? '');
  const [description, setDescription] = useState(project?.description ?? '');
  const [isShared, setShared] = useState(project?.visibility === 'SHARED');
  const save = useChange(
    async (body: Schema<'NewProject'>) =>
      project === null
        ? await data(api.POST('/projects', { body }))
        : await data(
            api.PATCH('/projects/{projectId}', { params: { path: { projectId: project.id } }, body }),
          ),
    // Templates show the project's name.
    ['/projects', '/templates', '/templates/{templateId}'],
  );
  const run = async () => {
    const visibility = isShared ? 'SHARED' : 'PRIVATE';
    const saved = await save.mutateAsync({ name: name.trim(), description, visibility });
    if (project !== null) {
      notifyDone(words.detailsDialog.saved);
      return;
    }
    notifyDone(projectDialog.created(saved.name));
    onCreated?.(saved);
  };
  return (
    <FormDialog
      isOpen={isOpen}
      title={project === null ? projectDialog.create : projectDialog.edit}
      submit={project === null ? projectDialog.submitCreate : words.save}
      isDisabled={name.trim() === ''}
      onSubmit={run}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <NameInput value={name} onChange={setName} error={errors['name']} />
          <Textarea
            label={words.description}
            description={projectDialog.descriptionHint}
            value={description}
            onChange={({ currentTarget }) => setDescription(currentTarget.value)}
            error={errors['description']}
            maxLength={2_000}
            autosize
            minRows={2}
            maxRows={8}
            dir="auto"
          />
          <Switch
            label={projectDialog.visibility}
            description={projectDialog.visibilityHint}
            checked={isShared}
            onChange={({ currentTarget }) => setShared(currentTarget.checked)}
          />
        </>
      )}
    </FormDialog>
  );
}

interface DeleteProjectProps {
  readonly project: Project;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

/** Deletes a project with its templates, and says how many are lost. */
export function DeleteProjectDialog(props: DeleteProjectProps): ReactNode {
  const { project, isOpen, onClose, onDeleted } = props;
  const { deleteProjectDialog, deleteDialog } = words;
  const remove = useChange(async () => {
    await api.DELETE('/projects/{projectId}', { params: { path: { projectId: project.id } } });
    // Before anything is read again: the page of the project is left, so that it does not ask for it.
    onDeleted();
  }, ['/projects', '/templates']);
  const run = async () => {
    await remove.mutateAsync();
    notifyDone(deleteProjectDialog.done(project.name));
  };
  const count = formatCount(project.templateCount, words.template.one, words.template.many);
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={deleteProjectDialog.title}
      confirm={deleteProjectDialog.submit}
      isDangerous
      onConfirm={run}
      onClose={onClose}
    >
      {project.templateCount === 0 ? (
        <span dir="auto">{deleteProjectDialog.lostEmpty(project.name)}</span>
      ) : (
        <Stack gap="xs">
          <span dir="auto">{deleteProjectDialog.lost(project.name, count)}</span>
          <span>{deleteDialog.stays}</span>
          <strong>{deleteDialog.final}</strong>
        </Stack>
      )}
    </ConfirmDialog>
  );
}
