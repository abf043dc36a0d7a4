import { useState, type ReactNode } from 'react';
import { IconPhotoOff } from '../../generated/icons.ts';
import type { Schema } from '../../api/client.ts';
import { templateWords as words } from '../../words/templates.ts';
import classes from './template.module.css';

interface ThumbnailProps {
  /** The path of the picture; null where there is none. */
  readonly source: string | null;
  readonly page: Schema<'PageSize'> | null;
  /** What it shows, for screen readers. Empty beside the same words. */
  readonly label: string;
}

/** A small picture in a tile that always has the same size. Without one, the page's outline. */
export function Thumbnail({ source, page, label }: ThumbnailProps): ReactNode {
  const [failed, setFailed] = useState<string | null>(null);
  const hasPicture = source !== null && source !== failed;
  return (
    <span className={classes.tile}>
      {hasPicture ? (
        <img
          className={classes.picture}
          src={source}
          alt={label}
          loading="lazy"
          decoding="async"
          onError={() => setFailed(source)}
        />
      ) : page === null ? (
        <IconPhotoOff size={28} stroke={1.4} role="img" aria-label={words.noPicture} />
      ) : (
        <PageOutline page={page} />
      )}
    </span>
  );
}

function PageOutline({ page: { width, height } }: { readonly page: Schema<'PageSize'> }): ReactNode {
  const ratio = width / height;
  const style = ratio > 4 / 3 ? { width: '62%' } : { height: '68%' };
  return (
    <span
      className={classes.outline}
      style={{ ...style, aspectRatio: ratio }}
      role="img"
      aria-label={words.noPicture}
    />
  );
}
