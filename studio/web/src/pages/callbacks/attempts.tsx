import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schema } from '../../api/client.ts';
import { formatDateTime, formatMilliseconds } from '../../formats.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Status } from '../../parts/status.tsx';
import { callbackWords } from '../../words/callbacks.ts';
import classes from './callbacks.module.css';

const words = callbackWords.log;

/** The attempts of a delivery, newest first, with what was answered. */
export function Attempts({ delivery }: { readonly delivery: Schema<'Delivery'> }): ReactNode {
  const { attempts, attemptLog, templateName, deliveryId } = delivery;
  const earlier = attempts - attemptLog.length;
  return (
    <div className={classes.log}>
      {attemptLog.length === 0 ? (
        <Text size="sm" c="dimmed">
          {attempts === 0 ? words.notYet : words.noLog}
        </Text>
      ) : (
        <ol
          className={classes.attempts}
          aria-label={words.caption(templateName ?? callbackWords.deletedJob)}
          reversed
        >
          {attemptLog.map((attempt) => (
            <AttemptEntry key={attempt.number} attempt={attempt} />
          ))}
        </ol>
      )}
      <Text size="xs" c="dimmed" component="div" className={classes.id}>
        {attemptLog.length > 0 && earlier > 0 ? `${words.earlier(earlier)} ` : null}
        {words.deliveryId} <code>{deliveryId}</code> <CopyButton value={deliveryId} what={words.deliveryId} />
      </Text>
    </div>
  );
}

function AttemptEntry({ attempt }: { readonly attempt: Schema<'DeliveryAttempt'> }): ReactNode {
  const { number, at, durationMs, statusCode, answer, error } = attempt;
  return (
    <li className={classes.attempt}>
      <div className={classes.attemptHead}>
        <Text span size="sm" fw={600}>
          {words.number(number)}
        </Text>
        <Status tone={error === null ? 'good' : 'bad'}>
          {statusCode === null ? words.none : words.ok(statusCode)}
        </Status>
        <Text span size="xs" c="dimmed">
          <time dateTime={at}>{formatDateTime(at)}</time>, {formatMilliseconds(durationMs)}
        </Text>
      </div>
      {error === null ? null : (
        <Text size="sm" className={classes.error}>
          {error}
        </Text>
      )}
      {statusCode === null ? null : answer === null || answer.trim() === '' ? (
        <Text size="xs" c="dimmed">
          {words.empty}
        </Text>
      ) : (
        <pre className={classes.answer} dir="auto">
          {answer}
        </pre>
      )}
    </li>
  );
}
