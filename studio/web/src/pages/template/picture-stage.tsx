import { ActionIcon, Button, Group, Loader, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { IconPhoto, IconZoomIn, IconZoomOut } from '../../generated/icons.ts';
import type { Schema } from '../../api/client.ts';
import { formatPercent } from '../../formats.ts';
import { ErrorState } from '../../parts/error-state.tsx';
import type { PreviewState } from '../../parts/previews/use-preview.ts';
import { valueErrors } from '../../parts/previews/variable-form.tsx';
import { templatePageWords } from '../../words/template.ts';
import classes from './picture-stage.module.css';

const words = templatePageWords.stage;

interface PictureStageProps {
  readonly state: PreviewState;
  /** What it shows, for screen readers. */
  readonly name: string;
  /** Keeps the place while there is no picture. */
  readonly page: Schema<'PageSize'> | null;
  /** Buttons beside those for the zoom. */
  readonly actions?: ReactNode;
}

const steps = [0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4] as const;

/** A rendered picture on a stage that keeps its size, with zoom. */
export function PictureStage({ state, name, page, actions }: PictureStageProps): ReactNode {
  const [zoom, setZoom] = useState<number | null>(null);
  const { preview, error, isLoading, retry } = state;
  const isOfValues = Object.keys(valueErrors(error)).length > 0;
  // The bar of the draft lists them.
  const isOfTemplate = error?.code === 'TEMPLATE_INVALID';
  const at = zoom ?? 1;
  const next = steps.find((step) => step > at);
  const previous = steps.findLast((step) => step < at);
  const width = preview === null || zoom === null ? undefined : preview.width * zoom;
  return (
    <div className={classes.preview}>
      <div
        className={classes.stage}
        data-zoomed={zoom !== null || undefined}
        style={page === null ? {} : { aspectRatio: Math.min(2, Math.max(0.9, page.width / page.height)) }}
        // Scrolled with the arrow keys, too.
        {...(zoom === null ? {} : { tabIndex: 0, role: 'region', 'aria-label': words.picture(name) })}
      >
        {preview === null ? (
          <div className={classes.nothing}>
            {isLoading ? <Loader size="sm" aria-hidden /> : <IconPhoto size={32} stroke={1.4} aria-hidden />}
            <Text size="sm">
              {isLoading
                ? words.drawing
                : isOfValues
                  ? words.incomplete
                  : isOfTemplate
                    ? words.invalid
                    : words.noPicture}
            </Text>
          </div>
        ) : (
          <img
            src={preview.url}
            alt={words.picture(name)}
            className={classes.picture}
            data-old={error !== null || undefined}
            {...(width === undefined ? {} : { style: { width } })}
          />
        )}
        {preview !== null && isLoading ? (
          <span className={classes.busy}>
            <Loader size={16} aria-hidden />
          </span>
        ) : null}
      </div>
      <Group justify="space-between" gap="xs" mt="xs">
        <Group gap={4} role="group" aria-label={words.zoom}>
          <ActionIcon
            variant="default"
            aria-label={words.zoomOut}
            disabled={preview === null || previous === undefined}
            onClick={() => setZoom(previous ?? at)}
          >
            <IconZoomOut size={16} aria-hidden />
          </ActionIcon>
          <Button
            variant={zoom === null ? 'light' : 'default'}
            size="compact-sm"
            h={28}
            onClick={() => setZoom(null)}
            aria-pressed={zoom === null}
          >
            {words.fit}
          </Button>
          <Button
            variant={zoom === 1 ? 'light' : 'default'}
            size="compact-sm"
            h={28}
            onClick={() => setZoom(1)}
            aria-pressed={zoom !== null}
            miw={58}
            disabled={preview === null}
          >
            {formatPercent(at)}
          </Button>
          <ActionIcon
            variant="default"
            aria-label={words.zoomIn}
            disabled={preview === null || next === undefined}
            onClick={() => setZoom(next ?? at)}
          >
            <IconZoomIn size={16} aria-hidden />
          </ActionIcon>
        </Group>
        {actions}
      </Group>
      <div role="status">
        {preview !== null && (isOfValues || isOfTemplate) ? (
          <Text size="sm" c="dimmed" mt="xs">
            {words.old}
          </Text>
        ) : null}
      </div>
      {error === null || isOfValues || isOfTemplate ? null : (
        <div className={classes.error}>
          <ErrorState error={error} onRetry={retry} />
        </div>
      )}
    </div>
  );
}
