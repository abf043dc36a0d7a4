import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { IconPlus } from '../../generated/icons.ts';
import { addItem, libraryQuery } from '../../parts/library/library.ts';
import { notifyDone, notifyError } from '../../parts/notify.tsx';
import { libraryWords } from '../../words/library.ts';
import { noteCopies } from '../state/library-copies.ts';
import { useDesignerStore } from '../state/use-designer.ts';
import { shortHex, Swatches } from './swatches.tsx';

const words = libraryWords.designer;

interface LibraryColorsProps {
  /** The one that is chosen, as `#rrggbb` or `#rrggbbaa`. */
  readonly color: string;
  readonly onPick: (color: string) => void;
}

/** The colors of the workspace's library. The chosen one can become one of them. */
export function LibraryColors({ color, onPick }: LibraryColorsProps): ReactNode {
  const store = useDesignerStore();
  const [isBusy, setBusy] = useState(false);
  const { data } = useQuery(libraryQuery({ kinds: ['COLOR'], size: 28 }));
  const items = data?.data ?? [];
  const chosen = shortHex(color);
  const isKnown = items.some((item) => item.color?.toLowerCase() === chosen.toLowerCase());
  const add = async () => {
    setBusy(true);
    await addItem({ kind: 'COLOR', name: chosen, color: chosen }).then((item) => {
      noteCopies(store, item, [chosen]);
      notifyDone(libraryWords.added(chosen));
    }, notifyError);
    setBusy(false);
  };
  return (
    <>
      <Swatches
        name={words.palette}
        colors={[...new Set(items.flatMap((item) => item.color ?? []))]}
        titles={new Map(items.map((item) => [item.color ?? '', item.name]))}
        onPick={(picked) => {
          const item = items.find((each) => each.color === picked);
          if (item !== undefined) noteCopies(store, item, [picked]);
          onPick(picked);
        }}
      />
      {isKnown || data === undefined ? null : (
        <Button
          variant="subtle"
          size="compact-xs"
          mt={6}
          loading={isBusy}
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => void add()}
        >
          {words.addToLibrary}
        </Button>
      )}
    </>
  );
}
