import { ActionIcon, FileButton, Group, TextInput, Tooltip } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { IconPhoto, IconX } from '../../generated/icons.ts';
import { formatNumber } from '../../formats.ts';
import { previewWords } from '../../words/previews.ts';
import type { FieldProps } from './field.ts';

interface PictureInputProps {
  readonly field: FieldProps;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** Larger ones are sent as a URL: every preview carries the whole value. */
const maxFileBytes = 5_000_000;
const accepted = 'image/png,image/jpeg,image/webp,image/gif,image/avif';

/** The URL of a picture, or a file of this computer, which becomes part of the value. */
export function PictureInput({ field, value = '', onChange }: PictureInputProps): ReactNode {
  const [problem, setProblem] = useState<string | null>(null);
  const isFile = value.startsWith('data:');
  const choose = async (file: File | null): Promise<void> => {
    if (file === null) return;
    const isTooLarge = file.size > maxFileBytes;
    setProblem(isTooLarge ? previewWords.pictureTooLarge(formatNumber(maxFileBytes / 1_000_000)) : null);
    if (!isTooLarge) onChange(await readDataUrl(file));
  };
  const kilobytes = formatNumber(Math.ceil((value.length * 3) / 4 / 1_000));
  return (
    <TextInput
      {...field}
      error={problem ?? field.error}
      value={isFile ? previewWords.chosenPicture(kilobytes) : value}
      readOnly={isFile}
      inputMode="url"
      spellCheck={false}
      autoComplete="off"
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      rightSectionWidth={isFile ? 64 : 36}
      rightSection={
        <Group gap={2} wrap="nowrap">
          {isFile && (
            <Tooltip label={previewWords.removePicture}>
              <ActionIcon
                variant="subtle"
                aria-label={previewWords.removePicture}
                onClick={() => onChange(undefined)}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            </Tooltip>
          )}
          <FileButton accept={accepted} onChange={(file) => void choose(file)}>
            {(button) => (
              <Tooltip label={previewWords.choosePicture}>
                <ActionIcon {...button} variant="subtle" aria-label={previewWords.choosePicture}>
                  <IconPhoto size={16} aria-hidden />
                </ActionIcon>
              </Tooltip>
            )}
          </FileButton>
        </Group>
      }
    />
  );
}

async function readDataUrl(file: File): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.addEventListener('load', () => resolve(reader.result as string));
  reader.addEventListener('error', () => reject(reader.error ?? new Error('The file cannot be read.')));
  reader.readAsDataURL(file);
  return await promise;
}
