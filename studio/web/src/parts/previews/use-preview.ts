import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/problem.ts';
import { randomId } from '../../api/random-id.ts';
import { fetchPreview, type FetchedPreview, type PreviewBody, type PreviewTarget } from './fetch-preview.ts';

/** A preview with the address of its picture, which is valid while it is shown. */
export interface ShownPreview extends FetchedPreview {
  readonly url: string;
}

export interface PreviewState {
  /** The last picture; it stays while the next one loads, and after a failure. */
  readonly preview: ShownPreview | null;
  readonly isLoading: boolean;
  /** Why there is no picture of what was asked for last. */
  readonly error: ApiError | null;
  /** Asks again after a failure. */
  readonly retry: () => void;
}

interface PreviewOptions {
  /** How long nothing has to change before a preview is asked for; the first one comes at once. */
  readonly delayMs?: number;
  /** False: nothing is asked for, and what is shown stays. */
  readonly isEnabled?: boolean;
}

/**
 * The picture of a template with values. Whenever they change, it is rendered again, a short time after the
 * last change; older requests are abandoned.
 */
export function usePreview(
  target: PreviewTarget,
  body: PreviewBody,
  { delayMs = 120, isEnabled = true }: PreviewOptions = {},
): PreviewState {
  const [tab] = useState(newTab);
  const [shown, setShown] = useState<Omit<PreviewState, 'retry'>>({
    preview: null,
    isLoading: isEnabled,
    error: null,
  });
  const [attempt, setAttempt] = useState(0);
  const isFirst = useRef(true);
  const asked = JSON.stringify([target, body]);
  useEffect(() => {
    if (!isEnabled) return;
    const stop = new AbortController();
    const load = async (): Promise<void> => {
      setShown(({ preview }) => ({ preview, isLoading: true, error: null }));
      const [what, how] = JSON.parse(asked) as [PreviewTarget, PreviewBody];
      try {
        const preview = await loadPicture(() => fetchUntilFree(what, how, tab, stop.signal), stop.signal);
        setShown({ preview, isLoading: false, error: null });
      } catch (error) {
        if (stop.signal.aborted) return;
        const failure = error instanceof ApiError ? error : new ApiError({ status: 0 }, { cause: error });
        setShown(({ preview }) => ({ preview, isLoading: false, error: failure }));
      }
    };
    const timer = setTimeout(() => void load(), isFirst.current ? 0 : delayMs);
    isFirst.current = false;
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [asked, attempt, delayMs, isEnabled, tab]);
  const url = shown.preview?.url;
  // The picture before is not shown any more.
  useEffect(() => () => void (url !== undefined && URL.revokeObjectURL(url)), [url]);
  return { ...shown, retry: () => setAttempt((count) => count + 1) };
}

/** Requests of one place on one page replace each other. */
let places = 0;
const pageId = randomId();

function newTab(): string {
  places += 1;
  return `${pageId}-${places}`;
}

const maxAttempts = 4;
const retryMs = 1_000;

/** Asks again while the renderers are busy, and where an older request came late and replaced this one. */
async function fetchUntilFree(
  target: PreviewTarget,
  body: PreviewBody,
  tab: string,
  signal: AbortSignal,
): Promise<FetchedPreview> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await fetchPreview(target, body, tab, signal);
    } catch (error) {
      signal.throwIfAborted();
      const code = error instanceof ApiError ? error.code : '';
      const isBusy = code === 'RENDERER_UNAVAILABLE' || code === 'RATE_LIMIT_EXCEEDED';
      if (attempt === maxAttempts || !(isBusy || code === 'PREVIEW_REPLACED')) throw error;
      await new Promise((resolve) => setTimeout(resolve, isBusy ? retryMs : 0));
      signal.throwIfAborted();
    }
  }
}

/** The picture is decoded before it is shown, so that the one before does not flash. */
async function loadPicture(
  fetchFile: () => Promise<FetchedPreview>,
  signal: AbortSignal,
): Promise<ShownPreview> {
  const fetched = await fetchFile();
  const url = URL.createObjectURL(fetched.file);
  if (fetched.file.type.startsWith('image/')) {
    const picture = new Image();
    picture.src = url;
    await picture.decode().catch(() => undefined);
  }
  if (signal.aborted) {
    URL.revokeObjectURL(url);
    signal.throwIfAborted();
  }
  return { ...fetched, url };
}
