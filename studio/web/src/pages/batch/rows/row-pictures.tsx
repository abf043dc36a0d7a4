import { ActionIcon, Group, NumberInput, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { IconChevronLeft, IconChevronRight } from '../../../generated/icons.ts';
import type { Schema } from '../../../api/client.ts';
import { formatNumber } from '../../../formats.ts';
import { PreviewPicture } from '../../../parts/previews/preview-picture.tsx';
import { usePreview } from '../../../parts/previews/use-preview.ts';
import { batchWords } from '../../../words/batch.ts';
import { useRequestPictures } from '../pictures/use-picture-uploads.ts';
import type { PreparedRow } from '../prepared-batch.ts';
import type { RowState } from './row-state.ts';
import classes from '../batch.module.css';

const words = batchWords.rows;

interface RowPicturesProps {
  readonly template: Schema<'Template'>;
  readonly rows: readonly PreparedRow[];
  /** Of each row of the file, by its place. */
  readonly states: readonly RowState[];
  /** Whether rows that are not checked yet are about to be. */
  readonly isChecking: boolean;
}

/** Pictures of a few rows that are not left out, and the way to those of any row. */
export function RowPictures({ template, rows: all, states, isChecking }: RowPicturesProps): ReactNode {
  const rows = all.filter(({ isLeftOut }) => !isLeftOut);
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const count = isNarrow ? 2 : 4;
  const [first, setFirst] = useState(0);
  const start = Math.min(first, Math.max(0, rows.length - 1));
  const shown = rows.slice(start, start + count);
  const goTo = (line: number | string) => {
    if (typeof line !== 'number') return;
    const index = rows.findIndex((row) => row.line >= line);
    setFirst(index < 0 ? rows.length - 1 : index);
  };
  return (
    <div role="group" aria-label={words.pictures}>
      <div className={classes.pictures}>
        {shown.map((row) => (
          <RowPicture
            key={row.line}
            template={template}
            row={row}
            state={states[row.index] ?? 'pending'}
            isChecking={isChecking}
          />
        ))}
      </div>
      {rows.length <= count ? null : (
        <Group gap="xs" mt="sm">
          <ActionIcon
            variant="default"
            aria-label={words.previous}
            disabled={start === 0}
            onClick={() => setFirst(Math.max(0, start - count))}
          >
            <IconChevronLeft size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="default"
            aria-label={words.next}
            disabled={start + count >= rows.length}
            onClick={() => setFirst(start + count)}
          >
            <IconChevronRight size={18} aria-hidden />
          </ActionIcon>
          <Text size="sm" c="dimmed">
            {words.picturesRange(
              formatNumber(start + 1),
              formatNumber(Math.min(start + count, rows.length)),
              formatNumber(rows.length),
            )}
          </Text>
          <NumberInput
            size="xs"
            w={120}
            ml="auto"
            aria-label={words.goTo}
            placeholder={words.goTo}
            hideControls
            min={rows[0]?.line ?? 1}
            max={rows.at(-1)?.line ?? 1}
            onChange={goTo}
          />
        </Group>
      )}
    </div>
  );
}

function RowPicture({
  template: { id, version, page },
  row,
  state,
  isChecking,
}: {
  readonly template: Schema<'Template'>;
  readonly row: PreparedRow;
  readonly state: RowState;
  readonly isChecking: boolean;
}): ReactNode {
  // Only what the check has accepted is drawn: other values would be refused.
  const isEnabled = state === 'fine' || state === 'warning';
  const pictures = useRequestPictures(row.values);
  const shown = usePreview(
    { templateId: id, version },
    { values: row.values, format: 'png', ...pictures },
    { delayMs: 400, isEnabled },
  );
  const obstacle = state === 'error' ? words.notDrawable : isEnabled || isChecking ? null : words.pending;
  return (
    <figure className={classes.figure}>
      <div className={classes.picture}>
        {obstacle === null ? (
          <PreviewPicture
            {...shown}
            isLoading={shown.isLoading || !isEnabled}
            page={page}
            alt={words.pictureAlt(row.line)}
            maxHeight="220px"
          />
        ) : (
          <Text size="sm" c="dimmed" ta="center" px="sm">
            {obstacle}
          </Text>
        )}
      </div>
      <figcaption>{words.pictureOf(row.line)}</figcaption>
    </figure>
  );
}
