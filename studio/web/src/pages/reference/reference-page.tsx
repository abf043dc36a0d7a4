import { Anchor, Button, Stack, Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconExternalLink } from '../../generated/icons.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { DataTable, type Column } from '../../parts/data-table.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { Section } from '../../parts/section.tsx';
import { referenceWords as words } from '../../words/reference.ts';
import { QuickStart } from './quick-start.tsx';
import classes from './reference.module.css';

const { origin } = window.location;

/** What programs need: the way to the first picture, the documents, the rules. */
export function ReferencePage(): ReactNode {
  return (
    <>
      <PageHeader
        title={words.title}
        description={words.description}
        actions={
          <Button
            component="a"
            href="/docs"
            target="_blank"
            rightSection={<IconExternalLink size={16} aria-hidden />}
          >
            {words.documents.list.docs.name}
            <VisuallyHidden> {words.documents.newTab}</VisuallyHidden>
          </Button>
        }
      />
      <Section title={words.start.title} description={words.start.description}>
        <QuickStart origin={origin} />
      </Section>
      <Section title={words.rules.title} description={words.rules.description}>
        <dl className={classes.rules}>
          {words.rules.list.map(([name, text]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text(origin)}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section title={words.documents.title} description={words.documents.description} isWide>
        <DataTable
          caption={words.documents.caption}
          rows={documents}
          rowKey={({ path }) => path}
          columns={columns}
        />
      </Section>
    </>
  );
}

interface Document {
  readonly path: string;
  readonly name: string;
  readonly use: string;
}

const { docs, yaml, json, studio } = words.documents.list;
const documents: readonly Document[] = [
  { path: '/docs', ...docs },
  { path: '/openapi.yaml', ...yaml },
  { path: '/openapi.json', ...json },
  { path: '/studio/openapi.yaml', ...studio },
];

const columns: readonly Column<Document>[] = [
  {
    key: 'name',
    label: words.documents.name,
    render: ({ path, name }) => (
      <Stack gap={0}>
        <Anchor href={path} target="_blank" size="sm">
          {name}
          <VisuallyHidden> {words.documents.newTab}</VisuallyHidden>
        </Anchor>
        <Text span size="xs" c="dimmed" fw={400}>
          {path}
        </Text>
      </Stack>
    ),
  },
  { key: 'use', label: words.documents.use, render: ({ use }) => use },
  {
    key: 'actions',
    label: words.documents.actions,
    isActions: true,
    render: ({ path, name }) => <CopyButton value={origin + path} what={words.documents.copy(name)} />,
  },
];
