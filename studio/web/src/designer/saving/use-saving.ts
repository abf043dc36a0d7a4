import { useEffect, useMemo, useState } from 'react';
import type { TemplateDocument } from '../model/template.ts';
import { api, data, type Schema } from '../../api/client.ts';
import { ApiError } from '../../api/problem.ts';
import { invalidate } from '../../api/queries.ts';
import { closePages, openPages, pageInWork } from '../model/pages.ts';
import { edit } from '../model/design.ts';
import type { DesignerStore, DesignSettings } from '../state/designer.ts';
import { AutoSave, type SaveState } from './auto-save.ts';
import { keepUnsaved } from './unsaved.ts';

export interface Saving {
  readonly state: SaveState;
  /** Why the service refuses to save the document or the settings, until they are saved. */
  readonly refusal: ApiError | null;
  /** Saves what is unsaved, and returns the draft's tag. */
  readonly flush: () => Promise<string>;
  /** Ends a conflict: with what the service has, or with what is here. */
  readonly resolve: (choice: 'theirs' | 'mine') => Promise<void>;
  /** Somebody may have saved the draft: takes over what they did, unless something is unsaved here. */
  readonly noticeOthers: () => Promise<boolean>;
}

export interface OpenedTags {
  readonly draft: string;
  readonly settings: string;
}

let leaving: Promise<unknown> = Promise.resolve();

/** Resolves when a designer that was left has saved what it could. */
export async function whenSaved(): Promise<void> {
  await leaving;
}

/** Saves the document as the draft, and the settings, after each change. */
export function useSaving(store: DesignerStore, tags: OpenedTags, saved: TemplateDocument): Saving {
  const [state, setState] = useState<SaveState>({ kind: 'saved' });
  const [refusals, setRefusals] = useState<Refusals>({ document: null, settings: null });
  const { templateId } = store.getState();
  const savers = useMemo(() => {
    const path = { templateId };
    const unanswered: object[] = [];
    const noteRefusal = (of: keyof Refusals, next: SaveState) =>
      setRefusals((before) => ({ ...before, [of]: nextRefusal(before[of], next) }));
    const document = new AutoSave<object>(tags.draft, {
      // Another page in work is no change.
      read: () => closePages(store.getState().design.document),
      save: (value, etag) => saveDraft(store, value, etag, unanswered),
      onState: (next) => {
        setState(next);
        noteRefusal('document', next);
      },
      keep: (unsaved) =>
        keepUnsaved(templateId, unsaved === null ? null : { document: unsaved.value, etag: unsaved.etag }),
    });
    const settings = new AutoSave<DesignSettings>(tags.settings, {
      read: () => store.getState().settings,
      save: async (body, etag) => {
        const { response } = await api.PUT('/templates/{templateId}/design-settings', {
          params: { path, header: { 'If-Match': etag } },
          body: body as Schema<'DesignSettings'>,
        });
        return response.headers.get('ETag') ?? '';
      },
      onState: (next) => {
        noteRefusal('settings', next);
        if (next.kind === 'conflict') void takeSettings(store, settings);
      },
    });
    return { document, settings };
    // The tags are those of the time when the designer was opened.
  }, [store]);

  useEffect(() => {
    // A restored document differs from what the service has.
    savers.document.resume(tags.draft, closePages(saved));
    const unsubscribe = store.subscribe(({ gesture }) => {
      if (gesture !== null) return;
      savers.document.notice();
      savers.settings.notice();
    });
    const leave = (event: BeforeUnloadEvent) => {
      if (!savers.document.isSaved || !savers.settings.isSaved) event.preventDefault();
    };
    window.addEventListener('beforeunload', leave);
    return () => {
      unsubscribe();
      window.removeEventListener('beforeunload', leave);
      leaving = Promise.allSettled([savers.document.flush(), savers.settings.flush()]);
      savers.document.close();
      savers.settings.close();
      void invalidate('/templates', '/templates/{templateId}', '/templates/{templateId}/draft');
    };
  }, [store, savers]);

  const resume = (etag: string) => savers.document.resume(etag, closePages(store.getState().design.document));
  const take = (document: object, etag: string) => {
    // As an edit: undo restores what was here.
    store.getState().change((design) => {
      const opened = openPages(document, pageInWork(design.document));
      return edit(design, (content) => void (content.document = opened));
    });
    resume(etag);
  };
  return {
    state,
    refusal: refusals.document ?? refusals.settings,
    flush: async () => {
      await savers.settings.flush();
      return await savers.document.flush();
    },
    async resolve(choice) {
      const { etag, document } = await readDraft(templateId);
      if (choice === 'theirs') take(document, etag);
      else savers.document.resume(etag, document);
    },
    async noticeOthers() {
      if (!savers.document.isSaved) return false;
      const { etag, document } = await readDraft(templateId);
      if (!savers.document.isSaved || etag === savers.document.etag) return false;
      const { design, replace } = store.getState();
      if (differsInName(document, closePages(design.document))) {
        // Publishing, and renaming in the library: no step of undo, because nobody has changed the design.
        const { name } = document as TemplateDocument;
        replace({ ...design, document: { ...design.document, name } });
        resume(etag);
        return false;
      }
      take(document, etag);
      return true;
    },
  };
}

interface Refusals {
  readonly document: ApiError | null;
  readonly settings: ApiError | null;
}

/** The refusal stays while it is tried again. An outage, an ended session and a rate are no refusals. */
function nextRefusal(before: ApiError | null, state: SaveState): ApiError | null {
  switch (state.kind) {
    case 'waiting':
    case 'saving':
      return before;
    case 'saved':
    case 'conflict':
      return null;
    case 'failed': {
      const { status } = state.error;
      return status >= 400 && status < 500 && status !== 401 && status !== 429 ? state.error : null;
    }
  }
}

/** Whether documents are the same but for their names. */
function differsInName(a: object, b: object): boolean {
  return JSON.stringify({ ...a, name: '' }) === JSON.stringify({ ...b, name: '' });
}

/**
 * Saves a draft. The answer of an earlier save may have been lost on its way: what the service has then is
 * nobody else's.
 *
 * @param unanswered saves whose answer was lost
 */
async function saveDraft(
  store: DesignerStore,
  value: object,
  etag: string,
  unanswered: object[],
): Promise<string> {
  const { templateId } = store.getState();
  try {
    const { data: answer, response } = await api.PUT('/templates/{templateId}/draft', {
      params: { path: { templateId }, header: { 'If-Match': etag } },
      body: { ...value },
    });
    unanswered.length = 0;
    store.getState().set({ problems: answer?.problems ?? [] });
    return response.headers.get('ETag') ?? '';
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status !== 412) {
      if (error.isOutage && unanswered.at(-1) !== value) unanswered.push(value);
      throw error;
    }
    const saved = await readDraft(templateId);
    const text = JSON.stringify(saved.document);
    if (!unanswered.some((each) => JSON.stringify(each) === text)) throw error;
    unanswered.length = 0;
    return await saveDraft(store, value, saved.etag, unanswered);
  }
}

async function readDraft(templateId: string): Promise<{ readonly etag: string; readonly document: object }> {
  const answer = await api.GET('/templates/{templateId}/draft', { params: { path: { templateId } } });
  const draft = answer.data as Schema<'Draft'>;
  return {
    etag: answer.response.headers.get('ETag') ?? '',
    document: draft.document,
  };
}

/** Takes over the settings that somebody else saved. */
async function takeSettings(store: DesignerStore, saving: AutoSave<DesignSettings>): Promise<void> {
  const { templateId } = store.getState();
  const answer = await api.GET('/templates/{templateId}/design-settings', {
    params: { path: { templateId } },
  });
  const settings = await data(Promise.resolve(answer));
  store.getState().setSettings(settings);
  saving.resume(answer.response.headers.get('ETag') ?? '', store.getState().settings);
}
