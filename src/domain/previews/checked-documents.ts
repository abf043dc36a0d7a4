import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { writeOnce } from '../../common/text/written-json.ts';
import type { JsonDocument } from '../../store/authoring/working-copies.ts';
import type { TemplateFile } from '../../store/authoring/versions.ts';
import { inspectDraft, type DraftFindings } from '../authoring/check-draft.ts';
import type { AuthoringParts } from '../authoring/parts.ts';

/** Total size of the documents that are kept, as JSON. */
const maxKeptBytes = 32 * 1024 * 1024;

/** A document that was checked, and what was found. */
type CheckedDocument = Pick<DraftFindings, 'problems'> & { readonly document: JsonDocument };

/**
 * The last documents that were previewed, by their content and their files: most previews show the same
 * document as the one before, with other values or elements.
 */
export class CheckedDocuments {
  readonly #documents = new LRUCache<string, CheckedDocument>({ maxSize: maxKeptBytes });

  async check(
    parts: AuthoringParts,
    given: JsonDocument,
    files: readonly TemplateFile[],
  ): Promise<CheckedDocument> {
    const { text } = writeOnce(given);
    const names = JSON.stringify(files.map(({ path, hash }) => [path, hash]));
    const key = createHash('sha256').update(`${names}\n`).update(text).digest('base64');
    const known = this.#documents.get(key);
    if (known !== undefined) return known;
    const { problems } = await inspectDraft(parts, given, files);
    const checked = { document: given, problems };
    this.#documents.set(key, checked, { size: text.length });
    return checked;
  }
}
