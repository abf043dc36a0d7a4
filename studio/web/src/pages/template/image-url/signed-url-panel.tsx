import { Alert, Button, Group, SegmentedControl, Skeleton, Text, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { IconAlertTriangle, IconExternalLink } from '../../../generated/icons.ts';
import type { Schema } from '../../../api/client.ts';
import type { ApiError } from '../../../api/problem.ts';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { ErrorState } from '../../../parts/error-state.tsx';
import { LoopbackNotice } from '../../../parts/loopback-notice.tsx';
import { imageUrlWords as words } from '../../../words/image-url.ts';
import useItClasses from '../use-it/use-it.module.css';
import classes from './image-url.module.css';
import { urlSnippets, type UrlLanguage, type UrlSnippetInput } from './url-snippets.ts';

interface SignedUrlPanelProps {
  readonly signed: Schema<'ImageUrl'> | null;
  readonly error: ApiError | null;
  readonly retry: () => void;
  /** Whether the form says what is wrong. */
  readonly hasWrongValues: boolean;
  readonly isLive: boolean;
  readonly snippet: Omit<UrlSnippetInput, 'url'>;
}

const longUrl = 2_000;

/** The signed URL to copy, what it costs, and code that shows or signs it. */
export function SignedUrlPanel(props: SignedUrlPanelProps): ReactNode {
  const { signed, error, retry, hasWrongValues, isLive, snippet } = props;
  const fitted = Object.keys(signed?.fitted ?? {});
  return (
    <section aria-labelledby="signed-url">
      <Group justify="space-between" gap="xs" mb="xs" mih={30}>
        <Title order={2} id="signed-url">
          {words.url}
        </Title>
        {signed === null ? null : (
          <Group gap="xs">
            <Button
              component="a"
              href={signed.url}
              target="_blank"
              rel="noreferrer"
              variant="default"
              size="xs"
              leftSection={<IconExternalLink size={16} aria-hidden />}
            >
              {words.open}
            </Button>
            <CopyButton value={signed.url} what={words.url}>
              {words.copyUrl}
            </CopyButton>
          </Group>
        )}
      </Group>
      {signed === null ? (
        <Nothing error={error} retry={retry} hasWrongValues={hasWrongValues} />
      ) : (
        <>
          {/* Scrolled with the arrow keys, too. */}
          <div className={classes.url} tabIndex={0} role="region" aria-label={words.address} dir="ltr">
            {signed.url}
          </div>
          <Text size="sm" c="dimmed" mt="xs" maw="80ch">
            {signed.isCached ? words.costs.cached : words.costs.new} {isLive ? words.costs.live : null}
          </Text>
          <LoopbackNotice url={signed.url} />
          {fitted.length === 0 ? null : (
            <Text size="sm" mt="xs" maw="80ch" dir="auto" role="status">
              {words.fitted(fitted)}
            </Text>
          )}
          {signed.url.length > longUrl ? (
            <Alert color="yellow" mt="sm" icon={<IconAlertTriangle size={18} aria-hidden />} role="note">
              {words.long(signed.url.length)}
            </Alert>
          ) : null}
          <Code input={{ ...snippet, url: signed.url }} />
        </>
      )}
    </section>
  );
}

function Nothing({
  error,
  retry,
  hasWrongValues,
}: Pick<SignedUrlPanelProps, 'error' | 'retry' | 'hasWrongValues'>): ReactNode {
  if (hasWrongValues)
    return (
      <Text size="sm" c="dimmed" role="status">
        {words.unsigned}
      </Text>
    );
  if (error !== null) return <ErrorState error={error} onRetry={retry} />;
  return (
    <div aria-label={words.signing} role="status">
      <Skeleton h={64} />
    </div>
  );
}

function Code({ input }: { readonly input: UrlSnippetInput }): ReactNode {
  const [language, setLanguage] = useState<UrlLanguage>('img');
  const code = urlSnippets[language](input);
  const isProgram = language !== 'img' && language !== 'og';
  return (
    <div className={classes.code}>
      <Group justify="space-between" gap="xs" mb="xs">
        <div className={classes.languages}>
          <SegmentedControl
            aria-label={words.language}
            data={Object.entries(words.languages).map(([value, label]) => ({ value, label }))}
            value={language}
            onChange={(value) => setLanguage(value as UrlLanguage)}
          />
        </div>
        <CopyButton value={code} what={words.code}>
          {words.copy}
        </CopyButton>
      </Group>
      <pre className={useItClasses.code} tabIndex={0} role="region" aria-label={words.code} dir="ltr">
        <code>{code}</code>
      </pre>
      <Text size="sm" c="dimmed" mt="xs">
        {isProgram ? `${words.secret} ` : null}
        {words.runs[language]}
      </Text>
    </div>
  );
}
