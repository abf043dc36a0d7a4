import { Button, Group, Text, TextInput } from '@mantine/core';
import { useMemo, useRef, type ReactNode } from 'react';
import { checkFilenamePattern, nameFiles } from '../../../../../../src/domain/batches/filenames.ts';
import type { Schema } from '../../../api/client.ts';
import { batchWords } from '../../../words/batch.ts';
import type { Output, PreparedRow } from '../prepared-batch.ts';
import classes from '../batch.module.css';

const words = batchWords.output;
const builtIn = ['index', 'timestamp', 'random'];
const shownVariables = 6;
const shownExamples = 3;

interface NamePatternProps {
  readonly template: Schema<'Template'>;
  readonly rows: readonly PreparedRow[];
  readonly output: Output;
  readonly onChange: (pattern: string) => void;
}

/** The pattern of the file names, with examples by the service's own rules. */
export function NamePattern({
  template: { variables },
  rows,
  output,
  onChange,
}: NamePatternProps): ReactNode {
  const { pattern, format } = output;
  const input = useRef<HTMLInputElement>(null);
  const problem = pattern === '' ? null : checkFilenamePattern(pattern, { variables });
  const examples = useMemo(() => {
    const defaults = variables.flatMap(({ name, defaultValue }) =>
      defaultValue === undefined ? [] : [[name, defaultValue] as const],
    );
    const first = rows.filter(({ isLeftOut }) => !isLeftOut).slice(0, shownExamples);
    return nameFiles({
      pattern: pattern === '' ? null : pattern,
      format,
      rows: first.map(({ values }) => new Map([...defaults, ...Object.entries(values)])),
      submittedAt: new Date(),
    });
  }, [pattern, format, rows, variables]);
  const insert = (placeholder: string) => {
    const { selectionStart, selectionEnd } = input.current ?? {};
    const start = selectionStart ?? pattern.length;
    onChange(`${pattern.slice(0, start)}{${placeholder}}${pattern.slice(selectionEnd ?? start)}`);
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
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
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
      {problem === null ? (
        <Text size="xs" c="dimmed" mt={6} className={classes.examples}>
          {words.example} <code>{examples.join(', ')}</code>
        </Text>
      ) : null}
    </div>
  );
}
