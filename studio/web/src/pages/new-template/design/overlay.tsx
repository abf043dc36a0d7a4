import { Slider, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { designImportWords as words } from '../../../words/design-import.ts';
import classes from './design-review.module.css';
import type { Conversion } from './use-conversion.ts';

interface OverlayProps {
  readonly original: string;
  readonly picture: string;
  readonly page: NonNullable<Conversion['page']>;
  readonly comparison: Conversion['comparison'];
  /** The parts that are marked. */
  readonly marks: ReactNode;
  readonly alt: string;
}

/** The original over the template, up to a line that a slider moves. */
export function Overlay({ original, picture, page, comparison, marks, alt }: OverlayProps): ReactNode {
  const [share, setShare] = useState(50);
  // As wide as there is room, and at most 26 rem high; the slider has the width of the picture.
  const width = `min(100%, ${(26 * page.width) / page.height}rem)`;
  return (
    <figure className={`${classes.figure} ${classes.wide}`}>
      <figcaption>{words.both}</figcaption>
      <div className={classes.stage}>
        <div className={classes.picture} style={{ width, aspectRatio: `${page.width} / ${page.height}` }}>
          <img src={picture} alt={alt} style={{ clipPath: `inset(0 0 0 ${share}%)` }} />
          <img
            src={original}
            alt=""
            className={classes.over}
            style={{ clipPath: `inset(0 ${100 - share}% 0 0)` }}
          />
          <span aria-hidden className={classes.divide} style={{ left: `${share}%` }} />
          {marks}
        </div>
      </div>
      <div className={classes.slide}>
        <Slider
          value={share}
          onChange={setShare}
          thumbLabel={words.divide}
          label={(value) => `${value} %`}
          my="sm"
          mx="auto"
          miw="10rem"
          w={width}
        />
      </div>
      {comparison === null ? null : (
        <Text size="sm" c="dimmed">
          {comparison.differences.length === 0 ? words.same : words.compared(percent(comparison.share))}
        </Text>
      )}
    </figure>
  );
}

function percent(share: number): string {
  const options = { style: 'percent', maximumFractionDigits: share < 0.1 ? 1 : 0 } as const;
  return Math.max(0.001, share).toLocaleString(undefined, options);
}
