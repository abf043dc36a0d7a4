import { Text, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Offer } from './completion.ts';
import classes from './offers.module.css';

interface OfferListProps {
  /** Of the list; those of the options begin with it. */
  readonly id: string;
  readonly offers: readonly Offer[];
  readonly chosen: number;
  readonly onChoose: (offer: Offer) => void;
}

/** The options of a list that `{{` offers. The field keeps the focus. */
export function OfferList({ id, offers, chosen, onChoose }: OfferListProps): ReactNode {
  return offers.map((offer, index) => (
    <UnstyledButton
      key={`${offer.kind} ${offer.name}`}
      id={`${id}-${index}`}
      role="option"
      aria-selected={index === chosen}
      tabIndex={-1}
      className={classes.option}
      onPointerDown={(event) => {
        event.preventDefault();
        event.stopPropagation();
        onChoose(offer);
      }}
    >
      <Text span size="sm" dir="auto">
        {offer.kind === 'function' || offer.kind === 'method' ? `${offer.name}()` : offer.name}
      </Text>
      {offer.hint === '' ? null : (
        <Text span size="xs" c="dimmed" className={classes.hint} dir="auto">
          {offer.hint}
        </Text>
      )}
    </UnstyledButton>
  ));
}
