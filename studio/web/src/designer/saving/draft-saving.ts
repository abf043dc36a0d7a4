/** Saves the document of a designer, and takes over what others save: both meet by element and key. */
import type { Schema } from '../../api/client.ts';
import { receive } from '../model/changes/receive.ts';
import { findBase } from '../model/merge/find-base.ts';
import { closePages } from '../model/pages.ts';
import type { DesignerStore } from '../state/designer.ts';
import { AutoSave, isRefusal, type AutoSaveOptions, type Tagged } from './auto-save.ts';

/** The service's draft of a template. */
export interface DraftService {
  readonly read: () => Promise<Tagged<object>>;
  /** @throws ApiError 412 if somebody else saved */
  readonly save: (
    document: object,
    etag: string,
  ) => Promise<{ readonly etag: string; readonly problems: readonly Schema<'TemplateProblem'>[] }>;
}

/** What is not saved, as far as is known here. */
export interface UnsavedDraft extends Tagged<object> {
  /** What the service had. */
  readonly base: object;
  /** Saves of earlier states whose answer is not here: the service may have one of them. */
  readonly unanswered: readonly object[];
}

interface DraftSavingOptions extends Pick<AutoSaveOptions<object>, 'onState'> {
  readonly service: DraftService;
  /** Called at each change, and with null once nothing is left to save: keeps a copy in the browser. */
  readonly keep?: (unsaved: UnsavedDraft | null) => void;
  /** Resolves when what is here may change: no gesture lasts, and no text is composed. */
  readonly whenIdle: () => Promise<void>;
  /** Called with the ids of elements of which both have changed the same; ours is kept. */
  readonly onConflicts: (ids: readonly string[]) => void;
}

export interface DraftSaving {
  readonly saver: AutoSave<object>;
  /** Somebody may have saved the draft: takes over what they did. Returns whether anything differs now. */
  readonly noticeOthers: () => Promise<boolean>;
}

/** Saves the document of a designer after each change. */
export function createDraftSaving(
  store: DesignerStore,
  etag: string,
  options: DraftSavingOptions,
): DraftSaving {
  const { service, whenIdle, onConflicts, onState, keep } = options;
  /** Saves without an answer: the service may have one of them. */
  let unanswered: readonly object[] = [];
  // Another page in work is no change.
  const read = () => closePages(store.getState().design.document);

  const take = (known: object, theirs: Tagged<object>): Tagged<object> => {
    const { design, textEdit, replace, set } = store.getState();
    const base = findBase(known, unanswered, theirs.value);
    const received = receive(design, { base, theirs: theirs.value, textEdit });
    unanswered = [];
    replace(received.design);
    const renamed = textEdit === null ? undefined : received.renamed.get(textEdit);
    if (renamed !== undefined) set({ textEdit: renamed });
    if (received.conflicts.length > 0) onConflicts(received.conflicts);
    const now = read();
    return isSameDocument(now, theirs.value) ? { ...theirs, value: now } : theirs;
  };

  const saver = new AutoSave<object>(etag, {
    read,
    async save(value, tag) {
      const earlier = unanswered;
      if (unanswered.at(-1) !== value) unanswered = [...earlier, value];
      try {
        const answer = await service.save(value, tag);
        unanswered = [];
        store.getState().set({ problems: answer.problems });
        return answer.etag;
      } catch (error) {
        if (isRefusal(error)) unanswered = earlier;
        throw error;
      }
    },
    async merge(base) {
      const theirs = await service.read();
      await whenIdle();
      return take(base, theirs);
    },
    onState,
    keep: (unsaved) =>
      keep?.(unsaved && { ...unsaved, unanswered: unanswered.filter((each) => each !== unsaved.value) }),
  });

  return {
    saver,
    async noticeOthers() {
      // What is unsaved here meets what they have saved.
      if (!saver.isSaved) await saver.flush().catch(() => undefined);
      if (!saver.isSaved) return false;
      const theirs = await service.read();
      await whenIdle();
      // Saving reads it again.
      if (!saver.isSaved || theirs.etag === saver.etag) return false;
      const before = read();
      const { etag: tag, value } = take(saver.saved, theirs);
      saver.resume(tag, value);
      return !isSameDocument({ ...before, name: '' }, { ...read(), name: '' });
    },
  };
}

function isSameDocument(a: object, b: object): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
