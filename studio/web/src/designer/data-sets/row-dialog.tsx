import { Alert, Button, FileInput, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { matchColumns } from '../../pages/batch/match-columns.ts';
import { prepareRows, type PreparedRow } from '../../pages/batch/prepared-batch.ts';
import { ReadFailure } from '../../pages/batch/reading/read-failure.tsx';
import { UnusableFile } from '../../pages/batch/reading/read-file.ts';
import { readRows } from '../../pages/batch/reading/read-rows.ts';
import { partWords } from '../../words/parts.ts';
import { dataSetWords } from '../../words/designer/data-sets.ts';
import type { DataSet } from '../state/design-settings.ts';
import type { DesignerStore } from '../state/designer.ts';
import { useDesignerStore } from '../state/use-designer.ts';
import { toVariables } from './variables.ts';

const words = dataSetWords.rows;

/** A list is not for thousands of rows; the search finds the others. */
const listed = 100;

/** Takes a row of a file as a data set. Columns belong to variables as in a batch. */
export function RowDialog({
  onAdd,
  onClose,
}: {
  readonly onAdd: (set: DataSet) => void;
  readonly onClose: () => void;
}): ReactNode {
  const store = useDesignerStore();
  const [file, setFile] = useState<File | null>(null);
  const [rows, setRows] = useState<readonly PreparedRow[] | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  const choose = async (next: File | null) => {
    setFile(next);
    setRows(null);
    setChosen(null);
    setError(null);
    if (next === null) return;
    try {
      const read = await prepareFile(store, next);
      setRows(read);
      setChosen(read[0] === undefined ? null : String(read[0].index));
    } catch (problem) {
      setError(problem);
    }
  };
  const row = rows?.find(({ index }) => String(index) === chosen);
  return (
    <Modal opened onClose={onClose} title={words.title}>
      <Stack gap="md">
        <FileInput
          label={words.file}
          description={words.fileHint}
          placeholder={words.choose}
          value={file}
          onChange={(next) => void choose(next)}
          data-autofocus
        />
        {file !== null && rows === null && error === null && (
          <Text size="sm" role="status">
            {words.reading}
          </Text>
        )}
        {error === null ? null : <ReadFailure name={file?.name ?? ''} error={error} />}
        {rows === null ? null : rows.every(({ values }) => Object.keys(values).length === 0) ? (
          <Alert color="yellow" role="alert">
            {words.noneMatches}
          </Alert>
        ) : (
          <Select
            label={words.row}
            data={rows.map((each) => ({ value: String(each.index), label: describeRow(each) }))}
            value={chosen}
            onChange={setChosen}
            allowDeselect={false}
            searchable
            limit={listed}
            nothingFoundMessage={words.nothing}
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {partWords.cancel}
          </Button>
          <Button
            disabled={row === undefined || Object.keys(row.values).length === 0}
            onClick={() => {
              if (row === undefined) return;
              onAdd({ name: words.name(row.line), values: row.values });
              onClose();
            }}
          >
            {words.submit}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

async function prepareFile(store: DesignerStore, file: File): Promise<readonly PreparedRow[]> {
  const { templateId, design } = store.getState();
  const variables = toVariables(design.document.variables);
  const source = await readRows({ file, encoding: null, sheet: null, headerLine: null }, variables);
  const assignments = matchColumns(source, variables, templateId);
  const rows = prepareRows(
    { source, assignments, readings: {}, corrections: {}, leftOut: new Set() },
    variables,
  );
  if (rows.length === 0) throw new UnusableFile(words.noneMatches);
  return rows;
}

function describeRow({ line, values }: PreparedRow): string {
  return [words.name(line), ...Object.values(values).slice(0, 3)].join(' · ').slice(0, 80);
}
