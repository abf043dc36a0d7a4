import { Button, Group, Text, TextInput } from '@mantine/core';
import { useRef, type ReactNode } from 'react';
import {
  describeJoinedFault,
  MAX_JOINED_CHARACTERS,
  toPlaceholder,
  readJoinedColumns,
} from '../../../../../src/common/rows/joined-columns.ts';
import { batchWords } from '../../words/batch.ts';
import classes from './batch.module.css';

const words = batchWords.columns;
const shownColumns = 12;

interface JoinedTextProps {
  readonly variable: string;
  /** Of the file; the empty string for a column without name. */
  readonly columns: readonly string[];
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** The text that joins columns: typed, or put together with a button for each column. */
export function JoinedText({ variable, columns, text, onChange }: JoinedTextProps): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const read = readJoinedColumns(text, columns);
  const names = [...new Set(columns.filter((name) => name !== ''))];
  const insert = (column: string) => {
    const { selectionStart, selectionEnd } = input.current ?? {};
    const start = selectionStart ?? text.length;
    const before = text.slice(0, start);
    const space = before === '' || /\s$/u.test(before) ? '' : ' ';
    const next = `${before}${space}${toPlaceholder(column)}`;
    onChange(`${next}${text.slice(selectionEnd ?? start)}`);
    input.current?.focus();
    // The caret stands behind the placeholder once the new text is shown.
    requestAnimationFrame(() => input.current?.setSelectionRange(next.length, next.length));
  };
  return (
    <>
      <TextInput
        ref={input}
        size="xs"
        aria-label={words.joined(variable)}
        placeholder={names.slice(0, 2).map(toPlaceholder).join(' ')}
        value={text}
        maxLength={MAX_JOINED_CHARACTERS}
        error={'fault' in read && text !== '' ? describeJoinedFault(read.fault, columns) : undefined}
        spellCheck={false}
        dir="auto"
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <Group gap={6} my={6} role="group" aria-label={words.insertGroup(variable)}>
        <Text size="xs" c="dimmed">
          {words.insertHint}
        </Text>
        {names.slice(0, shownColumns).map((name) => (
          <Button
            key={name}
            size="compact-xs"
            variant="default"
            maw={200}
            aria-label={words.insert(name)}
            onClick={() => insert(name)}
          >
            <bdi className={classes.insert}>{name}</bdi>
          </Button>
        ))}
        {names.length > shownColumns ? (
          <Text size="xs" c="dimmed">
            {words.andMore(names.length - shownColumns)}
          </Text>
        ) : null}
      </Group>
    </>
  );
}
