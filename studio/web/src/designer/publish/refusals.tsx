import { Alert, Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schema } from '../../api/client.ts';
import type { ApiError } from '../../api/problem.ts';
import { formatAgo } from '../../formats.ts';
import { IconUserEdit } from '../../generated/icons.ts';
import { describePlace } from '../../parts/template/describe-place.ts';
import { publishWords as words } from '../../words/designer/publish.ts';
import { templatePageWords } from '../../words/template.ts';
import classes from './publish.module.css';

type Problem = Schema<'TemplateProblem'>;

/** What is wrong with the document. Each problem leads to its element. */
export function Problems({
  problems,
  onShow,
}: {
  readonly problems: readonly Problem[];
  readonly onShow: (elementId: string) => void;
}): ReactNode {
  return (
    <Alert color="red" role="alert" title={words.problems(problems.length)}>
      <ul className={classes.problems}>
        {problems.map(({ pointer, detail, elementId }, index) => (
          <li key={index}>
            <strong dir="auto">{elementId ?? (pointer === '' ? words.page : describePlace(pointer))}</strong>
            {`: ${detail} `}
            {elementId === null ? null : (
              <Anchor
                component="button"
                type="button"
                size="sm"
                underline="always"
                aria-label={words.showOf(elementId)}
                onClick={() => onShow(elementId)}
              >
                {words.show}
              </Anchor>
            )}
          </li>
        ))}
      </ul>
    </Alert>
  );
}

/** Somebody else has saved the draft. */
export function Conflict({ error }: { readonly error: ApiError }): ReactNode {
  const { savedAt, savedBy } = error.problem as Partial<Schema<'DraftChangedProblem'>>;
  const { somebody, meanwhile } = templatePageWords.draft;
  return (
    <Alert
      color="yellow"
      role="alert"
      icon={<IconUserEdit size={18} aria-hidden />}
      title={words.conflict(savedBy?.name ?? somebody, savedAt == null ? meanwhile : formatAgo(savedAt))}
    >
      {words.conflictDetail}
    </Alert>
  );
}
