import { Button, Group, Input, Table, Text, TextInput } from '@mantine/core';
import { useRef, useState, type ClipboardEvent, type KeyboardEvent, type ReactNode } from 'react';
import { IconPlus } from '../../generated/icons.ts';
import type { Schema } from '../../api/client.ts';
import { partWords } from '../../words/parts.ts';
import { previewWords } from '../../words/previews.ts';
import { NestedDialog } from '../nested-dialog.tsx';
import { EntryActions } from './entry-actions.tsx';
import type { FieldProps } from './field.ts';
import { readEntries, writeEntries, type Entries } from './list-entries.ts';
import { pasteCells } from './paste-cells.ts';
import classes from './previews.module.css';
import { readText, withField, isRefused, markFirst } from './list-cells.ts';

interface ListInputProps {
  readonly field: FieldProps;
  readonly fields: readonly Schema<'ListField'>[];
  /** What messages call the list: `orders`, `orders[0].items`. */
  readonly place: string;
  /** What the dialog that shows it is called; null: it stands in a form. */
  readonly dialog?: string | null;
  /** JSON. */
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

const words = previewWords.list;

/** A longer table is scrolled, so that the fields below it stay near. */
const maxHeightPx = 440;

/**
 * A table of a list's entries. Enter goes to the next entry and adds one after the last; Alt with the arrow
 * keys moves the entry. Cells of a spreadsheet are pasted from the cell on that has the focus.
 */
export function ListInput({
  field,
  fields,
  place,
  dialog = null,
  value,
  onChange,
}: ListInputProps): ReactNode {
  const table = useRef<HTMLTableElement>(null);
  const entries = readEntries(value);
  const change = (next: Entries) => onChange(writeEntries(next));
  const focus = (row: number, column: number) =>
    // After the table has the new entry.
    requestAnimationFrame(() =>
      table.current?.querySelector<HTMLInputElement>(`[data-cell="${row} ${column}"]`)?.focus(),
    );
  const set = (row: number, name: string, text: string | Entries) =>
    change(entries.map((entry, index) => (index === row ? withField(entry, name, text) : entry)));
  const add = () => {
    change([...entries, {}]);
    focus(entries.length, 0);
  };
  const remove = (row: number) => {
    change(entries.filter((_, index) => index !== row));
    focus(Math.max(0, Math.min(row, entries.length - 2)), 0);
  };
  const move = (row: number, by: number, column = 0) => {
    const to = row + by;
    if (to < 0 || to >= entries.length) return;
    change(entries.toSpliced(row, 1).toSpliced(to, 0, ...entries.slice(row, row + 1)));
    focus(to, column);
  };
  const paste = (event: ClipboardEvent, row: number, column: number) => {
    const columns = fields.map(({ name, label: title, type }) => ({
      name,
      title: title === '' ? name : title,
      isList: type === 'list',
    }));
    const pasted = pasteCells(entries, event.clipboardData.getData('text/plain'), { row, column }, columns);
    if (pasted === null) return;
    event.preventDefault();
    change(pasted);
  };
  const press = (event: KeyboardEvent, row: number, column: number) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      if (row === entries.length - 1) add();
      else focus(row + 1, column);
    } else if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault();
      move(row, event.key === 'ArrowUp' ? -1 : 1, column);
    }
  };
  const { id, description, withAsterisk, error, placeholder } = field;
  // A dialog has the label as its title.
  const label = dialog === null ? field.label : null;
  const presetCount = value === undefined ? readEntries(placeholder).length : 0;
  return (
    <Input.Wrapper
      {...{ id, label, description, withAsterisk, error }}
      labelElement="div"
      {...(dialog === null && { role: 'group', 'aria-labelledby': `${id}-label` })}
    >
      {presetCount === 0 ? null : (
        <Text size="xs" c="dimmed" mt={4}>
          {words.preset(presetCount)}
        </Text>
      )}
      {entries.length === 0 ? null : (
        <Table.ScrollContainer type="native" minWidth={0} maxHeight={maxHeightPx} mt={4}>
          <Table
            ref={table}
            className={classes.list ?? ''}
            verticalSpacing={2}
            horizontalSpacing={4}
            withRowBorders={false}
            stickyHeader
          >
            <Table.Thead>
              <Table.Tr>
                {fields.map(({ name, label: title, required }) => (
                  <Table.Th key={name} scope="col">
                    <bdi>{title === '' ? name : title}</bdi>
                    {required ? ' *' : null}
                  </Table.Th>
                ))}
                <Table.Td />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {entries.map((entry, row) => (
                <Table.Tr key={row}>
                  {fields.map(({ name, label: title, type, defaultValue, fields: inner }, column) => (
                    <Table.Td key={name}>
                      {inner === undefined ? (
                        <TextInput
                          size="xs"
                          aria-label={words.cell(title === '' ? name : title, row + 1)}
                          data-cell={`${row} ${column}`}
                          {...markFirst(row, column)}
                          value={readText(entry, name)}
                          placeholder={defaultValue ?? ''}
                          dir={type === 'text' ? 'auto' : 'ltr'}
                          inputMode={type === 'number' ? 'decimal' : 'text'}
                          {...(isRefused(error, `${place}[${row}].${name}`) && {
                            error: true,
                            'aria-describedby': `${id}-error`,
                          })}
                          autoComplete="off"
                          onChange={({ currentTarget }) => set(row, name, currentTarget.value)}
                          onPaste={(event) => paste(event, row, column)}
                          onKeyDown={(event) => press(event, row, column)}
                        />
                      ) : (
                        <InnerList
                          id={`${id}-${row}-${name}`}
                          name={words.cell(title === '' ? name : title, row + 1)}
                          around={dialog}
                          cell={`${row} ${column}`}
                          focus={markFirst(row, column)}
                          fields={inner}
                          place={`${place}[${row}].${name}`}
                          error={error}
                          preset={defaultValue ?? ''}
                          value={entry[name]}
                          onChange={(next) => set(row, name, next)}
                          onKeyDown={(event) => {
                            if (event.altKey) press(event, row, column);
                          }}
                        />
                      )}
                    </Table.Td>
                  ))}
                  <Table.Td>
                    <EntryActions
                      row={row}
                      count={entries.length}
                      onMove={(by) => move(row, by)}
                      onRemove={() => remove(row)}
                    />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <Group mt={6} mb={error === null ? 0 : 6}>
        <Button
          size="compact-xs"
          variant="light"
          leftSection={<IconPlus size={14} aria-hidden />}
          {...(entries.length === 0 && markFirst(0, 0))}
          onClick={add}
        >
          {words.add}
        </Button>
      </Group>
    </Input.Wrapper>
  );
}

interface InnerListProps extends Pick<ListInputProps, 'fields' | 'place'> {
  readonly id: string;
  /** Of the cell. */
  readonly name: string;
  /** The title of the dialog around. */
  readonly around: string | null;
  readonly cell: string;
  readonly focus: Readonly<Record<string, boolean>>;
  /** Of the list around it. */
  readonly error: string | null;
  /** The default as JSON. */
  readonly preset: string;
  readonly value: string | Entries | undefined;
  readonly onChange: (value: string | Entries) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** A list in an entry: how many entries it has, on a button that opens their table. */
function InnerList(props: InnerListProps): ReactNode {
  const { id, name, around, cell, focus, fields, place, error, preset, value, onChange, onKeyDown } = props;
  const [isOpen, setOpen] = useState(false);
  const title = around === null ? name : words.within(around, name);
  const text = typeof value === 'object' ? writeEntries(value) : value;
  const isWrong = isRefused(error, place);
  const count = words.count(readEntries(text ?? preset).length);
  return (
    <>
      <Button
        size="compact-xs"
        variant={isWrong ? 'outline' : 'default'}
        {...(isWrong && { color: 'red' })}
        aria-label={words.listCell(name, count)}
        data-cell={cell}
        {...focus}
        onClick={() => setOpen(true)}
        onKeyDown={onKeyDown}
      >
        {count}
      </Button>
      <NestedDialog opened={isOpen} onClose={() => setOpen(false)} title={title} size="lg">
        <ListInput
          field={{
            id,
            label: name,
            description: null,
            withAsterisk: false,
            error: isWrong ? error : null,
            placeholder: preset,
            dir: 'auto',
          }}
          fields={fields}
          place={place}
          dialog={title}
          value={text}
          onChange={(next) => onChange(readEntries(next))}
        />
        <Group justify="flex-end" mt="md">
          <Button onClick={() => setOpen(false)}>{partWords.done}</Button>
        </Group>
      </NestedDialog>
    </>
  );
}
