import { Text } from '@mantine/core';
import {
  memo,
  useCallback,
  useEffect,
  useRef,
  useState,
  type Dispatch,
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type SetStateAction,
  type SyntheticEvent,
} from 'react';
import type { TemplateElement } from '../model/template.ts';
import { designerWords as words } from '../../words/designer/designer.ts';
import { moveAllInOrder } from '../model/changes/arrange.ts';
import { walkElements } from '../model/elements.ts';
import { readRunning } from '../model/running.ts';
import { useDesignerStore, useDesignOfPanels } from '../state/use-designer.ts';
import { LayerRow, rowId } from './layer-row.tsx';
import { LayerSearch } from './layer-search.tsx';
import { findMatches, listRows, rangeBetween } from './rows.ts';
import classes from './layers.module.css';

/** The elements as a tree, the foremost first. Rows can be dragged; F2 renames. */
export function LayersPanel(): ReactNode {
  const { document, selection } = useDesignOfPanels();
  return <Tree elements={document.elements} selection={selection} />;
}

interface TreeProps {
  readonly elements: readonly TemplateElement[];
  readonly selection: readonly string[];
}

const Tree = memo(function Tree({ elements, selection }: TreeProps): ReactNode {
  const store = useDesignerStore();
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [renamed, setRenamed] = useState<string | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const [search, setSearch] = useState('');
  /** Where a range with shift begins. */
  const anchor = useRef<string | null>(null);
  /** The row that shows where a dragged one would land. */
  const marked = useRef<HTMLElement | null>(null);
  useShown(elements, selection, setClosed);
  const rows = listRows(elements, closed, findMatches(elements, search));
  const selected = new Set(selection);
  const current = rows.some(({ element }) => element.id === focused)
    ? focused
    : (rows.find(({ element }) => selected.has(element.id)) ?? rows[0])?.element.id;

  const setOpen = useCallback((id: string, isOpen: boolean) => {
    setClosed((before) => {
      const next = new Set(before);
      if (isOpen) next.delete(id);
      else next.add(id);
      return next;
    });
  }, []);
  const endRenaming = useCallback(() => setRenamed(null), []);
  const getRow = (event: SyntheticEvent): number => {
    const shown = (event.target as Element).closest('[role=treeitem]')?.id;
    return rows.findIndex(({ element }) => rowId(element.id) === shown);
  };
  const selectOnly = (id: string) => {
    anchor.current = id;
    store.getState().select([id]);
  };
  /** From the row that was chosen last without shift; the others are no longer selected. */
  const selectRange = (id: string) => {
    const from = anchor.current ?? selection.at(-1) ?? id;
    anchor.current ??= from;
    store.getState().select(rangeBetween(rows, from, id));
  };
  const toggle = (id: string) => {
    anchor.current = id;
    store.getState().select(selected.has(id) ? selection.filter((each) => each !== id) : [...selection, id]);
  };
  const focusRow = (index: number, { shiftKey }: { readonly shiftKey: boolean }) => {
    const row = rows[Math.min(rows.length - 1, Math.max(0, index))];
    if (row === undefined) return;
    const { id } = row.element;
    setFocused(id);
    if (shiftKey) selectRange(id);
    else selectOnly(id);
    document.getElementById(rowId(id))?.focus();
  };
  const pressKey = (event: KeyboardEvent) => {
    const index = getRow(event);
    const row = rows[index];
    if (row === undefined || (event.target as Element).id !== rowId(row.element.id)) return;
    const { element, level } = row;
    const isGroup = element.type === 'group';
    const isOpen = isGroup && !closed.has(element.id);
    const run: Readonly<Record<string, () => void>> = {
      ArrowDown: () => focusRow(index + 1, event),
      ArrowUp: () => focusRow(index - 1, event),
      Home: () => focusRow(0, event),
      End: () => focusRow(rows.length - 1, event),
      ArrowRight: () =>
        isGroup && !isOpen ? setOpen(element.id, true) : isGroup && focusRow(index + 1, event),
      ArrowLeft: () => {
        if (isOpen) setOpen(element.id, false);
        else
          focusRow(
            rows.findLastIndex((other, at) => at < index && other.level < level),
            event,
          );
      },
      Enter: () => selectOnly(element.id),
      ' ': () => (event.shiftKey ? selectRange(element.id) : selectOnly(element.id)),
      F2: () => setRenamed(element.id),
    };
    const action = event.altKey || event.ctrlKey || event.metaKey ? undefined : run[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  };
  const click = (event: MouseEvent) => {
    const id = rows[getRow(event)]?.element.id;
    if (id === undefined) return;
    setFocused(id);
    if (event.shiftKey) selectRange(id);
    else if (event.ctrlKey || event.metaKey) toggle(id);
    else selectOnly(id);
  };
  const mark = (row: HTMLElement | null, place = '') => {
    if (marked.current !== row) delete marked.current?.dataset['drop'];
    marked.current = row;
    if (row !== null && row.dataset['drop'] !== place) row.dataset['drop'] = place;
  };
  const startDrag = (event: DragEvent) => {
    const id = rows[getRow(event)]?.element.id;
    if (id === undefined) return;
    const ids = selected.has(id) ? selection : [id];
    event.dataTransfer.setData(layerType, JSON.stringify(ids));
  };
  /** The row under the pointer, and where it would land there. */
  const findLanding = (event: DragEvent) => {
    const target = rows[getRow(event)]?.element;
    const row = target === undefined ? null : document.getElementById(rowId(target.id));
    if (target === undefined || row === null) return null;
    const { top, height } = row.getBoundingClientRect();
    const share = (event.clientY - top) / height;
    // The middle of a group is the group itself; the tree has the foremost first.
    const isInside = target.type === 'group' && share > 0.25 && share < 0.75;
    return { row, target, place: isInside ? 'inside' : share < 0.5 ? 'before' : 'behind' } as const;
  };
  const dragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes(layerType)) return;
    event.preventDefault();
    const landing = findLanding(event);
    mark(landing?.row ?? null, landing?.place);
  };
  const drop = (event: DragEvent) => {
    mark(null);
    const ids = readDragged(event);
    const landing = findLanding(event);
    if (ids.length === 0 || landing === null) return;
    event.preventDefault();
    store.getState().change((design) => moveAllInOrder(design, ids, landing.target.id, landing.place));
    store.getState().select(ids);
  };

  if (elements.length === 0) {
    return (
      <Text size="xs" c="dimmed" px="sm">
        {words.noLayers}
      </Text>
    );
  }
  const tree = (
    <div
      role="tree"
      aria-label={words.layers}
      aria-multiselectable
      className={classes.tree}
      onClick={click}
      onDoubleClick={(event) => setRenamed(rows[getRow(event)]?.element.id ?? null)}
      onKeyDown={pressKey}
      onDragStart={startDrag}
      onDragOver={dragOver}
      onDragLeave={() => mark(null)}
      onDragEnd={() => mark(null)}
      onDrop={drop}
    >
      {rows.map(({ element, level, position, size }) => (
        <LayerRow
          key={element.id}
          id={element.id}
          running={readRunning(element)}
          type={element.type}
          isHidden={element.visible === false}
          level={level}
          position={position}
          size={size}
          isSelected={selected.has(element.id)}
          isOpen={element.type === 'group' ? !closed.has(element.id) : null}
          isTabStop={element.id === current}
          isRenamed={renamed === element.id}
          onToggle={setOpen}
          onRenamed={endRenaming}
        />
      ))}
    </div>
  );
  return (
    <>
      <LayerSearch
        value={search}
        hasMany={rows.length > few || search !== ''}
        isEmpty={rows.length === 0}
        onChange={setSearch}
        onDone={() => focusRow(0, { shiftKey: false })}
      />
      {rows.length === 0 ? null : tree}
    </>
  );
});

/** So many rows are searched by eye. */
const few = 7;

/** Opens the groups around what was selected, and scrolls to it. */
function useShown(
  elements: readonly TemplateElement[],
  selection: readonly string[],
  setClosed: Dispatch<SetStateAction<ReadonlySet<string>>>,
): void {
  const first = selection[0];
  useEffect(() => {
    if (first === undefined) return;
    const placed = [...walkElements([...elements])].find(({ element }) => element.id === first);
    const groups = placed?.groups.map(({ id }) => id) ?? [];
    setClosed((closed) =>
      groups.some((id) => closed.has(id))
        ? new Set([...closed].filter((id) => !groups.includes(id)))
        : closed,
    );
    // After the groups are open.
    const frame = requestAnimationFrame(() =>
      document.getElementById(rowId(first))?.scrollIntoView({ block: 'nearest' }),
    );
    return () => cancelAnimationFrame(frame);
    // Elements that are not selected may change.
  }, [first, setClosed]);
}

/** What a dragged row carries: the ids of elements as JSON. */
const layerType = 'application/x-platen-layer';

/** The ids of the elements that are dragged; none: something else is. */
export function readDragged({ dataTransfer }: DragEvent): readonly string[] {
  const dragged = dataTransfer.getData(layerType);
  return dragged === '' ? [] : (JSON.parse(dragged) as string[]);
}
