import { Alert, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconAlertTriangle } from '../../../generated/icons.ts';
import { formatNumber } from '../../../formats.ts';
import { ErrorState } from '../../../parts/error-state.tsx';
import { batchWords } from '../../../words/batch.ts';
import { UnusableFile } from './read-file.ts';
import classes from '../batch.module.css';

const words = batchWords.file;

const shownProblems = 8;

interface ReadFailureProps {
  /** The name of the file; empty if it is not about a file. */
  readonly name: string;
  readonly error: unknown;
}

/** Why a file cannot be used, with the lines that are wrong. */
export function ReadFailure({ name, error }: ReadFailureProps): ReactNode {
  if (!(error instanceof UnusableFile)) return <ErrorState error={error} />;
  const { message, problems } = error;
  const isListed = problems.length > 1;
  return (
    <Alert
      color="red"
      role="alert"
      mt="sm"
      title={name === '' ? undefined : words.failed(name)}
      icon={<IconAlertTriangle size={18} aria-hidden />}
    >
      <Text size="sm" dir="auto">
        {message}
      </Text>
      {isListed ? (
        <ul className={classes.problems}>
          {problems.slice(0, shownProblems).map(({ line, column, detail }) => (
            <li key={`${line} ${column}`}>
              {words.problemPlace(formatNumber(line), column)}: {detail}
            </li>
          ))}
          {problems.length > shownProblems ? (
            <li>{words.moreProblems(problems.length - shownProblems)}</li>
          ) : null}
        </ul>
      ) : null}
    </Alert>
  );
}
