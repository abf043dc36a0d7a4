import { ActionIcon, Group, NumberInput, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { Schema } from '../../../api/client.ts';
import { formatNumber } from '../../../formats.ts';
import { PreviewPicture } from '../../../parts/previews/preview-picture.tsx';
import { usePreview } from '../../../parts/previews/use-preview.ts';
import { batchWords } from '../../../words/batch.ts';
import type { PreparedRow } from '../prepared-batch.ts';
import type { RowState } from './row-state.ts';
import classes from '../batch.module.css';

const words = batchWords.rows;

interface RowPicturesProps {
  readonly template: Schema<'Template'>;
  readonly rows: readonly PreparedRow[];
  /** Of each row. */
  readonly states: readonly RowState[];
}

/** Pictures of a few rows, and the way to those of any row. */
export function RowPictures({ template, rows, states }: RowPicturesProps): ReactNode {
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
          // A picture stays in its place while others are looked at, so that its request can be replaced.
          <RowPicture
            key={row.index % count}
            template={template}
            row={row}
            isWrong={states[row.index] === 'error'}
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
  isWrong,
}: {
  readonly template: Schema<'Template'>;
  readonly row: PreparedRow;
  readonly isWrong: boolean;
}): ReactNode {
  const state = usePreview(
    { templateId: id, version },
    { values: row.values, format: 'png' },
    { delayMs: 400, isEnabled: !isWrong },
  );
  return (
    <figure className={classes.figure}>
      <div className={classes.picture} data-wrong={isWrong || undefined}>
        {isWrong ? (
          <Text size="sm" c="dimmed" ta="center" px="sm">
            {words.notDrawable}
          </Text>
        ) : (
          <PreviewPicture {...state} page={page} alt={words.pictureAlt(row.line)} maxHeight="220px" />
        )}
      </div>
      <figcaption>{words.pictureOf(row.line)}</figcaption>
    </figure>
  );
}
