import { ActionIcon, Menu } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { IconDots, IconPencil, IconTrash, IconUsers, IconUsersMinus } from '../../generated/icons.ts';
import { api, type Schema } from '../../api/client.ts';
import { useChange } from '../../api/queries.ts';
import { notifyDone, notifyError } from '../../parts/notify.tsx';
import { templateWords as words } from '../../words/templates.ts';
import { DeleteProjectDialog, ProjectForm } from './project-dialogs.tsx';

interface ProjectMenuProps {
  readonly project: Schema<'Project'>;
  readonly onDeleted: () => void;
  readonly variant?: 'default' | 'subtle';
}

/** Everything that can be done with a project. Only its owner may. */
export function ProjectMenu({ project, onDeleted, variant = 'subtle' }: ProjectMenuProps): ReactNode {
  const [dialog, setDialog] = useState<'edit' | 'delete' | null>(null);
  const { id, name, isYours, owner, visibility } = project;
  const isShared = visibility === 'SHARED';
  const share = useChange(
    () =>
      api.PATCH('/projects/{projectId}', {
        params: { path: { projectId: id } },
        body: { visibility: isShared ? 'PRIVATE' : 'SHARED' },
      }),
    ['/projects'],
    {
      onSuccess: () => notifyDone(isShared ? words.nowPrivate(name) : words.nowShared(name)),
      onError: notifyError,
    },
  );
  const close = () => setDialog(null);
  return (
    <>
      <Menu width={232}>
        <Menu.Target>
          <ActionIcon
            variant={variant}
            color="gray"
            size={variant === 'default' ? 36 : 'md'}
            aria-label={words.projectMenu(name)}
          >
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isYours ? null : <Menu.Label>{words.projectForeign(owner.name)}</Menu.Label>}
          <Menu.Item
            disabled={!isYours}
            leftSection={<IconPencil size={16} aria-hidden />}
            onClick={() => setDialog('edit')}
          >
            {words.details}
          </Menu.Item>
          <Menu.Item
            disabled={!isYours}
            leftSection={
              isShared ? <IconUsersMinus size={16} aria-hidden /> : <IconUsers size={16} aria-hidden />
            }
            onClick={() => share.mutate()}
          >
            {isShared ? words.unshare : words.share}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            disabled={!isYours}
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => setDialog('delete')}
          >
            {words.delete}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog === 'edit' ? <ProjectForm project={project} isOpen onClose={close} /> : null}
      {dialog === 'delete' ? (
        <DeleteProjectDialog project={project} isOpen onClose={close} onDeleted={onDeleted} />
      ) : null}
    </>
  );
}
