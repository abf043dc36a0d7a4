import { createContext, useContext, useEffect, useMemo, useState } from 'react';
import { pictureValue } from '../../../../../../src/common/rows/pictures/picture-names.ts';
import type { Schema } from '../../../api/client.ts';
import { useSession } from '../../../api/session.ts';
import { refusePicture } from '../../../parts/template/check-picture.ts';
import { uploadPicture } from '../../../parts/template/upload-picture.ts';

/** What a request about rows says of their pictures. */
export type RequestPictures = Pick<Schema<'BatchSubmission'>, 'pictures' | 'picturesOfJob'>;

type Values = Readonly<Record<string, string>>;

/** The uploads of the pictures that rows show. */
export interface PictureUploads {
  readonly done: number;
  readonly total: number;
  /** Whether every picture is uploaded or refused. */
  readonly isReady: boolean;
  /** By name: why a picture was refused. */
  readonly refused: ReadonlyMap<string, string>;
  /** The pictures that these rows show. */
  readonly of: (rows: readonly Values[]) => RequestPictures;
  /** Uploads again what was refused, and what the service does not have any more. */
  readonly again: () => void;
}

/** Uploads that were made, for as long as the page is open. */
let uploaded = new WeakMap<Blob, string>();

/**
 * The service decodes together what is uploaded at once: a process for each file would be slow. It holds
 * 32 MiB of a workspace's bodies, six photos of a phone.
 */
const parallelUploads = 6;

/**
 * Uploads each picture once, a few at a time.
 *
 * @param contents by the names that rows use
 * @param jobId an earlier job whose rows are used, with its pictures
 */
export function usePictureUploads(contents: ReadonlyMap<string, Blob>, jobId: string | null): PictureUploads {
  const { maxFileBytes } = useSession().limits;
  const [round, setRound] = useState(0);
  const [, setRevision] = useState(0);
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    const abort = new AbortController();
    const failures = new Map<string, string>();
    const waiting = [...contents].filter(([, blob]) => !uploaded.has(blob)).values();
    const work = async () => {
      for (const [name, blob] of waiting) {
        if (abort.signal.aborted) return;
        const reason = (await refusePicture(blob, name, maxFileBytes)) ?? (await upload(blob, abort.signal));
        if (abort.signal.aborted) return;
        if (reason === null) setRevision((each) => each + 1);
        else {
          failures.set(name, reason);
          setRefused(new Map(failures));
        }
      }
    };
    setRefused(failures);
    for (let each = 0; each < parallelUploads; each += 1) void work();
    return () => abort.abort();
  }, [contents, maxFileBytes, round]);
  const done = [...contents.values()].filter((blob) => uploaded.has(blob)).length;
  return useMemo(
    () => ({
      done,
      total: contents.size,
      isReady: [...contents].every(([name, blob]) => uploaded.has(blob) || refused.has(name)),
      refused,
      of: (rows) => getPictures(rows, contents, jobId),
      again() {
        uploaded = new WeakMap();
        setRound((each) => each + 1);
      },
    }),
    [contents, done, refused, jobId],
  );
}

/** Uploads a picture; returns why it was refused, or null. */
async function upload(blob: Blob, signal: AbortSignal): Promise<string | null> {
  const answer = await uploadPicture(blob, { signal });
  if (answer === null || typeof answer === 'string') return answer;
  uploaded.set(blob, answer.id);
  return null;
}

function getPictures(
  rows: readonly Values[],
  contents: ReadonlyMap<string, Blob>,
  jobId: string | null,
): RequestPictures {
  const ofJob = jobId === null ? {} : { picturesOfJob: jobId };
  if (contents.size === 0) return ofJob;
  // Entries of lists are JSON in JSON.
  const text = rows.flatMap((values) => Object.values(values)).join('\n');
  const pictures = [...contents].flatMap(([name, blob]) => {
    const id = uploaded.get(blob);
    const value = pictureValue(name);
    const isNamed = text.includes(value) || text.includes(JSON.stringify(value).slice(1, -1));
    return id === undefined || !isNamed ? [] : [{ name, id }];
  });
  return { ...ofJob, pictures };
}

/** For the pictures of rows, far below the steps. */
export const UploadsContext = createContext<PictureUploads | null>(null);

/** What a preview of a row says of its pictures. */
export function useRequestPictures(values: Values): RequestPictures {
  return useContext(UploadsContext)?.of([values]) ?? {};
}
