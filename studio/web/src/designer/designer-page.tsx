import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useParams } from 'react-router';
import { openPages } from './model/pages.ts';
import type { TemplateDocument } from './model/template.ts';
import { api, data, type Schema } from '../api/client.ts';
import { Designer } from './designer.tsx';
import { Opening } from './opening.tsx';
import { usePreviewStream } from './preview/use-preview-stream.ts';
import { createDesigner, type DesignerStore, type Example } from './state/designer.ts';
import type { DesignSettings } from './state/design-settings.ts';
import { compareKept } from './saving/restore.ts';
import { adoptKept, claimKept, findUnsaved, forgetKept, type Kept } from './saving/unsaved.ts';
import { whenSaved, type OpenedTags } from './saving/use-saving.ts';

/** What is read once when the designer opens. Changes of others come through its own saving. */
interface Opened {
  readonly document: TemplateDocument;
  readonly problems: readonly Schema<'TemplateProblem'>[];
  readonly settings: Schema<'DesignSettings'>;
  readonly example: Example;
  readonly tags: OpenedTags;
  /** What an earlier tab left unsaved. */
  readonly kept: Kept | null;
}

/** The designer of a template. */
export function DesignerPage(): ReactNode {
  const { templateId = '' } = useParams();
  const opened = useQuery({
    queryKey: ['designer', templateId],
    queryFn: () => open(templateId),
    // What is open here is newer than what the service has.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (opened.data !== undefined)
    return <OpenedDesigner key={templateId} templateId={templateId} opened={opened.data} />;
  return <Opening templateId={templateId} error={opened.error} onRetry={() => void opened.refetch()} />;
}

async function open(templateId: string): Promise<Opened> {
  // It may have been left a moment ago.
  await whenSaved();
  const params = { params: { path: { templateId } } };
  const [draft, settings] = await Promise.all([
    api.GET('/templates/{templateId}/draft', params),
    api.GET('/templates/{templateId}/design-settings', params),
  ]);
  const { document, problems, example } = await data(Promise.resolve(draft));
  const stored = await data(Promise.resolve(settings));
  const kept = await findUnsaved(templateId);
  claimKept(templateId);
  return {
    kept,
    document: openPages(document),
    problems,
    settings: stored,
    example: { values: withoutSet(example, stored), variables: variablesIn(openPages(document)) },
    tags: {
      draft: draft.response.headers.get('ETag') ?? '',
      settings: settings.response.headers.get('ETag') ?? '',
    },
  };
}

/**
 * Without an `example.json`, the example is the first data set, which has a card of its own, and what
 * elements showed before they had a variable.
 */
function withoutSet(
  example: Example['values'],
  { dataSets, example: own = {} }: DesignSettings,
): Example['values'] {
  const isOfSet = Object.entries(example).every(
    ([name, value]) => dataSets[0]?.values[name] === value || own[name] === value,
  );
  if (!isOfSet) return example;
  return Object.fromEntries(Object.entries(example).filter(([name]) => Object.hasOwn(own, name)));
}

function variablesIn(document: object): Example['variables'] {
  return (document as Partial<TemplateDocument>).variables ?? [];
}

interface OpenedDesignerProps {
  readonly templateId: string;
  readonly opened: Opened;
}

/** Opens what the service has, or what this browser has kept of an earlier tab. */
function OpenedDesigner({ templateId, opened }: OpenedDesignerProps): ReactNode {
  const preview = usePreviewStream(templateId);
  const [{ store, unsaved }] = useState(() => start(templateId, opened));
  if (preview === null) return <Opening templateId={templateId} error={null} onRetry={() => undefined} />;
  return (
    <Designer store={store} preview={preview} tags={opened.tags} saved={opened.document} unsaved={unsaved} />
  );
}

function start(
  templateId: string,
  { document, problems, settings, example, tags, kept }: Opened,
): { readonly store: DesignerStore; readonly unsaved: (Kept & { readonly isCurrent: boolean }) | null } {
  const left = kept === null ? 'nothing' : compareKept(kept, { document, etag: tags.draft });
  if (kept !== null && left === 'nothing') forgetKept(kept);
  const unsaved = kept === null || left === 'nothing' ? null : { ...kept, isCurrent: left === 'mine' };
  if (unsaved?.isCurrent === true) adoptKept(templateId, unsaved);
  // Kept changes of an older draft wait for the person's choice.
  const store = createDesigner(
    templateId,
    unsaved?.isCurrent === true ? openPages(unsaved.document) : document,
    settings,
    example,
  );
  store.getState().set({ problems });
  return { store, unsaved };
}
