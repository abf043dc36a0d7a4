import { ActionIcon, Anchor, Button, Collapse, Text } from '@mantine/core';
import { useId, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { IconChevronDown, IconSend } from '../../generated/icons.ts';
import { api, data, type Schema } from '../../api/client.ts';
import { invalidate, useChange } from '../../api/queries.ts';
import { formatDateTime } from '../../formats.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { Moment } from '../../parts/moment.tsx';
import { notifyDone, notifyError } from '../../parts/notify.tsx';
import { Status, type Tone } from '../../parts/status.tsx';
import { callbackWords as words } from '../../words/callbacks.ts';
import { Attempts } from './attempts.tsx';
import classes from './callbacks.module.css';

type Delivery = Schema<'Delivery'>;

const tones: Record<Delivery['status'], Tone> = { PENDING: 'active', DELIVERED: 'good', FAILED: 'bad' };

/** Deliveries, newest first. Each one opens to its attempts. */
export function DeliveryList({ deliveries }: { readonly deliveries: readonly Delivery[] }): ReactNode {
  const [asked, setAsked] = useState<Delivery | null>(null);
  const [isOpen, setOpen] = useState(false);
  const send = useChange(
    (deliveryId: string) =>
      data(api.POST('/deliveries/{deliveryId}/redeliver', { params: { path: { deliveryId } } })),
    ['/deliveries', '/batch-jobs', '/batch-jobs/{jobId}'],
    {
      onSuccess: () => notifyDone(words.sending),
      // Somebody else may have sent it.
      onError: () => void invalidate('/deliveries'),
    },
  );
  const ask = (delivery: Delivery) => {
    // Nothing that a receiver has done is done twice without a question.
    if (delivery.status === 'DELIVERED') {
      setAsked(delivery);
      setOpen(true);
    } else send.mutate(delivery.deliveryId, { onError: notifyError });
  };
  return (
    <>
      <ul className={classes.deliveries} aria-label={words.caption}>
        {deliveries.map((delivery) => (
          <DeliveryRow
            key={delivery.deliveryId}
            delivery={delivery}
            isSending={send.isPending && send.variables === delivery.deliveryId}
            onSend={() => ask(delivery)}
          />
        ))}
      </ul>
      <ConfirmDialog
        isOpen={isOpen}
        title={words.confirm.title}
        confirm={words.sendAgain}
        onConfirm={() => (asked === null ? Promise.resolve() : send.mutateAsync(asked.deliveryId))}
        onClose={() => setOpen(false)}
      >
        <Text size="sm" fw={600} className={classes.url}>
          {asked?.url}
        </Text>
        <Text size="sm" mt={4}>
          {words.confirm.detail}
        </Text>
      </ConfirmDialog>
    </>
  );
}

interface DeliveryRowProps {
  readonly delivery: Delivery;
  readonly isSending: boolean;
  readonly onSend: () => void;
}

function DeliveryRow({ delivery, isSending, onSend }: DeliveryRowProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { status, url, templateName, isRender, jobId, createdAt } = delivery;
  const when = formatDateTime(createdAt);
  const name = templateName ?? words.deletedJob;
  return (
    <li className={classes.delivery}>
      <div className={classes.row}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={words.show(name, when)}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <IconChevronDown
            size={18}
            aria-hidden
            className={classes.chevron}
            data-open={isOpen || undefined}
          />
        </ActionIcon>
        <div className={classes.what}>
          {templateName === null || isRender ? (
            <Text size="sm" c="dimmed" dir="auto">
              {name}
            </Text>
          ) : (
            <Anchor component={Link} to={`/jobs/${jobId}`} fw={600} size="sm" dir="auto">
              {name}
            </Anchor>
          )}
          <Text size="xs" c="dimmed" className={classes.url} dir="ltr">
            {url}
          </Text>
        </div>
        <div className={classes.state}>
          <Status tone={tones[status]}>{words.statuses[status]}</Status>
          <Detail delivery={delivery} />
        </div>
        <Text size="sm" c="dimmed" className={classes.when}>
          <Moment date={createdAt} />
        </Text>
        <div className={classes.actions}>
          {status === 'PENDING' ? null : (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconSend size={14} aria-hidden />}
              aria-label={words.sendAgainNamed(name, when)}
              loading={isSending}
              onClick={onSend}
            >
              {words.sendAgain}
            </Button>
          )}
        </div>
      </div>
      <Collapse expanded={isOpen} id={id}>
        {isOpen ? <Attempts delivery={delivery} /> : null}
      </Collapse>
    </li>
  );
}

/** Why it was not delivered, or when it will be sent. */
function Detail({
  delivery: { status, attempts, lastError, nextAttemptAt },
}: {
  readonly delivery: Delivery;
}) {
  return (
    <Text size="xs" c="dimmed" className={classes.detail}>
      {attempts === 0 ? words.noAttempt : words.attempts(attempts)}
      {nextAttemptAt === null
        ? null
        : ` · ${isDue(nextAttemptAt) ? words.due : words.next(formatDateTime(nextAttemptAt))}`}
      {lastError === null || status === 'DELIVERED' ? null : (
        <Text span size="xs" c="red">
          {' · '}
          {lastError}
        </Text>
      )}
    </Text>
  );
}

function isDue(nextAttemptAt: string): boolean {
  return Date.parse(nextAttemptAt) <= Date.now();
}
