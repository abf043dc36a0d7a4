import { Anchor, Button, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { read } from '../../api/client.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { referenceWords } from '../../words/reference.ts';
import classes from './reference.module.css';

const words = referenceWords.start;

/** Three steps to the first picture. */
export function QuickStart({ origin }: { readonly origin: string }): ReactNode {
  const { data: newest } = useQuery(read('/templates', { params: { query: { size: 20 } } }));
  const template = newest?.data.find(({ version }) => version !== null);
  return (
    <ol className={classes.steps}>
      <Step title={words.key.title} detail={words.key.detail}>
        <CodeBlock label={words.key.code} code="export PLATEN_API_KEY=…" />
        <Button component={Link} to="/keys" variant="default" size="xs">
          {words.key.action}
        </Button>
      </Step>
      <Step title={words.list.title} detail={words.list.detail}>
        <CodeBlock
          label={words.list.code}
          code={`curl ${origin}/api/v1/projects -H "X-Api-Key: $PLATEN_API_KEY"`}
        />
      </Step>
      <Step
        title={words.render.title}
        detail={newest !== undefined && template === undefined ? words.render.none : words.render.detail}
      >
        {newest === undefined ? null : template === undefined ? (
          <Anchor component={Link} to="/" size="sm">
            {words.render.home}
          </Anchor>
        ) : (
          <Anchor component={Link} to={`/templates/${template.id}/use`} size="sm" dir="auto">
            {words.render.action(template.name)}
          </Anchor>
        )}
      </Step>
    </ol>
  );
}

interface StepProps {
  readonly title: string;
  readonly detail: string;
  readonly children: ReactNode;
}

function Step({ title, detail, children }: StepProps): ReactNode {
  return (
    <li>
      <Title order={3}>{title}</Title>
      <Text size="sm" c="dimmed" maw="72ch">
        {detail}
      </Text>
      <div className={classes.stepContent}>{children}</div>
    </li>
  );
}
