import { Text, Title, Tooltip } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import {
  IconAlertTriangle,
  IconBooks,
  IconEye,
  IconFingerprint,
  IconFingerprintOff,
  IconKey,
  IconKeyOff,
  IconLink,
  IconLogin2,
  IconLogout,
  IconPassword,
  IconRefresh,
  IconSettings,
  IconShieldCheck,
  IconShieldOff,
  IconUserCheck,
  IconUserEdit,
  IconUserMinus,
  IconUserPlus,
  IconWebhook,
} from '../../generated/icons.ts';
import type { Icon } from '../../parts/icon.tsx';
import type { Schema } from '../../api/client.ts';
import { formatDate, formatDateTime, formatNumber, formatTime } from '../../formats.ts';
import { activityWords as words } from '../../words/activity.ts';
import classes from './activity.module.css';

type Entry = Schema<'ActivityEntry'>;

const icons: Readonly<Record<Entry['action'], Icon>> = {
  MEMBER_INVITED: IconUserPlus,
  MEMBER_JOINED: IconUserCheck,
  MEMBER_CHANGED: IconUserEdit,
  MEMBER_REMOVED: IconUserMinus,
  PASSWORD_SET: IconPassword,
  SIGN_IN_LINK_CREATED: IconLink,
  SECOND_FACTOR_ON: IconShieldCheck,
  SECOND_FACTOR_OFF: IconShieldOff,
  RECOVERY_CODE_USED: IconShieldCheck,
  PASSKEY_ADDED: IconFingerprint,
  PASSKEY_REMOVED: IconFingerprintOff,
  WORKSPACE_CHANGED: IconSettings,
  SIGNED_IN: IconLogin2,
  SIGN_IN_FAILED: IconAlertTriangle,
  SESSIONS_ENDED: IconLogout,
  KEY_CREATED: IconKey,
  KEY_DELETED: IconKeyOff,
  URL_KEY_CREATED: IconKey,
  URL_KEY_DELETED: IconKeyOff,
  LIBRARY_ITEM_ADDED: IconBooks,
  LIBRARY_ITEM_CHANGED: IconBooks,
  LIBRARY_ITEM_REMOVED: IconBooks,
  CALLBACK_SECRET_SHOWN: IconEye,
  CALLBACK_SECRET_ROTATED: IconRefresh,
  WEBHOOK_ENDPOINT_ADDED: IconWebhook,
  WEBHOOK_ENDPOINT_CHANGED: IconWebhook,
  WEBHOOK_ENDPOINT_REMOVED: IconWebhook,
  WEBHOOK_SECRET_ROTATED: IconRefresh,
};

/** Entries in groups of one day. */
export function Days({ entries }: { readonly entries: readonly Entry[] }): ReactNode {
  const days = Map.groupBy(entries, ({ at }) => new Date(at).toDateString());
  return [...days].map(([day, ofDay]) => <Day key={day} day={day} entries={ofDay} />);
}

function Day({ day, entries }: { readonly day: string; readonly entries: readonly Entry[] }): ReactNode {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.day}>
      <Title order={2} id={id} className={classes.date}>
        {getName(day)}
      </Title>
      <ul className={classes.entries}>
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} />
        ))}
      </ul>
    </section>
  );
}

function EntryRow({ entry }: { readonly entry: Entry }): ReactNode {
  const { at, actor, action, subject, detail, count } = entry;
  const Glyph = icons[action];
  const { text, ofOneself, hidesSubject = false, isBySomebody = false } = words.sentences[action];
  const isOfOneself = ofOneself !== undefined && actor?.name === subject;
  return (
    <li className={classes.entry}>
      <Glyph size={18} stroke={1.6} aria-hidden className={classes.icon} />
      <div className={classes.what}>
        {isBySomebody ? (
          words.somebody
        ) : actor === null ? (
          <Tooltip label={words.operatorHint}>
            <span className={classes.operator} tabIndex={0}>
              {words.operator}
            </span>
          </Tooltip>
        ) : (
          <bdi className={classes.name}>{actor.name}</bdi>
        )}{' '}
        {isOfOneself ? ofOneself : text}
        {isOfOneself || hidesSubject ? null : (
          <>
            {' '}
            <bdi className={classes.name}>{subject}</bdi>
          </>
        )}
        {detail === undefined ? null : (
          <Text size="sm" c="dimmed" dir="auto">
            {detail}
          </Text>
        )}
        {count === undefined ? null : (
          <Text size="sm" c="dimmed">
            {words.times(formatNumber(count))}
          </Text>
        )}
      </div>
      <time dateTime={at} title={formatDateTime(at)} className={classes.time}>
        {formatTime(at)}
      </time>
    </li>
  );
}

const dayMs = 24 * 60 * 60 * 1000;

function getName(day: string): string {
  if (day === new Date().toDateString()) return words.today;
  if (day === new Date(Date.now() - dayMs).toDateString()) return words.yesterday;
  return formatDate(day);
}
