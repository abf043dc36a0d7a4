import type { Listener, ListenerOptions } from './listener.ts';

/** What a subscriber is called with, as a listener's own handlers. */
export type ListenerHandlers = Pick<ListenerOptions, 'onMessage' | 'onListening'>;

/** Several subscribers that listen over one connection. */
export interface SharedListener {
  readonly subscribe: (handlers: ListenerHandlers) => Listener;
}

/**
 * Shares one listener among subscribers. It starts with the first of them and ends with the last.
 *
 * @param start starts the listener
 */
export function shareListener(start: (handlers: ListenerHandlers) => Listener): SharedListener {
  const subscribers = new Set<ListenerHandlers>();
  let listener: Listener | null = null;
  return {
    subscribe(handlers) {
      subscribers.add(handlers);
      if (listener?.isListening === true) handlers.onListening();
      listener ??= start({
        onMessage: (payload) => subscribers.forEach(({ onMessage }) => onMessage(payload)),
        onListening: () => subscribers.forEach(({ onListening }) => onListening()),
      });
      return {
        get isListening() {
          return listener?.isListening === true;
        },
        async close() {
          subscribers.delete(handlers);
          if (subscribers.size > 0 || listener === null) return;
          const last = listener;
          listener = null;
          await last.close();
        },
      };
    },
  };
}
