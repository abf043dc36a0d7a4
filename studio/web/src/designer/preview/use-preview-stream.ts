import { useEffect, useState } from 'react';
import { PreviewStream, type Person } from './preview-stream.ts';

/** A stream, and everybody who has the template open. */
export interface OpenedStream {
  readonly stream: PreviewStream;
  readonly people: readonly Person[];
  /** No WebSocket opens: pictures come by plain requests. */
  readonly isBlocked: boolean;
}

/** The stream of pictures of a template, from when the page is shown until it is left. */
export function usePreviewStream(templateId: string): OpenedStream | null {
  const [stream, setStream] = useState<PreviewStream | null>(null);
  const [people, setPeople] = useState<readonly Person[]>([]);
  const [isBlocked, setBlocked] = useState(false);
  useEffect(() => {
    const opened = new PreviewStream({ templateId, onPeople: setPeople, onBlocked: setBlocked });
    setStream(opened);
    return () => opened.close();
  }, [templateId]);
  return stream === null ? null : { stream, people, isBlocked };
}
