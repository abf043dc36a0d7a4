import { Button, Group, Select, Text, TextInput } from '@mantine/core';
import { useMemo, useRef, type ReactNode } from 'react';
import { filenameCharacters, simpleWriters } from '../../../../../../src/common/names/filename-characters.ts';
import { checkFilenamePattern, nameFiles } from '../../../../../../src/common/names/filenames.ts';
import type { Schema } from '../../../api/client.ts';
import { batchWords } from '../../../words/batch.ts';
import type { PreparedRow } from '../prepared-batch.ts';
import type { Output } from './batch-output.ts';
import classes from '../batch.module.css';

const words = batchWords.output;
const builtIn = ['index', 'timestamp', 'random'];
const shownVariables = 6;
const shownExamples = 3;
const characterChoices = filenameCharacters.map((value) => ({ value, label: words.characterOptions[value] }));

interface NamePatternProps {
  readonly template: Schema<'Template'>;
  readonly rows: readonly PreparedRow[];
  readonly output: Output;
  readonly onChange: (part: Partial<Pick<Output, 'pattern' | 'filenameCharacters'>>) => void;
}

/** The pattern of the file names, with examples by the service's own rules. */
export function NamePattern({
  template: { variables },
  rows,
  output,
  onChange,
}: NamePatternProps): ReactNode {
  const { pattern, format, filenameCharacters: characters } = output;
  // Plain Latin depends on the locale of the template, which only the service knows.
  const writeValue = characters === 'latin' ? null : simpleWriters[characters];
  const input = useRef<HTMLInputElement>(null);
  const problem = pattern === '' ? null : checkFilenamePattern(pattern, { variables });
  const examples = useMemo(() => {
    if (writeValue === null) return null;
    const defaults = variables.flatMap(({ name, defaultValue }) =>
      defaultValue === undefined ? [] : [[name, defaultValue] as const],
    );
    const first = rows.filter(({ isLeftOut }) => !isLeftOut).slice(0, shownExamples);
    return nameFiles({
      pattern: pattern === '' ? null : pattern,
      format,
      rows: first.map(({ values }) => new Map([...defaults, ...Object.entries(values)])),
      submittedAt: new Date(),
      writeValue,
    });
  }, [pattern, format, rows, variables, writeValue]);
  const insert = (placeholder: string) => {
    const { selectionStart, selectionEnd } = input.current ?? {};
    const start = selectionStart ?? pattern.length;
    const next = `${pattern.slice(0, start)}{${placeholder}}${pattern.slice(selectionEnd ?? start)}`;
    onChange({ pattern: next });
    input.current?.focus();
  };
  const names = [...builtIn, ...variables.slice(0, shownVariables).map(({ name }) => name)];
  return (
    <div>
      <TextInput
        ref={input}
        label={words.pattern}
        placeholder={words.patternPlaceholder}
        maw={560}
        maxLength={500}
        value={pattern}
        error={problem}
        spellCheck={false}
        onChange={({ currentTarget }) => onChange({ pattern: currentTarget.value })}
      />
      <Group gap={6} mt={6}>
        <Text size="xs" c="dimmed">
          {words.patternHint}
        </Text>
        {[...new Set(names)].map((name) => (
          <Button
            key={name}
            size="compact-xs"
            variant="default"
            aria-label={words.insert(name)}
            onClick={() => insert(name)}
          >
            <bdi>{`{${name}}`}</bdi>
          </Button>
        ))}
      </Group>
      {pattern === '' ? null : (
        <Select
          mt="xs"
          size="xs"
          maw={240}
          label={words.characters}
          data={characterChoices}
          value={characters}
          allowDeselect={false}
          onChange={(value) =>
            onChange({ filenameCharacters: filenameCharacters.find((each) => each === value) ?? characters })
          }
        />
      )}
      {problem === null && examples !== null ? (
        <Text size="xs" c="dimmed" mt={6} className={classes.examples}>
          {words.example} <code>{examples.join(', ')}</code>
        </Text>
      ) : null}
    </div>
  );
}
