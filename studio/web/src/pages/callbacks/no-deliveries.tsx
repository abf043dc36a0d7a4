import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { IconWebhook } from '../../generated/icons.ts';
import { read } from '../../api/client.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { callbackWords as words } from '../../words/callbacks.ts';
import classes from './callbacks.module.css';

/** How to ask for a callback, with a command that is ready to paste. */
export function NoDeliveries(): ReactNode {
  const { data: newest } = useQuery(read('/templates', { params: { query: { size: 20 } } }));
  const template = newest?.data.find(({ version }) => version !== null);
  return (
    <EmptyState
      icon={IconWebhook}
      title={words.empty.title}
      action={
        <div className={classes.snippet}>
          <CodeBlock label={words.empty.code} code={command(template?.id ?? 'TEMPLATE_ID')} />
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

function command(templateId: string): string {
  return [
    `curl --fail-with-body ${window.location.origin}/api/v1/batch-jobs \\`,
    '  --header "X-Api-Key: $PLATEN_API_KEY" \\',
    "  --header 'Content-Type: application/json' \\",
    "  --data '{",
    `    "template": { "templateId": "${templateId}" },`,
    '    "rows": [{ "name": "Ada" }, { "name": "Grace" }],',
    '    "callbackUrl": "https://example.com/platen"',
    "  }'",
  ].join('\n');
}
