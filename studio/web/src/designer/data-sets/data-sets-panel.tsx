import { ActionIcon, Text } from '@mantine/core';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { IconChevronDown, IconChevronRight } from '../../generated/icons.ts';
import { dataSetWords as words } from '../../words/designer/data-sets.ts';
import { generateValues, variablesInBars } from '../model/generated-values.ts';
import type { DataSet } from '../state/design-settings.ts';
import { useDesigner, useDesignerStore } from '../state/use-designer.ts';
import { shownExample } from '../state/shown-values.ts';
import { DataSetCard } from './data-set-card.tsx';
import { addSet, maxSets, removeSet } from './change-sets.ts';
import { DataSetDialog } from './data-set-dialog.tsx';
import { NewSetMenu } from './new-set-menu.tsx';
import classes from './data-sets.module.css';

// Reading files is a large part, and rarely needed.
const RowDialog = lazy(async () => ({ default: (await import('./row-dialog.tsx')).RowDialog }));

type Dialog =
  | { readonly kind: 'edit'; readonly set: DataSet }
  | { readonly kind: 'add' }
  | { readonly kind: 'row' };

interface DataSetsPanelProps {
  /** Whether it has a tab of its own, which opens and closes it. */
  readonly isAlone?: boolean;
}

/** The page with several sets of example values, side by side. */
export function DataSetsPanel({ isAlone = false }: DataSetsPanelProps): ReactNode {
  const store = useDesignerStore();
  const sets = useDesigner(({ settings }) => settings.dataSets);
  const shown = useDesigner(({ dataSet }) => dataSet);
  const example = useDesigner(shownExample);
  const [isOpen, setOpen] = useState(isAlone || sets.length > 0);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = () => setDialog(null);
  const show = (dataSet: string | null) => store.getState().set({ dataSet });
  const add = (set: DataSet) => {
    addSet(store, set);
    setOpen(true);
  };
  return (
    <section aria-label={words.region} className={classes.strip} data-panel data-alone={isAlone || undefined}>
      <div className={classes.head}>
        {isAlone ? null : (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={24}
            aria-label={isOpen ? words.close : words.open}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? <IconChevronDown size={16} aria-hidden /> : <IconChevronRight size={16} aria-hidden />}
          </ActionIcon>
        )}
        <Text fw={600} size="sm">
          {words.region}
        </Text>
        <Text size="xs" c="dimmed" className={classes.hint}>
          {sets.length >= maxSets ? words.tooMany(maxSets) : words.hint}
        </Text>
        <NewSetMenu
          isDisabled={sets.length >= maxSets}
          onBlank={() => setDialog({ kind: 'add' })}
          onKind={(kind) => {
            const { document } = store.getState().design;
            const { variables = [] } = document;
            const values = generateValues(variables, kind, variablesInBars(document), example);
            add({ name: words.kinds[kind], values });
          }}
          onRow={() => setDialog({ kind: 'row' })}
        />
      </div>
      {isOpen && (
        // The list can be scrolled, so the keyboard has to reach it, too.
        <ul className={classes.cards} aria-label={words.region}>
          <DataSetCard
            name={Object.keys(example).length > 0 ? words.example : words.defaults}
            values={example}
            isShown={shown === null}
            onShow={() => show(null)}
          />
          {sets.map((set) => (
            <DataSetCard
              key={set.name}
              name={set.name}
              values={set.values}
              isShown={shown === set.name}
              onShow={() => show(set.name)}
              onEdit={() => setDialog({ kind: 'edit', set })}
              {...(sets.length < maxSets ? { onDuplicate: () => add(set) } : {})}
              onRemove={() => removeSet(store, set)}
            />
          ))}
        </ul>
      )}
      {dialog?.kind === 'edit' && <DataSetDialog set={dialog.set} onAdd={add} onClose={close} />}
      {dialog?.kind === 'add' && <DataSetDialog set={null} onAdd={add} onClose={close} />}
      {dialog?.kind === 'row' && (
        <Suspense>
          <RowDialog onAdd={add} onClose={close} />
        </Suspense>
      )}
    </section>
  );
}
