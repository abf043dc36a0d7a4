import { Anchor } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Schema } from '../../api/client.ts';
import { formatNumber } from '../../formats.ts';
import { templatePageWords } from '../../words/template.ts';
import { describePlace } from './describe-place.ts';
import classes from './template.module.css';

const words = templatePageWords.draft;

interface ProblemListProps {
  readonly problems: readonly Schema<'TemplateProblem'>[];
}

const few = 5;

/** What is wrong with a document, each problem with its element. */
export function ProblemList({ problems }: ProblemListProps): ReactNode {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? problems : problems.slice(0, few);
  return (
    <>
      <ul className={classes.problems}>
        {shown.map(({ pointer, detail, elementId, line }, index) => (
          <li key={index}>
            <strong dir="auto">
              {elementId === null ? describePlace(pointer) : `${words.element} ${elementId}`}
            </strong>
            : {detail}
            {line === null ? null : <span className={classes.line}> ({words.line(line)})</span>}
          </li>
        ))}
      </ul>
      {shown.length === problems.length ? null : (
        <Anchor component="button" type="button" size="sm" onClick={() => setShowsAll(true)}>
          {words.more(formatNumber(problems.length - shown.length))}
        </Anchor>
      )}
    </>
  );
}
