import { setImmediate as nextTurn } from 'node:timers/promises';
import { TurnQueue } from '../async/turn-queue.ts';

/** Up to this length as JSON, a document is parsed at once. */
const maxInlineCharacters = 64 * 1024;

/** Large documents of all requests: one in each turn of the event loop. Templates take turns. */
const turns = new TurnQueue();

/**
 * Parses a document that a statement has selected as text. The driver would parse those of all requests whose
 * answers are there in one turn: one of 2 MB takes 12 ms.
 */
export async function readDocument<Document extends object>(
  templateId: string,
  text: string,
): Promise<Document> {
  if (text.length <= maxInlineCharacters) return JSON.parse(text) as Document;
  return await turns.run(templateId, async () => {
    const document = JSON.parse(text) as Document;
    await nextTurn();
    return document;
  });
}
