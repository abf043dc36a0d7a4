import { Paper } from '@mantine/core';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { designerWords as words } from '../../words/designer/designer.ts';
import type { Offer } from '../expressions/completion.ts';
import { OfferList } from '../expressions/offer-list.tsx';
import type { Box } from '../model/placement.ts';
import classes from './text-editor.module.css';

interface VariableOfferProps {
  readonly id: string;
  /** Of the text, in the canvas. */
  readonly below: Box;
  readonly offers: readonly Offer[];
  readonly chosen: number;
  readonly onChoose: (offer: Offer) => void;
}

/** What `{{` offers, below the field on the canvas. */
export function VariableOffer({ id, below, ...list }: VariableOfferProps): ReactNode {
  const paper = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { offsetWidth, offsetHeight, offsetParent, style } = paper.current!;
    const { clientWidth, clientHeight } = offsetParent!;
    const isRoomBelow = below.y + below.height + gap + offsetHeight <= clientHeight;
    const top = isRoomBelow ? below.y + below.height + gap : below.y - gap - offsetHeight;
    // Never beyond the canvas, which cuts it off.
    style.left = `${Math.max(gap, Math.min(below.x, clientWidth - offsetWidth - gap))}px`;
    style.top = `${Math.max(gap, Math.min(top, clientHeight - offsetHeight - gap))}px`;
  });
  return (
    <Paper
      ref={paper}
      withBorder
      shadow="md"
      className={classes.offer}
      id={id}
      role="listbox"
      aria-label={words.variables}
    >
      <OfferList id={id} {...list} />
    </Paper>
  );
}

/** CSS pixels between the text and the list. */
const gap = 6;
