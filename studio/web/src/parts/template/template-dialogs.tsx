import { Stack, Text, Textarea } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Schema } from '../../api/client.ts';
import { templateWords as words } from '../../words/templates.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { FormDialog } from '../form-dialog.tsx';
import { notifyDone } from '../notify.tsx';
import { useDeleteTemplate, useDuplicateTemplate, useMoveTemplate, useUpdateTemplate } from './changes.ts';
import { NameInput } from './name-input.tsx';
import { VisibilityField } from './visibility-field.tsx';
import { ProjectSelect, type ProjectChoice } from './project-select.tsx';

type Template = Schema<'TemplateSummary'>;

/** The dialogs of a template's menu. */
export type TemplateDialogName = 'details' | 'duplicate' | 'move' | 'delete';

interface TemplateDialogProps {
  readonly template: Template;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Changes name and description. */
export function DetailsDialog({ template, isOpen, onClose }: TemplateDialogProps): ReactNode {
  const [name, setName] = useState(template.name);
  const [description, setDescription] = useState(template.description);
  const update = useUpdateTemplate(template);
  const save = async () => {
    await update.mutateAsync({ name: name.trim(), description });
    notifyDone(words.detailsDialog.saved);
  };
  return (
    <FormDialog
      isOpen={isOpen}
      title={words.detailsDialog.title}
      submit={words.save}
      isDisabled={name.trim() === ''}
      onSubmit={save}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <NameInput value={name} onChange={setName} error={errors['name']} />
          <Textarea
            label={words.description}
            value={description}
            onChange={({ currentTarget }) => setDescription(currentTarget.value)}
            error={errors['description']}
            maxLength={2_000}
            autosize
            minRows={3}
            maxRows={8}
            dir="auto"
          />
        </>
      )}
    </FormDialog>
  );
}

/** Makes a copy, and opens it. */
export function DuplicateDialog({
  template,
  isOpen,
  onClose,
  onDone,
}: TemplateDialogProps & { readonly onDone: (copy: Template) => void }): ReactNode {
  const { duplicateDialog } = words;
  const [name, setName] = useState(duplicateDialog.copyName(template.name).slice(0, 200));
  const [project, setProject] = useState<ProjectChoice | null>(getProject(template));
  const [visibility, setVisibility] = useState<Template['visibility'] | null>(null);
  const duplicate = useDuplicateTemplate(template);
  const run = async () => {
    const copy = await duplicate.mutateAsync({
      name: name.trim(),
      ...(project?.id == null ? {} : { projectId: project.id }),
      ...(visibility === null ? {} : { visibility }),
    });
    notifyDone(duplicateDialog.done(copy.name));
    onDone(copy);
  };
  return (
    <FormDialog
      isOpen={isOpen}
      title={duplicateDialog.title}
      submit={duplicateDialog.submit}
      isDisabled={name.trim() === '' || project?.id == null}
      onSubmit={run}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <NameInput value={name} onChange={setName} error={errors['name']} />
          <ProjectSelect
            label={words.project}
            value={project}
            onChange={setProject}
            error={errors['projectId']}
            canCreate
          />
          <VisibilityField projectId={project?.id ?? null} value={visibility} onChange={setVisibility} />
          <Text size="sm" c="dimmed">
            {duplicateDialog.hint}
          </Text>
        </>
      )}
    </FormDialog>
  );
}

/** Moves the template to another project. */
export function MoveDialog({ template, isOpen, onClose }: TemplateDialogProps): ReactNode {
  const [project, setProject] = useState<ProjectChoice | null>(getProject(template));
  const move = useMoveTemplate(template);
  const run = async () => {
    if (project?.id == null) return;
    const moved = await move.mutateAsync({ projectId: project.id });
    notifyDone(words.moveDialog.done(moved.name, moved.projectName));
  };
  return (
    <FormDialog
      isOpen={isOpen}
      title={words.moveDialog.title}
      submit={words.moveDialog.submit}
      isDisabled={project?.id == null || project.id === template.projectId}
      onSubmit={run}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <ProjectSelect
            label={words.project}
            value={project}
            onChange={setProject}
            error={errors['projectId']}
            canCreate
          />
          <Text size="sm" c="dimmed">
            {words.moveDialog.keeps[template.visibility]}
          </Text>
        </>
      )}
    </FormDialog>
  );
}

/** Deletes the template, and says what is lost. */
export function DeleteDialog({
  template,
  isOpen,
  onClose,
  onDone,
}: TemplateDialogProps & { readonly onDone?: (() => void) | undefined }): ReactNode {
  const { deleteDialog } = words;
  const remove = useDeleteTemplate(template, () => onDone?.());
  const run = async () => {
    await remove.mutateAsync();
    notifyDone(deleteDialog.done(template.name));
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={deleteDialog.title}
      confirm={deleteDialog.submit}
      isDangerous
      onConfirm={run}
      onClose={onClose}
    >
      <Stack gap="xs">
        <span dir="auto">{deleteDialog.lost(template.name)}</span>
        <span>{deleteDialog.stays}</span>
        <strong>{deleteDialog.final}</strong>
      </Stack>
    </ConfirmDialog>
  );
}

/** Null where the account does not see the project of a shared template. */
function getProject({ projectId, projectName }: Template): ProjectChoice | null {
  return projectName === '' ? null : { id: projectId, name: projectName };
}
