import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSession } from '../../api/session.ts';
import { formatDateTime } from '../../formats.ts';
import { linkWords } from '../../words/links.ts';

const words = linkWords.lifetime;

const dayMs = 24 * 60 * 60 * 1_000;

/** Offered if the plan's links work longer. */
const choices = [1, 7, 30, 90] as const;

interface LifetimeSelectProps {
  /** Null: as long as the plan allows. */
  readonly days: number | null;
  readonly onChange: (days: number | null) => void;
}

/** How long a new link works. Nothing on plans without links. */
export function LifetimeSelect({ days, onChange }: LifetimeSelectProps): ReactNode {
  const { shareLinkSeconds } = useSession().limits;
  if (shareLinkSeconds === null) return null;
  const lifetimeMs = days === null ? shareLinkSeconds * 1_000 : days * dayMs;
  return (
    <NativeSelect
      label={words.label}
      description={words.until(formatDateTime(new Date(Date.now() + lifetimeMs).toISOString()))}
      value={days ?? ''}
      onChange={({ currentTarget: { value } }) => onChange(value === '' ? null : Number(value))}
      data={[
        { value: '', label: words.longest(Math.floor((shareLinkSeconds * 1_000) / dayMs)) },
        ...choices
          .filter((choice) => choice * dayMs < shareLinkSeconds * 1_000)
          .map((choice) => ({ value: String(choice), label: words.days(choice) })),
      ]}
      inputWrapperOrder={['label', 'input', 'description']}
      data-autofocus
    />
  );
}
