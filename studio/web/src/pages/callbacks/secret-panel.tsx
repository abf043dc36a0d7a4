import { Alert, Button, Group, Text, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { IconClockHour4, IconEye, IconEyeOff, IconRefresh } from '../../generated/icons.ts';
import { api, data, type Schema } from '../../api/client.ts';
import { useChange } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import { formatDateTime } from '../../formats.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { ErrorState } from '../../parts/error-state.tsx';
import { notifyDone } from '../../parts/notify.tsx';
import { callbackWords } from '../../words/callbacks.ts';
import classes from './callbacks.module.css';

const { secret: words, rotating } = callbackWords;

type Secret = Schema<'CallbackSecret'>;

/** The secret that signs callbacks: owners see it on demand, and replace it. */
export function SecretPanel(): ReactNode {
  const { account } = useSession();
  const isOwner = account.role === 'OWNER';
  return (
    <section aria-labelledby="secret" className={classes.secret}>
      {isOwner ? (
        <OwnersSecret />
      ) : (
        <Heading>
          {words.description} {words.member}
        </Heading>
      )}
    </section>
  );
}

function Heading({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <div className={classes.secretText}>
      <Title order={2} size="h3" id="secret">
        {words.title}
      </Title>
      <Text size="sm" c="dimmed">
        {children}
      </Text>
    </div>
  );
}

function OwnersSecret(): ReactNode {
  // Kept only while it is shown; each time it is read is noted in the activity log.
  const [secret, setSecret] = useState<Secret | null>(null);
  const [isRotating, setRotating] = useState(false);
  const show = useChange(() => data(api.GET('/callback-secret')), ['/activity'], { onSuccess: setSecret });
  const rotate = async () => {
    setSecret(await data(api.POST('/callback-secret/rotate')));
    show.reset();
    notifyDone(rotating.done);
  };
  return (
    <>
      <Group justify="space-between" gap="sm">
        <Heading>{words.description}</Heading>
        <Group gap="xs">
          {secret === null ? (
            <Button
              variant="default"
              leftSection={<IconEye size={16} aria-hidden />}
              loading={show.isPending}
              onClick={() => show.mutate()}
            >
              {words.show}
            </Button>
          ) : (
            <Button
              variant="default"
              leftSection={<IconEyeOff size={16} aria-hidden />}
              onClick={() => setSecret(null)}
            >
              {words.hide}
            </Button>
          )}
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={() => setRotating(true)}
          >
            {words.rotate}
          </Button>
        </Group>
      </Group>
      {secret === null ? null : (
        <div className={classes.shown}>
          <CodeBlock code={secret.callbackSecret} label={words.what} />
          {secret.previousUntil === null ? null : (
            <Alert role="note" color="yellow" icon={<IconClockHour4 size={18} aria-hidden />}>
              {words.both(formatDateTime(secret.previousUntil))}
            </Alert>
          )}
          <Text size="sm" component="div" c="dimmed">
            {words.check.map((sentence) => (
              <div key={sentence}>{sentence}</div>
            ))}
            {words.noted}
          </Text>
        </div>
      )}
      {show.error === null ? null : <ErrorState error={show.error} onRetry={() => show.mutate()} />}
      <ConfirmDialog
        isOpen={isRotating}
        title={rotating.title}
        confirm={rotating.action}
        onConfirm={rotate}
        onClose={() => setRotating(false)}
      >
        <Text size="sm">{rotating.overlap}</Text>
        <Text size="sm" c="dimmed" mt="xs">
          {rotating.another}
        </Text>
      </ConfirmDialog>
    </>
  );
}
