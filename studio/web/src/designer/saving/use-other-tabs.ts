import { useEffect, useState } from 'react';
import { randomId } from '../../api/random-id.ts';

interface Message {
  readonly kind: 'who' | 'here' | 'gone';
  readonly from: string;
}

/** Whether another tab of this browser has the template open. The service counts people, not their tabs. */
export function useOtherTabs(templateId: string): boolean {
  const [others, setOthers] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const from = randomId();
    const channel = new BroadcastChannel(`platen-designer-${templateId}`);
    const say = (kind: Message['kind']) => channel.postMessage({ kind, from } satisfies Message);
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      setOthers((before) => {
        const next = new Set(before);
        if (data.kind === 'gone') next.delete(data.from);
        else next.add(data.from);
        return next;
      });
      if (data.kind === 'who') say('here');
    };
    const ask = () => {
      if (document.hidden) return;
      // A tab that crashed has not said so.
      setOthers(new Set());
      say('who');
    };
    const leave = () => say('gone');
    say('who');
    document.addEventListener('visibilitychange', ask);
    window.addEventListener('pageshow', ask);
    window.addEventListener('pagehide', leave);
    return () => {
      leave();
      document.removeEventListener('visibilitychange', ask);
      window.removeEventListener('pageshow', ask);
      window.removeEventListener('pagehide', leave);
      channel.close();
    };
  }, [templateId]);
  return others.size > 0;
}
