import { Button, Select, Table, Text, TextInput } from '@mantine/core';
import { useMemo, type ReactNode } from 'react';
import type { Schema } from '../../api/client.ts';
import { batchWords } from '../../words/batch.ts';
import { remember, suggestSources } from './match-columns.ts';
import { describeEntries } from '../../parts/previews/list-entries.ts';
import { indexNames } from '../../../../../src/common/rows/row-values.ts';
import { toPlaceholder } from '../../../../../src/common/rows/joined-columns.ts';
import type { ColumnReading } from '../../../../../src/common/rows/locales/column-readings.ts';
import { findReadings, type ReadColumn } from './column-readings.ts';
import { JoinedText } from './joined-text.tsx';
import { findSource, findSources, type Assignment, type PreparedBatch } from './prepared-batch.ts';
import { nameColumn, sampleValues } from './row-source.ts';
import { ReadingMenu } from './reading-menu.tsx';
import { Step } from './step.tsx';
import classes from './batch.module.css';

const words = batchWords.columns;
type Variable = Schema<'Variable'>;

interface ColumnStepProps {
  readonly template: Schema<'Template'>;
  readonly batch: PreparedBatch;
  readonly onChange: (batch: PreparedBatch) => void;
}

/** The second step: which column fills which variable. */
export function ColumnStep({ template: { id, variables }, batch, onChange }: ColumnStepProps): ReactNode {
  const { source, assignments } = batch;
  const assign = (variable: string, assignment: Assignment) => {
    const next = { ...assignments, [variable]: assignment };
    remember(id, source, next);
    onChange({ ...batch, assignments: next });
  };
  const suggestions = useMemo(
    () => suggestSources(source, variables, assignments),
    [source, variables, assignments],
  );
  const readings = useMemo(
    () => findReadings(source, findSources(source, variables, assignments), batch.readings, variables),
    [source, variables, assignments, batch.readings],
  );
  const choose = (variable: string, reading: ColumnReading) =>
    onChange({ ...batch, readings: { ...batch.readings, [variable]: reading } });
  return (
    <Step number={2} title={batchWords.steps.columns}>
      <div className={classes.panel}>
        <Table className={classes.columns}>
          <Table.Caption className={classes.hidden}>{words.caption}</Table.Caption>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{words.variable}</Table.Th>
              <Table.Th scope="col">{words.from}</Table.Th>
              <Table.Th scope="col">{words.samples}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {variables.map((variable) => (
              <VariableRow
                key={variable.name}
                variable={variable}
                batch={batch}
                suggested={suggestions.get(variable.name)}
                column={readings.get(variable.name)}
                onRead={(reading) => choose(variable.name, reading)}
                onAssign={(assignment) => assign(variable.name, assignment)}
              />
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <Ignored batch={batch} variables={variables} />
    </Step>
  );
}

function VariableRow({
  variable,
  batch: { source, assignments },
  suggested,
  column,
  onRead,
  onAssign,
}: {
  readonly variable: Variable;
  readonly batch: PreparedBatch;
  readonly suggested: Assignment | undefined;
  /** How its column is read, if that can be chosen. */
  readonly column: ReadColumn | undefined;
  readonly onRead: (reading: ColumnReading) => void;
  readonly onAssign: (assignment: Assignment) => void;
}): ReactNode {
  const { name, label, required, defaultValue, fields = [] } = variable;
  const assignment = assignments[name] ?? { from: 'nothing' };
  const from = findSource(source, assignment);
  const value = assignment.from === 'column' ? `column ${assignment.index}` : assignment.from;
  const isMissing = required && assignment.from === 'nothing';
  const choose = (chosen: string | null) => {
    const [kind, index] = (chosen ?? 'nothing').split(' ');
    if (kind === 'column') onAssign({ from: kind, index: Number(index) });
    else if (kind === 'joined') onAssign({ from: kind, text: firstText(source, assignment) });
    else onAssign(kind === 'fixed' ? { from: kind, value: defaultValue ?? '' } : { from: 'nothing' });
  };
  return (
    <Table.Tr>
      <Table.Th scope="row">
        <bdi className={classes.variable}>{name}</bdi>
        <Text span size="xs" c="dimmed" display="block" fw={400} dir="auto">
          {label === name ? null : label}
          {required ? `${label === name ? '' : ' · '}${words.required}` : null}
        </Text>
      </Table.Th>
      <Table.Td data-label={words.from}>
        <Select
          size="xs"
          aria-label={words.source(name)}
          data={[
            {
              group: words.columnGroup,
              items: [
                ...source.columns.map((_, index) => ({
                  value: `column ${index}`,
                  label: nameColumn(source, index),
                })),
                { value: 'joined', label: words.joinOption },
              ],
            },
            {
              group: words.otherGroup,
              items: [
                { value: 'fixed', label: words.fixedOption },
                { value: 'nothing', label: words.nothingOption(defaultValue ?? null) },
              ],
            },
          ]}
          value={value}
          onChange={choose}
          allowDeselect={false}
          searchable={source.columns.length > 12}
          error={isMissing ? words.missing : undefined}
        />
        {column === undefined ? null : <ReadingMenu variable={name} column={column} onChange={onRead} />}
        {suggested === undefined ? null : (
          <Button size="compact-xs" variant="light" mt={6} maw="100%" onClick={() => onAssign(suggested)}>
            {words.meant(describeSource(source, suggested))}
          </Button>
        )}
      </Table.Td>
      <Table.Td data-label={words.samples}>
        {assignment.from === 'fixed' ? (
          <TextInput
            size="xs"
            aria-label={words.fixed(name)}
            placeholder={words.fixedPlaceholder}
            value={assignment.value}
            dir="auto"
            onChange={({ currentTarget }) => onAssign({ from: 'fixed', value: currentTarget.value })}
          />
        ) : assignment.from === 'joined' ? (
          <JoinedText
            variable={name}
            columns={source.columns}
            text={assignment.text}
            onChange={(text) => onAssign({ from: 'joined', text })}
          />
        ) : null}
        {from === null ? null : (
          <Samples
            values={sampleValues(source, from, {
              type: variable.type,
              reading: column?.reading ?? 'plain',
            }).map((sample) =>
              variable.type === 'list' ? (describeEntries(sample, fields) ?? sample) : sample,
            )}
          />
        )}
      </Table.Td>
    </Table.Tr>
  );
}

function describeSource(source: PreparedBatch['source'], assignment: Assignment): string {
  if (assignment.from === 'joined') return assignment.text;
  return assignment.from === 'column' ? nameColumn(source, assignment.index) : '';
}

/** What joining begins with: the column that was chosen before. */
function firstText({ columns }: PreparedBatch['source'], assignment: Assignment): string {
  const name = assignment.from === 'column' ? (columns[assignment.index] ?? '') : '';
  return name === '' ? '' : toPlaceholder(name);
}

function Samples({ values }: { readonly values: readonly string[] }): ReactNode {
  if (values.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {words.empty}
      </Text>
    );
  }
  return (
    <span className={classes.samples}>
      {[...new Set(values)].map((value) => (
        <bdi key={value} className={classes.sample}>
          {value}
        </bdi>
      ))}
    </span>
  );
}

const shownNames = 12;

function Ignored({
  batch: { source, assignments },
  variables,
}: {
  readonly batch: PreparedBatch;
  readonly variables: readonly Variable[];
}): ReactNode {
  const used = new Set(findSources(source, variables, assignments).flatMap(([, from]) => indexNames(from)));
  const entries = source.entries ?? [];
  const keys = entries.map(({ key }) => key);
  const names = [
    ...source.columns.filter((name, index) => name !== '' && !used.has(index) && !keys.includes(name)),
    ...entries.flatMap(({ sheet, ignored }) => ignored.map((name) => `${sheet}!${name}`)),
  ];
  if (names.length === 0) return null;
  const more = names.length - shownNames;
  const shown = [...names.slice(0, shownNames), ...(more > 0 ? [words.andMore(more)] : [])];
  return (
    <Text size="sm" c="dimmed" mt="xs" className={classes.ignored}>
      {words.ignored(shown.join(', '))}
    </Text>
  );
}
