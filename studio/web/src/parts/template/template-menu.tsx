import { ActionIcon, Menu } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import {
  IconCopy,
  IconDots,
  IconDownload,
  IconExternalLink,
  IconFolderSymlink,
  IconPencil,
  IconTrash,
  IconUsers,
  IconUsersMinus,
} from '../../generated/icons.ts';
import type { Schema } from '../../api/client.ts';
import { templateWords as words } from '../../words/templates.ts';
import { notifyDone, notifyError } from '../notify.tsx';
import { useUpdateTemplate } from './changes.ts';
import {
  DeleteDialog,
  DetailsDialog,
  DuplicateDialog,
  MoveDialog,
  type TemplateDialogName,
} from './template-dialogs.tsx';

interface TemplateMenuProps {
  readonly template: Schema<'TemplateSummary'>;
  /** Offers to open the template: on pages of many. */
  readonly canOpen?: boolean;
  readonly onDeleted?: () => void;
  readonly variant?: 'default' | 'subtle';
}

/** Everything that can be done with a template as a whole. */
export function TemplateMenu(props: TemplateMenuProps): ReactNode {
  const { template, canOpen = false, onDeleted, variant = 'subtle' } = props;
  const [dialog, setDialog] = useState<TemplateDialogName | null>(null);
  const navigate = useNavigate();
  const update = useUpdateTemplate(template);
  const { id, name, isYours, visibility, owner } = template;
  const isShared = visibility === 'SHARED';

  const share = () =>
    update.mutate(
      { visibility: isShared ? 'PRIVATE' : 'SHARED' },
      {
        onSuccess: () => notifyDone(isShared ? words.nowPrivate(name) : words.nowShared(name)),
        onError: notifyError,
      },
    );
  const dialogProps = (which: TemplateDialogName) => ({
    template,
    isOpen: dialog === which,
    onClose: () => setDialog(null),
  });
  return (
    <>
      <Menu width={232} returnFocus>
        <Menu.Target>
          <ActionIcon
            variant={variant}
            color="gray"
            size={variant === 'default' ? 36 : 'md'}
            aria-label={words.menu(name)}
          >
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {canOpen ? (
            <Menu.Item component={Link} to={`/templates/${id}`} leftSection={icon(IconExternalLink)}>
              {words.open}
            </Menu.Item>
          ) : null}
          <Menu.Item leftSection={icon(IconPencil)} onClick={() => setDialog('details')}>
            {words.details}
          </Menu.Item>
          <Menu.Item leftSection={icon(IconCopy)} onClick={() => setDialog('duplicate')}>
            {words.duplicate}
          </Menu.Item>
          <Menu.Item
            component="a"
            href={`/studio/api/v1/templates/${id}/export`}
            download
            leftSection={icon(IconDownload)}
          >
            {words.exportZip}
          </Menu.Item>
          <Menu.Divider />
          {isYours ? null : <Menu.Label>{words.foreign(owner.name)}</Menu.Label>}
          <Menu.Item
            leftSection={icon(IconFolderSymlink)}
            disabled={!isYours}
            onClick={() => setDialog('move')}
          >
            {words.move}
          </Menu.Item>
          <Menu.Item
            leftSection={icon(isShared ? IconUsersMinus : IconUsers)}
            disabled={!isYours}
            onClick={share}
          >
            {isShared ? words.unshare : words.share}
          </Menu.Item>
          <Menu.Item
            color="red"
            leftSection={icon(IconTrash)}
            disabled={!isYours}
            onClick={() => setDialog('delete')}
          >
            {words.delete}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {/* New for each opening: the fields begin with what the template has now. */}
      {dialog === 'details' ? <DetailsDialog {...dialogProps('details')} /> : null}
      {dialog === 'duplicate' ? (
        <DuplicateDialog
          {...dialogProps('duplicate')}
          onDone={(copy) => void navigate(`/templates/${copy.id}`)}
        />
      ) : null}
      {dialog === 'move' ? <MoveDialog {...dialogProps('move')} /> : null}
      {dialog === 'delete' ? <DeleteDialog {...dialogProps('delete')} onDone={onDeleted} /> : null}
    </>
  );
}

function icon(Glyph: typeof IconCopy): ReactNode {
  return <Glyph size={16} aria-hidden />;
}
