import { Popover } from '@mantine/core';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { designerWords as words } from '../../words/designer/designer.ts';
import { insertOffer, offersFor, typedName, type Offer } from './completion.ts';
import { OfferList } from './offer-list.tsx';
import { useDesignerStore } from '../state/use-designer.ts';
import { namesAt } from './known-names.ts';
import classes from './offers.module.css';

type TextInput = HTMLInputElement | HTMLTextAreaElement;

/** What a field needs to offer names. */
export interface OfferProps {
  readonly onSelect: (event: { readonly currentTarget: TextInput }) => void;
  readonly onKeyDownCapture: (event: KeyboardEvent<TextInput>) => void;
  readonly onBlurCapture: () => void;
  readonly 'aria-controls'?: string;
  readonly 'aria-activedescendant'?: string;
  readonly 'aria-autocomplete'?: 'list';
}

interface WithOffersProps {
  /** What the field shows. */
  readonly text: string;
  /** The keys from what is selected to the text, such as `columns.0.value`. */
  readonly place: string;
  /** Sets what the field shows. */
  readonly onText: (text: string) => void;
  readonly children: (props: OfferProps) => ReactNode;
}

/** A field in which `{{` offers the names that are known there, functions and formats. */
export function WithOffers({ text, place, onText, children }: WithOffersProps): ReactNode {
  const store = useDesignerStore();
  const id = useId();
  const field = useRef<TextInput>(null);
  const [caret, setCaret] = useState<number | null>(null);
  const [chosen, setChosen] = useState(0);
  /** What was typed when Escape closed the list. */
  const [closedAt, setClosedAt] = useState<string | null>(null);
  const typed = caret === null || !text.includes('{{') ? null : typedName(text, caret);
  const offers =
    typed === null || typed === closedAt ? [] : offersFor(namesAt(store.getState().design, place), typed);
  const isOpen = offers.length > 0;
  useEffect(() => setChosen(0), [typed]);
  const choose = (offer: Offer) => {
    const next = insertOffer(text, caret ?? text.length, offer);
    onText(next.text);
    // After React has shown the text.
    requestAnimationFrame(() => {
      field.current?.setSelectionRange(next.caret, next.caret);
      setCaret(next.caret);
    });
  };
  const press = (event: KeyboardEvent<TextInput>) => {
    const offer = offers[chosen];
    if (offer === undefined) return;
    if (event.key === 'ArrowDown') setChosen((chosen + 1) % offers.length);
    else if (event.key === 'ArrowUp') setChosen((chosen + offers.length - 1) % offers.length);
    else if (event.key === 'Enter' || event.key === 'Tab') choose(offer);
    else if (event.key === 'Escape') setClosedAt(typed);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <Popover
      opened={isOpen}
      position="bottom-start"
      shadow="md"
      withinPortal
      withRoles={false}
      trapFocus={false}
      returnFocus={false}
      closeOnEscape={false}
    >
      <Popover.Target>
        <div>
          {children({
            onSelect: ({ currentTarget }) => {
              field.current = currentTarget;
              setCaret(currentTarget.selectionStart);
            },
            onKeyDownCapture: press,
            onBlurCapture: () => {
              setCaret(null);
              setClosedAt(null);
            },
            ...(isOpen
              ? {
                  'aria-controls': id,
                  'aria-activedescendant': `${id}-${chosen}`,
                  'aria-autocomplete': 'list' as const,
                }
              : {}),
          })}
        </div>
      </Popover.Target>
      <Popover.Dropdown className={classes.list ?? ''} id={id} role="listbox" aria-label={words.variables}>
        <OfferList id={id} offers={offers} chosen={chosen} onChoose={choose} />
      </Popover.Dropdown>
    </Popover>
  );
}
