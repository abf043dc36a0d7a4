import { ActionIcon, Group, Select, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { IconPlus } from '../../../generated/icons.ts';
import { read, type Schema } from '../../../api/client.ts';
import type { Tried } from '../../../parts/template/tried-values.ts';
import { imageUrlWords as words } from '../../../words/image-url.ts';
import { FormatControl } from '../../../parts/template/format-control.tsx';
import { OutputOptions } from '../try-it/output-options.tsx';

/** How long a URL works. `at`: Unix seconds; null is without end. */
export interface Expiry {
  readonly days: keyof typeof words.lifetimes;
  readonly at: number | null;
}

export const noExpiry: Expiry = { days: 'never', at: null };

/** What is chosen for a URL besides values, format and options. */
export interface UrlChoices {
  /** Null: the first that fits. */
  readonly urlKeyId: string | null;
  /** A number, or `live`. */
  readonly version: string;
  readonly expiry: Expiry;
}

interface UrlSettingsProps {
  readonly template: Schema<'Template'>;
  readonly liveVersion: number;
  readonly keys: readonly Schema<'UrlKey'>[];
  readonly urlKeyId: string;
  readonly onCreate: () => void;
  readonly choices: UrlChoices;
  readonly onChange: (change: Partial<UrlChoices>) => void;
  readonly tried: Tried;
  readonly onTried: (change: Partial<Tried>) => void;
}

/** Key, version, format, options and lifetime of a URL. */
export function UrlSettings(props: UrlSettingsProps): ReactNode {
  const { template, liveVersion, keys, urlKeyId, onCreate, choices, onChange, tried, onTried } = props;
  const { version, expiry } = choices;
  const { data: versions } = useQuery(
    read('/templates/{templateId}/versions', {
      params: { path: { templateId: template.id }, query: { size: 100 } },
    }),
  );
  const setLifetime = (days: Expiry['days']) => {
    const at = days === 'never' ? null : Math.floor(Date.now() / 1000) + Number(days) * 24 * 60 * 60;
    onChange({ expiry: { days, at } });
  };
  return (
    <div>
      <Group gap="md" align="flex-start" mb="md">
        <Group gap={6} align="flex-end" wrap="nowrap">
          <Select
            label={words.key}
            w={200}
            dir="auto"
            allowDeselect={false}
            searchable={keys.length > 10}
            data={keys.map(({ id, name }) => ({ value: id, label: name }))}
            value={urlKeyId}
            onChange={(id) => onChange({ urlKeyId: id })}
          />
          <Tooltip label={words.createKey}>
            <ActionIcon variant="default" size={36} aria-label={words.createKey} onClick={onCreate}>
              <IconPlus size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Group>
        <Select
          label={words.version}
          w={210}
          allowDeselect={false}
          data={[
            { value: 'live', label: words.live(liveVersion) },
            ...(versions?.data ?? []).map(({ number }) => ({
              value: String(number),
              label: words.numbered(number),
            })),
          ]}
          description={words.versionHints[version === 'live' ? 'live' : 'numbered']}
          inputWrapperOrder={['label', 'input', 'description']}
          value={version}
          onChange={(next) => onChange({ version: next ?? 'live' })}
        />
        <Select
          label={words.expires}
          w={210}
          allowDeselect={false}
          data={Object.entries(words.lifetimes).map(([value, label]) => ({ value, label }))}
          description={expiry.at === null ? undefined : words.expiresAt(expiry.at)}
          inputWrapperOrder={['label', 'input', 'description']}
          value={expiry.days}
          onChange={(days) => setLifetime((days ?? 'never') as Expiry['days'])}
        />
      </Group>
      <Group gap="xs">
        <FormatControl value={tried.format} onChange={(format) => onTried({ format })} />
        <OutputOptions template={template} tried={tried} onChange={onTried} isForUrl />
      </Group>
    </div>
  );
}
