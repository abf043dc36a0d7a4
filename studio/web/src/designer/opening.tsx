import { ActionIcon } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { IconArrowLeft } from '../generated/icons.ts';
import { ErrorState } from '../parts/error-state.tsx';
import { designerWords as words } from '../words/designer/designer.ts';
import { partWords } from '../words/parts.ts';
import bars from './bars/bars.module.css';
import classes from './designer-page.module.css';
import { useLayout } from './use-layout.ts';

interface OpeningProps {
  readonly templateId: string;
  /** Why the template is not there; null: it is being read. */
  readonly error: Error | null;
  readonly onRetry: () => void;
}

/** The places of the designer until its template is there, with the way back. */
export function Opening({ templateId, error, onRetry }: OpeningProps): ReactNode {
  const isWide = useLayout() === 'wide';
  return (
    <div className={classes.designer} data-layout={isWide ? 'wide' : 'viewing'}>
      <header className={classes.head}>
        <div className={bars.top}>
          <ActionIcon
            component={Link}
            to={`/templates/${templateId}`}
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={words.back}
          >
            <IconArrowLeft size={18} aria-hidden />
          </ActionIcon>
          <div className={bars.title}>
            <h1>{error === null ? partWords.loading : words.notOpened}</h1>
          </div>
        </div>
      </header>
      {isWide ? <div className={classes.left} /> : null}
      <main className={classes.opening} aria-busy={error === null}>
        {error === null ? (
          <div className={classes.openingPage} />
        ) : (
          <ErrorState error={error} onRetry={onRetry} />
        )}
      </main>
      {isWide ? <div className={classes.right} /> : null}
    </div>
  );
}
