import { ActionIcon, FileButton, Group, TextInput, Tooltip } from '@mantine/core';
import { useEffect, useRef, useState, type ClipboardEvent, type DragEvent, type ReactNode } from 'react';
import { IconPhoto, IconX } from '../../generated/icons.ts';
import { formatBytes } from '../../formats.ts';
import { previewWords } from '../../words/previews.ts';
import { fileWords } from '../../words/files.ts';
import { isToConvert, pictureInput, refusePicture } from '../template/check-picture.ts';
import { uploadPicture } from '../template/upload-picture.ts';
import type { FieldProps } from './field.ts';

interface PictureInputProps {
  readonly field: FieldProps;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** Larger ones are sent as a URL: every preview carries the whole value. */
const maxFileBytes = 5 * 1_024 * 1_024;

/**
 * The URL of a picture, or a file of this computer, which becomes part of the value. A file is chosen,
 * dropped or pasted. HEIC and TIFF are converted by the service.
 */
export function PictureInput({ field, value = '', onChange }: PictureInputProps): ReactNode {
  const [problem, setProblem] = useState<string | null>(null);
  const isFile = value.startsWith('data:');
  const [isConverting, setConverting] = useState(false);
  const latest = useRef(new AbortController());
  useEffect(() => () => latest.current.abort(), []);
  /** Gives up the file that is being read. */
  const restart = (): AbortSignal => {
    latest.current.abort();
    latest.current = new AbortController();
    setConverting(false);
    setProblem(null);
    return latest.current.signal;
  };
  const choose = async (file: File | null): Promise<void> => {
    if (file === null) return;
    const signal = restart();
    const read = await readPicture(file, { signal, onConvert: () => setConverting(true) });
    if (signal.aborted) return;
    setConverting(false);
    if ('dataUrl' in read) onChange(read.dataUrl);
    else setProblem(read.problem);
  };
  const take = (event: ClipboardEvent | DragEvent, file: File | null): void => {
    if (file === null) return;
    event.preventDefault();
    void choose(file);
  };
  return (
    <TextInput
      {...field}
      {...(isConverting ? { description: previewWords.pictureConverting } : {})}
      error={problem ?? field.error}
      value={isFile ? previewWords.chosenPicture(formatBytes(dataUrlBytes(value))) : value}
      readOnly={isFile}
      inputMode="url"
      spellCheck={false}
      autoComplete="off"
      onChange={({ currentTarget }) => {
        restart();
        onChange(currentTarget.value);
      }}
      onPaste={(event) => take(event, event.clipboardData.files.item(0))}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => take(event, event.dataTransfer.files.item(0))}
      rightSectionWidth={isFile ? 64 : 36}
      rightSection={
        <Group gap={2} wrap="nowrap">
          {isFile && (
            <Tooltip label={previewWords.removePicture}>
              <ActionIcon
                variant="subtle"
                aria-label={previewWords.removePicture}
                onClick={() => {
                  restart();
                  onChange(undefined);
                }}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            </Tooltip>
          )}
          <FileButton
            accept={pictureInput}
            inputProps={{ 'aria-label': previewWords.pictureFile }}
            onChange={(file) => void choose(file)}
          >
            {(button) => (
              <Tooltip label={previewWords.choosePicture}>
                <ActionIcon
                  {...button}
                  loading={isConverting}
                  variant="subtle"
                  aria-label={previewWords.choosePicture}
                >
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

/** The bytes that a base64 `data:` URL holds. */
function dataUrlBytes(url: string): number {
  const content = url.slice(url.indexOf(',') + 1).replace(/=+$/, '');
  return Math.floor((content.length * 3) / 4);
}

interface Reading {
  readonly signal: AbortSignal;
  /** The file is a HEIC or TIFF, and is good as far as the browser can see. */
  readonly onConvert: () => void;
}

/** A file of this computer as a value, or why it cannot be one. */
async function readPicture(
  file: File,
  { signal, onConvert }: Reading,
): Promise<{ readonly dataUrl: string } | { readonly problem: string }> {
  const problem = await refusePicture(file, file.name, maxFileBytes);
  if (problem !== null) return { problem };
  if (!(await isToConvert(file))) return { dataUrl: await readDataUrl(file) };
  onConvert();
  const answer = await uploadPicture(file, { signal, dataUrl: true });
  if (answer === null || typeof answer === 'string') return { problem: answer ?? '' };
  const { dataUrl, bytes } = answer;
  if (dataUrl !== undefined) return { dataUrl };
  return { problem: fileWords.tooLarge(formatBytes(bytes), formatBytes(maxFileBytes)) };
}

async function readDataUrl(file: File): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.addEventListener('load', () => resolve(reader.result as string));
  reader.addEventListener('error', () => reject(reader.error ?? new Error('The file cannot be read.')));
  reader.readAsDataURL(file);
  return await promise;
}
