import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { TurnQueue } from '../async/turn-queue.ts';

/** Up to this length as JSON, a document is parsed at once. */
const maxInlineCharacters = 64 * 1024;

/**
 * After a large document, the next one waits for this time: 60 ms after one of 2 MB, which is parsed in 12 ms
 * and takes the main thread for as long again. Otherwise large documents that are read in masses would take
 * all of its time.
 */
const pauseMsPerCharacter = 30 / 1_000_000;

/** Large documents of all requests. Workspaces take turns. */
const turns = new TurnQueue();

/**
 * Parses a document that a statement has selected as text. The driver would parse those of all requests whose
 * answers are there in one turn of the event loop.
 *
 * @param workspaceId whose document it is
 */
export function readDocument<Document extends object>(workspaceId: string, text: string): Promise<Document> {
  const parse = () => JSON.parse(text) as Document;
  if (text.length <= maxInlineCharacters) return Promise.try(parse);
  return new Promise((resolve) => {
    void turns.run(workspaceId, async () => {
      resolve(Promise.try(parse));
      await sleep(pauseMsPerCharacter * text.length);
      // Timers that are due run in one turn.
      await nextTurn();
    });
  });
}
