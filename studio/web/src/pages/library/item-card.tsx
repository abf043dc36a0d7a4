import { ActionIcon, FileButton, Menu, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import {
  IconDotsVertical,
  IconDownload,
  IconPalette,
  IconPencil,
  IconTrash,
  IconUpload,
} from '../../generated/icons.ts';
import { formatDate } from '../../formats.ts';
import { ItemPicture } from '../../parts/library/item-picture.tsx';
import {
  changeItem,
  libraryFileAddress,
  uploadToLibrary,
  type LibraryItem,
} from '../../parts/library/library.ts';
import classes from '../../parts/library/library.module.css';
import { notifyError, notifyWhile } from '../../parts/notify.tsx';
import { libraryWords as words } from '../../words/library.ts';
import type { ItemAction } from './item-dialogs.tsx';

interface ItemCardProps {
  readonly item: LibraryItem;
  readonly onAction: (action: ItemAction) => void;
}

/** An item with what can be done with it. */
export function ItemCard({ item, onAction }: ItemCardProps): ReactNode {
  const { id, name, kind, files, updatedBy, updatedAt, mayRemove } = item;
  const [file] = files;
  const isFile = kind === 'LOGO' || kind === 'PICTURE' || kind === 'FONT';
  return (
    <li className={classes.card}>
      <div className={classes.picture}>
        <ItemPicture item={item} />
      </div>
      <div className={classes.text}>
        <div className={classes.names}>
          <Text size="sm" fw={600} dir="auto">
            {name}
          </Text>
          <Text size="xs" c="dimmed">
            {item.color ?? words.kind[kind]}
          </Text>
          <Text size="xs" c="dimmed" dir="auto">
            {words.by(updatedBy?.name ?? null, formatDate(updatedAt))}
          </Text>
        </div>
        <FileButton
          accept={kind === 'FONT' ? '.ttf,.otf,.woff,.woff2' : 'image/*'}
          onChange={(chosen) => void replaceFile(item, chosen)}
        >
          {(button) => (
            <Menu position="bottom-end" withinPortal>
              <Menu.Target>
                <ActionIcon variant="subtle" color="gray" aria-label={words.menu(name)}>
                  <IconDotsVertical size={16} aria-hidden />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item
                  leftSection={<IconPencil size={16} aria-hidden />}
                  onClick={() => onAction('rename')}
                >
                  {words.rename}
                </Menu.Item>
                {kind === 'COLOR' ? (
                  <Menu.Item
                    leftSection={<IconPalette size={16} aria-hidden />}
                    onClick={() => onAction('changeColor')}
                  >
                    {words.change.color}
                  </Menu.Item>
                ) : null}
                {isFile && files.length === 1 ? (
                  <Menu.Item leftSection={<IconUpload size={16} aria-hidden />} onClick={button.onClick}>
                    {words.change.file}
                  </Menu.Item>
                ) : null}
                {file !== undefined && isFile ? (
                  <Menu.Item
                    component="a"
                    href={libraryFileAddress(id, file.path)}
                    download={file.path.split('/').at(-1) ?? ''}
                    leftSection={<IconDownload size={16} aria-hidden />}
                  >
                    {words.download}
                  </Menu.Item>
                ) : null}
                {mayRemove ? (
                  <Menu.Item
                    color="red"
                    leftSection={<IconTrash size={16} aria-hidden />}
                    onClick={() => onAction('remove')}
                  >
                    {words.remove}
                  </Menu.Item>
                ) : null}
              </Menu.Dropdown>
            </Menu>
          )}
        </FileButton>
      </div>
    </li>
  );
}

async function replaceFile({ id, name }: LibraryItem, chosen: File | null): Promise<void> {
  if (chosen === null) return;
  try {
    const uploaded = await notifyWhile(words.uploading(chosen.name), uploadToLibrary(chosen));
    await changeItem(id, { name, files: [{ path: uploaded.path, id: uploaded.id }] });
  } catch (error) {
    notifyError(error);
  }
}
