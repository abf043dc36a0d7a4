/** What is not saved yet, kept in this browser: a closed tab, or a service that is gone, loses nothing. */
import type { TemplateDocument } from '../../../../../generated/template.ts';

export interface Unsaved {
  readonly document: TemplateDocument;
  /** The tag of the draft that it is based on. */
  readonly etag: string;
}

const keyOf = (templateId: string): string => `platen-unsaved-${templateId}`;

/** Keeps a document, or with null forgets it. */
export function keepUnsaved(templateId: string, unsaved: Unsaved | null): void {
  try {
    if (unsaved === null) localStorage.removeItem(keyOf(templateId));
    else localStorage.setItem(keyOf(templateId), JSON.stringify(unsaved));
  } catch {
    // The browser has no room, or allows no storage: what is lost then is the last second.
  }
}

/** What a tab left unsaved; null if it left nothing. */
export function findUnsaved(templateId: string): Unsaved | null {
  try {
    const text = localStorage.getItem(keyOf(templateId));
    return text === null ? null : (JSON.parse(text) as Unsaved);
  } catch {
    return null;
  }
}
