import { ActionIcon, Button, Collapse, Menu, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { TableColumn, TableElement } from '../../../../../generated/template.ts';
import { IconChevronLeft, IconPlus } from '../../generated/icons.ts';
import { propertyWords } from '../../words/designer/properties.ts';
import { useDesigner } from '../state/use-designer.ts';
import type { TemplateVariable } from '../model/template.ts';
import { parts, type Control } from '../fields/controls.ts';
import { Scope, useEdited } from '../fields/edited.tsx';
import { ItemHead } from '../fields/item-head.tsx';
import { ParagraphField } from '../fields/text-field.tsx';
import { getContent } from './cell-kinds.ts';
import { changeColumns } from './change-columns.ts';
import { buildColumn, writeValue } from './new-table.ts';
import classes from '../fields/fields.module.css';

const words = propertyWords.table;
const noVariables: readonly TemplateVariable[] = [];

interface ColumnsFieldProps {
  /** Shows the controls of a column's width, place and format. */
  readonly renderControls: (controls: readonly Control[]) => ReactNode;
}

/** The columns of a table: header and value of each, and in its settings how it looks. */
export function ColumnsField({ renderControls }: ColumnsFieldProps): ReactNode {
  const { targets, change } = useEdited();
  const variables = useDesigner(({ design }) => design.document.variables ?? noVariables);
  const tables = targets as readonly TableElement[];
  const counts = new Set(tables.map(({ columns }) => columns.length));
  const [first] = tables;
  if (counts.size > 1 || first === undefined)
    return (
      <Text size="xs" c="dimmed">
        {propertyWords.mixed}
      </Text>
    );
  const { rows, as = 'item', columns } = first;
  // An expression names its list, too.
  const list = variables.find(
    ({ name, type }) => type === 'list' && new RegExp(`\\b${escape(name)}\\b`, 'u').test(rows),
  );
  const each = (make: (columns: TableColumn[], cells: (string | null)[] | null) => void) =>
    change((target) => changeColumns(target as TableElement, make));
  const add = (column: TableColumn) => each((current) => current.push(column));
  const unused = (list?.fields ?? []).filter(
    ({ name }) => !columns.some((column) => getContent(column).trim() === writeValue(name, as)),
  );
  return (
    <div className={classes.paint}>
      <ul className={classes.list}>
        {columns.map((_, index) => (
          <li key={index}>
            <Scope path={`columns.${index}`} name={words.column(index + 1)}>
              <Column
                number={index + 1}
                settings={renderControls(settings)}
                cell={renderControls([cellControl!])}
                hasCell={tables.some((table) => table.columns[index]?.cell !== undefined)}
                onMoveLeft={
                  index === 0
                    ? null
                    : () =>
                        each((current, cells) => {
                          for (const items of [current, cells] as readonly (unknown[] | null)[])
                            items?.splice(index - 1, 0, ...items.splice(index, 1));
                        })
                }
                onRemove={
                  columns.length < 2
                    ? null
                    : () =>
                        each((current, cells) => {
                          current.splice(index, 1);
                          cells?.splice(index, 1);
                        })
                }
              />
            </Scope>
          </li>
        ))}
      </ul>
      <Menu position="bottom-start" withinPortal>
        <Menu.Target>
          <Button size="compact-xs" variant="default" leftSection={<IconPlus size={16} aria-hidden />}>
            {words.addColumn}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {unused.map((field) => (
            <Menu.Item
              key={field.name}
              dir="auto"
              onClick={() => add({ ...buildColumn(field), value: writeValue(field.name, as) })}
            >
              {field.name}
            </Menu.Item>
          ))}
          <Menu.Item onClick={() => add({ header: words.newHeader, value: '' })}>
            {words.emptyColumn}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

function escape(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');
}

const [headerControl, valueControl, cellControl, ...settings] = parts.columns!.map((part) => ({
  ...part,
  path: part.path.replace('[].', ''),
}));

interface ColumnProps {
  readonly number: number;
  readonly settings: ReactNode;
  /** The choice of what its cells show, and the settings of a picture or a code. */
  readonly cell: ReactNode;
  readonly hasCell: boolean;
  readonly onMoveLeft: (() => void) | null;
  readonly onRemove: (() => void) | null;
}

function Column({ number, settings, cell, hasCell, onMoveLeft, onRemove }: ColumnProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const name = words.column(number);
  return (
    <div role="group" aria-label={name} className={classes.item} data-column={number - 1}>
      <ItemHead
        name={name}
        settings={{ name: words.settings(number), isOpen, onToggle: () => setOpen(!isOpen) }}
        onRemove={onRemove}
      >
        <ActionIcon
          size={24}
          variant="subtle"
          color="gray"
          aria-label={words.moveLeft(number)}
          disabled={onMoveLeft === null}
          onClick={() => onMoveLeft?.()}
        >
          <IconChevronLeft size={16} aria-hidden />
        </ActionIcon>
      </ItemHead>
      <ParagraphField control={headerControl!} />
      {cell}
      {hasCell ? null : <ParagraphField control={valueControl!} />}
      <Collapse expanded={isOpen}>{isOpen ? settings : null}</Collapse>
    </div>
  );
}
