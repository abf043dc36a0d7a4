import { Button, Text, Title, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { describeError } from '../../api/problem.ts';
import { randomId } from '../../api/random-id.ts';
import { IconAlertTriangle, IconInfoCircle } from '../../generated/icons.ts';
import { fetchPreview } from '../../parts/previews/fetch-preview.ts';
import { previewWords } from '../../words/previews.ts';
import { propertyWords } from '../../words/designer/properties.ts';
import { listIds } from '../model/elements.ts';
import { closePages } from '../model/pages.ts';
import type { DesignerStore, Preflight } from '../state/designer.ts';
import { shownValues } from '../state/shown-values.ts';
import { useDesigner, useDesignerStore } from '../state/use-designer.ts';
import classes from '../fields/fields.module.css';

const words = propertyWords.preflight;
const tab = randomId();

/** What a printer would warn about, once somebody asks. Each finding selects its element. */
export function PreflightSection(): ReactNode {
  const store = useDesignerStore();
  const preflight = useDesigner((state) => state.preflight);
  const isChanged = useDesigner(
    ({ design, preflight: last }) => last !== null && last.document !== design.document,
  );
  const id = useId();
  const check = useMutation({ mutationFn: () => runPreflight(store) });
  const isDone = preflight !== null;
  return (
    <div role="group" aria-labelledby={id} className={classes.section}>
      <div className={classes.sectionHead}>
        <Title order={3} size="xs" id={id}>
          {words.title}
        </Title>
        <Button size="compact-xs" variant="default" loading={check.isPending} onClick={() => check.mutate()}>
          {isDone ? words.checkAgain : words.check}
        </Button>
      </div>
      <div aria-live="polite">
        {check.error === null ? null : (
          <Text size="xs" c="var(--mantine-color-error)">
            {describeError(check.error).detail}
          </Text>
        )}
        <Text size="xs" c="dimmed">
          {isDone ? describeCount(preflight) : words.hint}
          {isChanged ? ` ${words.changed}` : ''}
        </Text>
      </div>
      {isDone && preflight.findings.length > 0 ? <Findings preflight={preflight} store={store} /> : null}
    </div>
  );
}

function describeCount({ findings }: Preflight): string {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  return findings.length === 0 ? words.nothing : `${words.count(errors, findings.length - errors)}.`;
}

function Findings({ preflight, store }: { preflight: Preflight; store: DesignerStore }): ReactNode {
  return (
    <ul className={classes.findings} aria-label={words.title}>
      {preflight.findings.map(({ code, elementId, detail, page, severity = 'error' }, index) => (
        <li key={`${code} ${elementId} ${index}`}>
          <UnstyledButton
            className={classes.finding}
            onClick={() => store.getState().select(elementOf(store, elementId))}
          >
            {severity === 'error' ? (
              <IconAlertTriangle size={14} color="var(--mantine-color-red-text)" aria-hidden />
            ) : (
              <IconInfoCircle size={14} aria-hidden />
            )}
            <span>
              <strong>
                {words.severity[severity]}: {previewWords.warningTitles[code] ?? code}
              </strong>
              <span dir="auto">{detail}</span>
              <Text span size="xs" c="dimmed">
                <VisuallyHidden>{words.select} </VisuallyHidden>
                <bdi>{elementId}</bdi>
                {page === undefined ? '' : `, ${words.onPage(page)}`}
              </Text>
            </span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}

/** The element of the document that has become one of the page: a row of a table, an entry of a repeat. */
function elementOf(store: DesignerStore, id: string): string[] {
  const ids = listIds(store.getState().design.document);
  const own = [id, id.replace(/\[\d+\].*$/u, ''), id.replace(/\..*$/u, '')];
  return own.filter((each) => ids.has(each)).slice(0, 1);
}

/** Lays the design out for print, and keeps what was found. @throws ApiError */
async function runPreflight(store: DesignerStore): Promise<void> {
  const state = store.getState();
  const { templateId, design } = state;
  const body = {
    document: { ...closePages(design.document) },
    values: shownValues(state),
    format: 'pdf' as const,
    options: { preflight: true },
  };
  const { signal } = new AbortController();
  const { warnings } = await fetchPreview({ templateId, version: null }, body, `${tab}-preflight`, signal);
  store.getState().set({ preflight: { findings: warnings, document: design.document } });
}
