import { Alert, Anchor, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { IconKey } from '../../../generated/icons.ts';
import { api, data, type Schema } from '../../../api/client.ts';
import { useChange } from '../../../api/queries.ts';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { ErrorState } from '../../../parts/error-state.tsx';
import { completeValues, outputOptions, readTried } from '../../../parts/template/tried-values.ts';
import { templatePageWords } from '../../../words/template.ts';
import { NotPublished } from '../not-published.tsx';
import { useTemplate } from '../template-context.ts';
import { snippets, type Language } from './snippets.ts';
import classes from './use-it.module.css';

const words = templatePageWords.useIt;

/** How programs render this template. */
export function UseItTab(): ReactNode {
  const template = useTemplate();
  const [apiKey, setApiKey] = useState<string | null>(null);
  if (template.version === null) return <NotPublished words={words.notPublished} />;
  return (
    <Stack gap="lg" maw={880}>
      <Text size="sm">{words.intro}</Text>
      <KeyPanel templateName={template.name} apiKey={apiKey} onKey={setApiKey} />
      <Code template={template} apiKey={apiKey} />
      <Group gap="lg">
        <Text size="sm" component="div">
          {words.ids} <code className={classes.id}>{template.id}</code>{' '}
          <CopyButton value={template.id} what={words.ids} />
        </Text>
        <Text size="sm">
          {words.reference}{' '}
          <Anchor component={Link} to="/reference" inherit underline="always">
            {words.referenceLink}
          </Anchor>
          .
        </Text>
      </Group>
    </Stack>
  );
}

interface CodeProps {
  readonly template: Schema<'Template'>;
  readonly apiKey: string | null;
}

function Code({ template, apiKey }: CodeProps): ReactNode {
  const [language, setLanguage] = useState<Language>('curl');
  const [{ values: entered, format, options }] = useState(() => readTried(template));
  const values = completeValues(template.variables, { entered, example: template.example });
  const isIncomplete = template.variables.some(({ name, required }) => required && values[name] === '');
  const code = snippets[language]({
    origin: window.location.origin,
    templateId: template.id,
    templateName: template.name,
    values: Object.fromEntries(
      // What is left out has its default.
      template.variables.flatMap(({ name, defaultValue = '' }) =>
        values[name] === '' && defaultValue === '' ? [] : [[name, values[name] ?? '']],
      ),
    ),
    format,
    options: outputOptions({ format, options }),
    apiKey,
  });
  return (
    <div>
      <Group justify="space-between" gap="xs" mb="xs">
        <SegmentedControl
          aria-label={words.language}
          data={Object.entries(words.languages).map(([value, label]) => ({ value, label }))}
          value={language}
          onChange={(value) => setLanguage(value as Language)}
        />
        <CopyButton value={code} what={words.code}>
          {words.copy}
        </CopyButton>
      </Group>
      {isIncomplete ? (
        <Text size="sm" c="dimmed" mb="xs">
          {words.fill}
        </Text>
      ) : null}
      {/* Scrolled with the arrow keys, too. */}
      <pre className={classes.code} tabIndex={0} role="region" aria-label={words.code} dir="ltr">
        <code>{code}</code>
      </pre>
      <Text size="sm" c="dimmed" mt="xs">
        {words.runs[language]}
      </Text>
    </div>
  );
}

interface KeyPanelProps {
  readonly templateName: string;
  readonly apiKey: string | null;
  readonly onKey: (key: string) => void;
}

function KeyPanel({ templateName, apiKey, onKey }: KeyPanelProps): ReactNode {
  const create = useChange(
    () => data(api.POST('/keys', { body: { name: words.key.name(templateName).slice(0, 200) } })),
    ['/keys'],
    { onSuccess: (created) => onKey(created.apiKey) },
  );
  if (apiKey !== null) {
    return (
      <Alert color="green" title={words.key.title} icon={<IconKey size={18} aria-hidden />} role="status">
        {words.key.filled}
        <Group gap="xs" mt="xs" wrap="nowrap">
          <code className={classes.id}>{apiKey}</code>
          <CopyButton value={apiKey} what={words.key.what} />
        </Group>
      </Alert>
    );
  }
  return (
    <div>
      <Group justify="space-between" gap="sm" className={classes.key}>
        <Text size="sm" className={classes.keyText}>
          {words.key.detail}
        </Text>
        <Button
          variant="default"
          leftSection={<IconKey size={16} aria-hidden />}
          loading={create.isPending}
          onClick={() => create.mutate()}
        >
          {words.key.create}
        </Button>
      </Group>
      {create.error === null ? null : (
        <Stack gap="xs" mt="sm">
          <ErrorState error={create.error} />
          <Anchor component={Link} to="/keys" size="sm">
            {words.key.limit}
          </Anchor>
        </Stack>
      )}
    </div>
  );
}
