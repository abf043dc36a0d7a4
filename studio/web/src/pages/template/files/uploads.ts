import { useRef, useState } from 'react';
import { ApiError, describeError } from '../../../api/problem.ts';
import { notifyNote } from '../../../parts/notify.tsx';
import { formatBytes } from '../../../formats.ts';
import { refusePicture } from '../../../parts/template/check-picture.ts';
import {
  findFileKind,
  invalidateFiles,
  pathOfFile,
  uploadFile,
} from '../../../parts/template/upload-file.ts';
import type { Schema } from '../../../api/client.ts';
import { uploadedFontWords } from '../../../words/designer/fonts.ts';
import { fileWords as words } from '../../../words/files.ts';

/** A file on its way. */
export interface Upload {
  readonly id: number;
  readonly file: File;
  readonly path: string;
  readonly state: 'waiting' | 'sending' | 'failed';
  /** Why it failed. */
  readonly message: string | null;
}

export interface Uploads {
  readonly list: readonly Upload[];
  /** How many were uploaded since the page was opened. */
  readonly done: number;
  readonly add: (files: readonly File[]) => void;
  readonly again: (id: number) => void;
  readonly dismiss: (id: number) => void;
}

/**
 * Uploads files one after the other. One that is refused stays in the list, and the others go on.
 *
 * @param onUploaded is called with the path of each file that the template has from now on
 * @param onFont is called with what a font says about itself
 */
export function useUploads(
  templateId: string,
  maxBytes: number,
  onUploaded?: (path: string) => void,
  onFont?: (path: string, font: Schema<'FontInFile'>) => Promise<void>,
): Uploads {
  const [list, setList] = useState<readonly Upload[]>([]);
  const [done, setDone] = useState(0);
  const nextId = useRef(0);
  const queue = useRef<Upload[]>([]);
  const isRunning = useRef(false);

  const change = (id: number, next: Partial<Upload>) =>
    setList((current) => current.map((upload) => (upload.id === id ? { ...upload, ...next } : upload)));
  const forget = (id: number) => setList((current) => current.filter((upload) => upload.id !== id));

  const run = async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    for (let next = queue.current.shift(); next !== undefined; next = queue.current.shift()) {
      const { id, file, path } = next;
      change(id, { state: 'sending', message: null });
      try {
        const isPicture = findFileKind(path) === 'image';
        const refusal = isPicture ? await refusePicture(file, file.name, maxBytes) : null;
        if (refusal !== null) {
          change(id, { state: 'failed', message: refusal });
          continue;
        }
        const uploaded = await uploadFile(templateId, path, file);
        if (uploaded.font !== undefined) {
          const licence = uploadedFontWords.licence[uploaded.font.embedding];
          if (licence !== null) notifyNote(words.named(file.name, licence));
          await onFont?.(uploaded.path, uploaded.font);
        }
        forget(id);
        setDone((count) => count + 1);
        for (const note of uploaded.notes ?? []) notifyNote(words.named(file.name, note));
        onUploaded?.(uploaded.path);
      } catch (error) {
        change(id, { state: 'failed', message: reason(error) });
      }
    }
    isRunning.current = false;
    await invalidateFiles();
  };
  return {
    list,
    done,
    add(files) {
      const added = files.map((file): Upload => {
        const isTooLarge = file.size > maxBytes;
        return {
          id: nextId.current++,
          file,
          path: pathOfFile(file),
          state: isTooLarge ? 'failed' : 'waiting',
          message: isTooLarge ? words.tooLarge(formatBytes(file.size), formatBytes(maxBytes)) : null,
        };
      });
      queue.current.push(...added.filter(({ state }) => state === 'waiting'));
      setList((current) => [...current, ...added]);
      void run();
    },
    again(id) {
      const upload = list.find((each) => each.id === id);
      if (upload === undefined) return;
      change(id, { state: 'waiting', message: null });
      queue.current.push(upload);
      void run();
    },
    dismiss: forget,
  };
}

function reason(error: unknown): string {
  if (error instanceof ApiError && error.fields.length > 0) {
    return error.fields.map(({ detail }) => detail).join(' ');
  }
  const { title, detail } = describeError(error);
  return `${title}. ${detail}`;
}
