import { Text } from '@mantine/core';
import { lazy, Suspense, type ReactNode } from 'react';
import { LoadingState } from '../../parts/loading-state.tsx';
import { jsonWords as words } from '../../words/designer/json.ts';
import classes from './json.module.css';

// The editor is the largest part of the designer, and few people open it.
const JsonEditor = lazy(async () => ({ default: (await import('./json-editor.tsx')).JsonEditor }));

/** The whole document as JSON. It follows the design, and the design follows it. */
export function JsonView(): ReactNode {
  return (
    <section aria-label={words.region} className={classes.view} data-panel>
      <div className={classes.head}>
        <Text fw={600} size="sm">
          {words.region}
        </Text>
        <Text size="xs" c="dimmed">
          {words.help}
        </Text>
      </div>
      <Suspense fallback={<LoadingState shape="lines" />}>
        <JsonEditor />
      </Suspense>
    </section>
  );
}
