import { Anchor, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { IconArrowLeft } from '../../../generated/icons.ts';
import { read } from '../../../api/client.ts';
import { usePreview } from '../../../parts/previews/use-preview.ts';
import { useDraft } from '../../../parts/template/draft.ts';
import { completeValues, readTried } from '../../../parts/template/tried-values.ts';
import { partWords } from '../../../words/parts.ts';
import { templatePageWords } from '../../../words/template.ts';
import { PictureStage } from '../picture-stage.tsx';
import { useTemplate } from '../template-context.ts';
import classes from './versions.module.css';

const words = templatePageWords.versions;

/** A version's number, or the draft. */
export type Side = number | 'draft';

/** Reads the address's `compare=1,3` or `compare=3,draft`. Null where it is neither. */
export function readPair(value: string | null): readonly [Side, Side] | null {
  const [first, second, ...more] = (value ?? '').split(',').map(readSide);
  if (first == null || second == null || more.length > 0 || first === second) return null;
  return [first, second];
}

function readSide(value: string): Side | null {
  if (value === 'draft') return value;
  const number = Number(value);
  return Number.isInteger(number) && number > 0 && number <= 2_147_483_647 ? number : null;
}

/** Two versions, or one and the draft, as large pictures side by side. */
export function Comparison({ pair }: { readonly pair: readonly [Side, Side] }): ReactNode {
  const { id } = useTemplate();
  return (
    <>
      <Group gap="md" mb="md">
        <Anchor component={Link} to={`/templates/${id}/versions`} size="sm" className={classes.back}>
          <IconArrowLeft size={16} aria-hidden />
          {partWords.back(words.backToList)}
        </Anchor>
        <Text size="sm" c="dimmed">
          {words.values}
        </Text>
      </Group>
      <div className={classes.pair}>
        {pair.map((side) => (
          <Picture key={side} side={side} />
        ))}
      </div>
    </>
  );
}

function Picture({ side }: { readonly side: Side }): ReactNode {
  const template = useTemplate();
  const { id: templateId, version } = template;
  const [{ values: entered }] = useState(() => readTried(template));
  const draft = useDraft(templateId, side === 'draft');
  const published = useQuery({
    ...read('/templates/{templateId}/versions/{version}', {
      params: { path: { templateId, version: side === 'draft' ? (version ?? 1) : side } },
    }),
    enabled: side !== 'draft',
  });
  const shown = side === 'draft' ? draft.data?.draft : published.data;
  // Values of variables that this side does not have would be refused.
  const values = completeValues(shown?.variables ?? [], {
    entered,
    example: draft.data?.draft.example ?? template.example,
  });
  const target = {
    templateId,
    version: side === 'draft' ? null : side,
    // Not sent: another revision is another picture.
    revision: side === 'draft' ? template.draft?.revision : undefined,
  };
  const state = usePreview(target, { values }, { isEnabled: shown !== undefined });
  const error = (side === 'draft' ? draft.error : published.error) ?? state.error;
  const name = side === 'draft' ? words.draft : words.version(side);
  return (
    <section aria-label={name}>
      <Title order={2} mb="xs">
        {name}
      </Title>
      <PictureStage state={{ ...state, error }} name={name} page={template.page} />
    </section>
  );
}
