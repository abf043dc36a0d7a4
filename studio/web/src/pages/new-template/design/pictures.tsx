import { Text } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { designImportWords as words } from '../../../words/design-import.ts';
import classes from './design-review.module.css';
import { Overlay } from './overlay.tsx';
import type { Conversion } from './use-conversion.ts';

interface PicturesProps {
  readonly file: File;
  readonly converted: Conversion;
  /** The name of the element whose places are marked. */
  readonly shown: string | null;
  readonly isWaiting: boolean;
}

/** The original, where the file has a picture of it, and the template. */
export function Pictures({ file, converted, shown, isWaiting }: PicturesProps): ReactNode {
  const ownUrl = useSvgUrl(converted.format === 'svg' ? file : null);
  const original = converted.original === null ? ownUrl : `data:image/png;base64,${converted.original}`;
  const { page, picture, elements, comparison } = converted;
  const marked = elements.filter(({ name }) => name === shown);
  const marks = (
    <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden className={classes.marks}>
      {marked.map(({ x, y, width, height }, index) => (
        <rect key={index} {...{ x, y, width, height }} vectorEffect="non-scaling-stroke" />
      ))}
    </svg>
  );
  return (
    <div className={classes.pictures} data-single={original === null || undefined}>
      {original === null ? null : (
        <figure className={classes.figure}>
          <figcaption>{words.original}</figcaption>
          <div className={classes.stage}>
            <img src={original} alt={words.originalOf(file.name)} />
          </div>
        </figure>
      )}
      <figure className={classes.figure}>
        <figcaption>{words.result}</figcaption>
        <div className={classes.stage} data-waiting={isWaiting || undefined}>
          {picture === null || page === null ? (
            <Text size="sm" c="dimmed" ta="center">
              {words.noResult}
            </Text>
          ) : (
            <div className={classes.picture} style={{ aspectRatio: `${page.width} / ${page.height}` }}>
              <img src={`data:image/png;base64,${picture}`} alt={words.pictureOf(file.name)} />
              {marks}
            </div>
          )}
        </div>
        {original === null ? (
          <Text size="xs" c="dimmed" mt={6}>
            {words.noOriginal}
          </Text>
        ) : null}
      </figure>
      {original === null || picture === null || page === null || converted.original === null ? null : (
        <Overlay
          picture={`data:image/png;base64,${picture}`}
          alt={words.bothOf(file.name)}
          {...{ original, page, comparison, marks }}
        />
      )}
    </div>
  );
}

/** An SVG is its own picture. As an image it runs no scripts and loads nothing. */
function useSvgUrl(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (file === null || !/\.svg$/i.test(file.name)) return;
    const made = URL.createObjectURL(new Blob([file], { type: 'image/svg+xml' }));
    setUrl(made);
    return () => {
      URL.revokeObjectURL(made);
      setUrl(null);
    };
  }, [file]);
  return url;
}
