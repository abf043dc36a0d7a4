import type { ReactNode } from 'react';
import { ErrorState } from '../parts/error-state.tsx';
import { designerWords as words } from '../words/designer/designer.ts';
import { partWords } from '../words/parts.ts';
import { BackLink } from './bars/back-link.tsx';
import bars from './bars/bars.module.css';
import classes from './designer-page.module.css';
import { useWindowKind } from './use-window-kind.ts';

interface OpeningProps {
  readonly templateId: string;
  /** Why the template is not there; null: it is being read. */
  readonly error: Error | null;
  readonly onRetry: () => void;
}

/** The places of the designer until its template is there, with the way back. */
export function Opening({ templateId, error, onRetry }: OpeningProps): ReactNode {
  const isWide = useWindowKind() === 'wide';
  return (
    <div className={classes.designer} data-window={isWide ? 'wide' : 'viewing'}>
      <header className={classes.head}>
        <div className={bars.top}>
          <BackLink templateId={templateId} />
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
