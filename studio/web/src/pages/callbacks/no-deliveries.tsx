import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { IconWebhook } from '../../generated/icons.ts';
import { read, type Schema } from '../../api/client.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { shellWord } from '../../parts/shell-word.ts';
import { completeValues } from '../../parts/template/tried-values.ts';
import { callbackWords as words } from '../../words/callbacks.ts';
import classes from './callbacks.module.css';

/** How to ask for a callback, with a command that is ready to paste. */
export function NoDeliveries(): ReactNode {
  const { data: newest } = useQuery(read('/templates', { params: { query: { size: 20 } } }));
  const published = newest?.data.find(({ version }) => version !== null);
  const { data: template } = useQuery({
    ...read('/templates/{templateId}', { params: { path: { templateId: published?.id ?? '' } } }),
    enabled: published !== undefined,
  });
  return (
    <EmptyState
      icon={IconWebhook}
      title={words.empty.title}
      action={
        <div className={classes.snippet}>
          <CodeBlock label={words.empty.code} code={command(template)} />
          <Button
            component={Link}
            to={template === undefined ? '/' : `/templates/${template.id}/batch`}
            variant="default"
          >
            {words.empty.action}
          </Button>
        </div>
      }
    >
      {words.empty.detail}
    </EmptyState>
  );
}

/** Submits a batch of two equal rows of a template. Without one, the names are to be filled in. */
function command(template: Pick<Schema<'Template'>, 'id' | 'variables' | 'example'> | undefined): string {
  const row =
    template === undefined
      ? { name: 'Ada' }
      : completeValues(template.variables, { entered: {}, example: template.example });
  const body = {
    template: { templateId: template?.id ?? 'TEMPLATE_ID' },
    rows: [row, row],
    callbackUrl: 'https://example.com/platen',
  };
  return [
    `curl --fail-with-body ${window.location.origin}/api/v1/batch-jobs \\`,
    '  --header "X-Api-Key: $PLATEN_API_KEY" \\',
    "  --header 'Content-Type: application/json' \\",
    `  --data ${shellWord(JSON.stringify(body, null, 2))}`,
  ].join('\n');
}
