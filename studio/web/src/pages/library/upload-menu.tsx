import { Button, FileButton, Menu } from '@mantine/core';
import { useRef, useState, type ReactNode } from 'react';
import { IconChevronDown, IconPhoto, IconStar, IconTypography, IconUpload } from '../../generated/icons.ts';
import { addItem, uploadToLibrary } from '../../parts/library/library.ts';
import { notifyDone, notifyError, notifyNote, notifyWhile } from '../../parts/notify.tsx';
import { uploadedFontWords } from '../../words/designer/fonts.ts';
import { fileWords } from '../../words/files.ts';
import { libraryWords as words } from '../../words/library.ts';

type UploadKind = keyof typeof words.uploads;

const kinds: readonly (readonly [UploadKind, typeof IconPhoto])[] = [
  ['LOGO', IconStar],
  ['PICTURE', IconPhoto],
  ['FONT', IconTypography],
];

/** Uploads files: each becomes an item of the kind that was chosen. Files of one font family are one item. */
export function UploadMenu(): ReactNode {
  const [isBusy, setBusy] = useState(false);
  const kind = useRef<UploadKind>('LOGO');
  const [accept, setAccept] = useState('image/*');
  const add = async (files: readonly File[]) => {
    setBusy(true);
    await addFiles(kind.current, files).catch(notifyError);
    setBusy(false);
  };
  return (
    <FileButton multiple accept={accept} onChange={(files) => void add(files)}>
      {(button) => (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <Button
              variant="default"
              loading={isBusy}
              leftSection={<IconUpload size={16} aria-hidden />}
              rightSection={<IconChevronDown size={16} aria-hidden />}
            >
              {words.upload}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {kinds.map(([each, Icon]) => (
              <Menu.Item
                key={each}
                leftSection={<Icon size={16} aria-hidden />}
                onClick={() => {
                  kind.current = each;
                  setAccept(each === 'FONT' ? '.ttf,.otf,.woff,.woff2' : 'image/*,.heic,.heif,.tif,.tiff');
                  // The input has what it accepts by then.
                  requestAnimationFrame(button.onClick);
                }}
              >
                {words.uploads[each]}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </FileButton>
  );
}

async function addFiles(kind: UploadKind, files: readonly File[]): Promise<void> {
  const families = new Map<string, { path: string; id: string }[]>();
  for (const file of files) {
    const uploaded = await notifyWhile(words.uploading(file.name), uploadToLibrary(file));
    for (const note of uploaded.notes) notifyNote(fileWords.named(file.name, note));
    const licence = uploaded.font === undefined ? null : uploadedFontWords.licence[uploaded.font.embedding];
    if (licence !== null) notifyNote(fileWords.named(file.name, licence));
    const name = uploaded.font?.family || file.name.replace(/\.\w+$/u, '') || file.name;
    const named = { path: uploaded.path, id: uploaded.id };
    if (kind === 'FONT') families.set(name, [...(families.get(name) ?? []), named]);
    else notifyDone(words.added((await addItem({ kind, name, files: [named] })).name));
  }
  for (const [name, named] of families)
    notifyDone(words.added((await addItem({ kind, name, files: named })).name));
}
