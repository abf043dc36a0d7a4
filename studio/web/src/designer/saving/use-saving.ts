import { useEffect, useMemo, useState } from 'react';
import type { TemplateDocument } from '../model/template.ts';
import { api, data, type Schema } from '../../api/client.ts';
import type { ApiError } from '../../api/problem.ts';
import { invalidate } from '../../api/queries.ts';
import { formatList } from '../../formats.ts';
import { notifyNote } from '../../parts/notify.tsx';
import { isComposing } from '../../shell/compositions.ts';
import { designerWords as words } from '../../words/designer/designer.ts';
import { closePages } from '../model/pages.ts';
import type { DesignerStore } from '../state/designer.ts';
import type { DesignSettings } from '../state/design-settings.ts';
import { AutoSave, type SaveState, type Tagged } from './auto-save.ts';
import { createDraftSaving, type DraftService } from './draft-saving.ts';
import { mergeSettings } from './merge-settings.ts';
import { keepUnsaved } from './unsaved.ts';

export interface Saving {
  readonly state: SaveState;
  /** Why the service refuses to save the document or the settings, until they are saved. */
  readonly refusal: ApiError | null;
  /** Saves what is unsaved, and returns the draft's tag. */
  readonly flush: () => Promise<string>;
  /** Somebody may have saved the draft, or the settings: takes over what they did. */
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
    const noteRefusal = (of: keyof Refusals, next: SaveState) =>
      setRefusals((before) => ({ ...before, [of]: nextRefusal(before[of], next) }));
    const document = createDraftSaving(store, tags.draft, {
      service: draftService(templateId),
      whenIdle: () => whenIdle(store),
      onConflicts: (ids) => notifyNote(words.bothChanged(formatList(ids))),
      onState: (next) => {
        setState(next);
        noteRefusal('document', next);
      },
      keep: (unsaved) =>
        keepUnsaved(
          templateId,
          unsaved && {
            document: unsaved.value,
            etag: unsaved.etag,
            base: unsaved.base,
            ...(unsaved.unanswered.length === 0 ? {} : { unanswered: unsaved.unanswered }),
          },
        ),
    });
    const settings = new AutoSave<DesignSettings>(tags.settings, {
      read: () => store.getState().settings,
      save: async (body, etag) => {
        const { response } = await api.PUT('/templates/{templateId}/design-settings', {
          params: { path: { templateId }, header: { 'If-Match': etag } },
          body: body as Schema<'DesignSettings'>,
        });
        return response.headers.get('ETag') ?? '';
      },
      merge: async (base) => {
        const theirs = await readSettings(templateId);
        await whenIdle(store);
        return takeSettings(store, base, theirs);
      },
      onState: (next) => noteRefusal('settings', next),
    });
    return { document, settings };
    // The tags are those of the time when the designer was opened.
  }, [store]);

  useEffect(() => {
    // A restored document differs from what the service has.
    const { saver } = savers.document;
    saver.resume(tags.draft, closePages(saved));
    const unsubscribe = store.subscribe(({ gesture }) => {
      if (gesture !== null) return;
      saver.notice();
      savers.settings.notice();
    });
    const leave = (event: BeforeUnloadEvent) => {
      if (!saver.isSaved || !savers.settings.isSaved) event.preventDefault();
    };
    window.addEventListener('beforeunload', leave);
    return () => {
      unsubscribe();
      window.removeEventListener('beforeunload', leave);
      leaving = Promise.allSettled([saver.flush(), savers.settings.flush()]);
      saver.close();
      savers.settings.close();
      void invalidate('/templates', '/templates/{templateId}', '/templates/{templateId}/draft');
    };
  }, [store, savers]);

  return {
    state,
    refusal: refusals.document ?? refusals.settings,
    flush: async () => {
      await savers.settings.flush();
      return await savers.document.saver.flush();
    },
    async noticeOthers() {
      const isChanged = await savers.document.noticeOthers();
      await noticeSettings(store, savers.settings);
      return isChanged;
    },
  };
}

/** Takes over guides, locks and data sets that somebody else has saved. */
async function noticeSettings(store: DesignerStore, saver: AutoSave<DesignSettings>): Promise<void> {
  if (!saver.isSaved) await saver.flush().catch(() => undefined);
  if (!saver.isSaved) return;
  const theirs = await readSettings(store.getState().templateId);
  await whenIdle(store);
  if (!saver.isSaved || theirs.etag === saver.etag) return;
  const { etag, value } = takeSettings(store, saver.saved, theirs);
  saver.resume(etag, value);
}

/** Resolves when no gesture lasts and no text is composed: these begin and end with the same design. */
async function whenIdle(store: DesignerStore): Promise<void> {
  while (store.getState().gesture !== null || isComposing())
    await new Promise((resolve) => requestAnimationFrame(resolve));
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
      return null;
    case 'failed': {
      const { status } = state.error;
      return status >= 400 && status < 500 && status !== 401 && status !== 429 ? state.error : null;
    }
  }
}

function draftService(templateId: string): DraftService {
  const path = { templateId };
  return {
    async read() {
      const answer = await api.GET('/templates/{templateId}/draft', { params: { path } });
      const { document } = answer.data as Schema<'Draft'>;
      return { etag: answer.response.headers.get('ETag') ?? '', value: document };
    },
    async save(document, etag) {
      const { data: answer, response } = await api.PUT('/templates/{templateId}/draft', {
        params: { path, header: { 'If-Match': etag } },
        body: { ...document },
      });
      return { etag: response.headers.get('ETag') ?? '', problems: answer?.problems ?? [] };
    },
  };
}

async function readSettings(templateId: string): Promise<Tagged<DesignSettings>> {
  const answer = await api.GET('/templates/{templateId}/design-settings', {
    params: { path: { templateId } },
  });
  return {
    etag: answer.response.headers.get('ETag') ?? '',
    value: await data(Promise.resolve(answer)),
  };
}

/** Puts the settings that somebody else saved into those that are here. */
function takeSettings(
  store: DesignerStore,
  base: DesignSettings,
  theirs: Tagged<DesignSettings>,
): Tagged<DesignSettings> {
  store.getState().setSettings(mergeSettings(base, store.getState().settings, theirs.value));
  const now = store.getState().settings;
  return JSON.stringify(now) === JSON.stringify(theirs.value) ? { ...theirs, value: now } : theirs;
}
