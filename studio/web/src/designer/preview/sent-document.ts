import { closePages } from '../model/pages.ts';
import { findPatches } from './document-patches.ts';

/** From this many changes on, the whole document is sent. */
const maxPatches = 2_000;

/** The last document that the service has, and its revision. */
export class SentDocument {
  #sent: { readonly document: object; readonly revision: number } | null = null;
  #revision = 0;

  /** Null: the service has none. */
  get revision(): number | null {
    return this.#sent?.revision ?? null;
  }

  /** Sends a document, or how it differs from the last one. Returns its revision. */
  send(design: object, send: (message: object) => void): number {
    const document = closePages(design);
    const sent = this.#sent;
    if (sent?.document === document) return sent.revision;
    const revision = (this.#revision += 1);
    const patches = sent === null ? [] : findPatches(sent.document, document);
    this.#sent = { document, revision };
    send(
      sent === null || patches.length > maxPatches
        ? { type: 'document', revision, document }
        : { type: 'patches', base: sent.revision, revision, patches },
    );
    return revision;
  }

  /** The next document is sent as a whole. */
  forget(): void {
    this.#sent = null;
  }
}
