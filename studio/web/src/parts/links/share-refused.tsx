import { Alert, Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ApiError } from '../../api/problem.ts';
import { templatePageWords } from '../../words/template.ts';
import { ErrorState } from '../error-state.tsx';

const words = templatePageWords.share;

/** Says that the plan has no links, and what helps. */
export function NoLinksOnPlan(): ReactNode {
  return (
    <Alert color="yellow" title={words.noLinks.title} role="alert">
      {words.noLinks.detail}
    </Alert>
  );
}

/** Why no link was made, and what helps. */
export function ShareRefused({ error }: { readonly error: ApiError }): ReactNode {
  if (error.code === 'SHARING_NOT_AVAILABLE_ON_PLAN') return <NoLinksOnPlan />;
  if (error.code === 'SHARE_LINK_LIMIT_REACHED') {
    return (
      <Alert color="yellow" title={words.tooMany.title} role="alert">
        <div>{error.message}</div>
        <Anchor component={Link} to="/links" size="sm">
          {words.tooMany.action}
        </Anchor>
      </Alert>
    );
  }
  return <ErrorState error={error} />;
}
