import { Text } from '@mantine/core';
import {
  memo,
  useCallback,
  useEffect,
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
import { moveInOrder } from '../model/changes/arrange.ts';
import { walkElements } from '../model/elements.ts';
import { readRunning } from '../model/running.ts';
import { useDesignerStore, useDesignOfPanels } from '../state/use-designer.ts';
import { LayerRow, rowId } from './layer-row.tsx';
import classes from './layers.module.css';

interface Row {
  readonly element: TemplateElement;
  /** From 1 on. */
  readonly level: number;
  readonly position: number;
  readonly size: number;
}

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
  useShown(elements, selection, setClosed);
  const rows = listRows(elements, closed);
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
  const focusRow = (index: number, { shiftKey }: { readonly shiftKey: boolean }) => {
    const row = rows[Math.min(rows.length - 1, Math.max(0, index))];
    if (row === undefined) return;
    const { id } = row.element;
    setFocused(id);
    store.getState().select(shiftKey ? [...selection, id] : [id]);
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
      Enter: () => store.getState().select([element.id]),
      ' ': () => store.getState().select([element.id]),
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
    const { select } = store.getState();
    const isMore = event.shiftKey || event.ctrlKey || event.metaKey;
    if (!isMore) select([id]);
    else if (selected.has(id)) select(selection.filter((each) => each !== id));
    else select([...selection, id]);
  };
  const drop = (event: DragEvent) => {
    const id = event.dataTransfer.getData(layerType);
    const target = rows[getRow(event)]?.element;
    if (id === '' || target === undefined) return;
    event.preventDefault();
    const { top, height } = document.getElementById(rowId(target.id))!.getBoundingClientRect();
    const share = (event.clientY - top) / height;
    // The middle of a group is the group itself; the tree has the foremost first.
    const place =
      target.type === 'group' && share > 0.25 && share < 0.75 ? 'inside' : share < 0.5 ? 'before' : 'behind';
    store.getState().change((design) => moveInOrder(design, id, target.id, place));
    store.getState().select([id]);
  };

  if (rows.length === 0) {
    return (
      <Text size="xs" c="dimmed" px="sm">
        {words.noLayers}
      </Text>
    );
  }
  return (
    <div
      role="tree"
      aria-label={words.layers}
      aria-multiselectable
      className={classes.tree}
      onClick={click}
      onDoubleClick={(event) => setRenamed(rows[getRow(event)]?.element.id ?? null)}
      onKeyDown={pressKey}
      onDragStart={(event) => event.dataTransfer.setData(layerType, rows[getRow(event)]?.element.id ?? '')}
      onDragOver={(event) => event.preventDefault()}
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
});

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

/** What a dragged row carries: the id of its element. */
export const layerType = 'application/x-platen-layer';

function listRows(elements: readonly TemplateElement[], closed: ReadonlySet<string>, level = 1): Row[] {
  return elements
    .toReversed()
    .flatMap((element, index): Row[] => [
      { element, level, position: index + 1, size: elements.length },
      ...(element.type === 'group' && !closed.has(element.id)
        ? listRows(element.elements, closed, level + 1)
        : []),
    ]);
}
