import { Loader } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';
import { ErrorState } from '../error-state.tsx';
import { previewWords } from '../../words/previews.ts';
import classes from './previews.module.css';
import type { PreviewState } from './use-preview.ts';

interface PreviewPictureProps
  extends Pick<PreviewState, 'preview' | 'isLoading'>, Partial<Pick<PreviewState, 'error' | 'retry'>> {
  /** The page, in any unit: its place is kept free until the picture is there. Null: not known. */
  readonly page: { readonly width: number; readonly height: number } | null;
  /** What the picture shows: "Preview of Social card". */
  readonly alt: string;
  /** The picture is as large as fits into the width and this height. */
  readonly maxHeight?: string;
}

/**
 * The picture of a preview, fitted into its place, with a checkerboard behind transparent parts. PDF files
 * cannot be shown.
 */
export function PreviewPicture({
  preview,
  isLoading,
  error = null,
  retry,
  page,
  alt,
  maxHeight = '70vh',
}: PreviewPictureProps): ReactNode {
  const { width, height } = page ?? preview ?? { width: 1, height: 1 };
  const style: CSSProperties = {
    aspectRatio: `${width} / ${height}`,
    maxWidth: `min(100%, calc(${maxHeight} * ${width / height}))`,
  };
  if (preview === null && error !== null)
    return <ErrorState error={error} {...(retry === undefined ? {} : { onRetry: retry })} />;
  return (
    <div className={classes.frame} style={style} aria-busy={isLoading}>
      {preview === null ? (
        <div className={classes.empty} role="status" aria-label={previewWords.loading} />
      ) : (
        <img
          className={classes.picture}
          src={preview.url}
          alt={alt}
          data-stale={isLoading || error !== null}
        />
      )}
      {isLoading && <Loader className={classes.loader} size="sm" aria-hidden />}
    </div>
  );
}
