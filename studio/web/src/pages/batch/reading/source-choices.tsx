import { Alert, Button, Select, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconAlertTriangle, IconInfoCircle } from '../../../generated/icons.ts';
import { HEADER_LINES } from '../../../../../../src/common/rows/layout/find-header.ts';
import { useSession } from '../../../api/session.ts';
import { formatNumber } from '../../../formats.ts';
import { batchWords } from '../../../words/batch.ts';
import { hasTooManyRows, takePart, type RowSource } from '../row-source.ts';
import type { ReadRequest } from './read-file.ts';
import { ReadNotes } from './read-notes.tsx';

const words = batchWords.file;

interface SourceChoicesProps {
  readonly source: RowSource;
  readonly onSource: (source: RowSource) => void;
  /** The file is read again, in another encoding, from another sheet, or with another header. */
  readonly onReread: (request: ReadRequest) => void;
  /** Leaves out the rows of these lines. */
  readonly onLeaveOut: (lines: readonly number[]) => void;
}

/** What can be chosen about a file that was read: its encoding, sheet, header, and a part of its rows. */
export function SourceChoices({ source, onSource, onReread, onLeaveOut }: SourceChoicesProps): ReactNode {
  const { limits, workspace } = useSession();
  const { guess, sheets = [], sizes = [], sheet = null, records, file } = source;
  const nameSheet = (name: string) =>
    words.sheetOption(name, sizes.find((each) => each.sheet === name)?.rows ?? null);
  const encoding = guess?.encoding ?? null;
  return (
    <>
      {hasTooManyRows(source, limits.rowsPerBatch) ? (
        <Alert
          color="red"
          role="alert"
          title={words.tooMany(records.length)}
          icon={<IconAlertTriangle size={18} aria-hidden />}
          mb="sm"
        >
          <Text size="sm" mb="sm">
            {words.tooManyDetail(limits.rowsPerBatch, workspace.plan)}
          </Text>
          <Button
            size="xs"
            variant="default"
            onClick={() => onSource(takePart(source, 0, limits.rowsPerBatch))}
          >
            {words.useFirst(limits.rowsPerBatch)}
          </Button>
        </Alert>
      ) : null}
      {guess === undefined ? null : (
        <Alert role="note" color="yellow" icon={<IconInfoCircle size={18} aria-hidden />} mb="sm">
          <Text size="sm">
            {words.guessed(words.encodings[guess.encoding] ?? guess.encoding)}{' '}
            {guess.sample === null ? null : <bdi>{words.sample(guess.sample)}</bdi>}
          </Text>
          {file === undefined ? null : (
            <Select
              mt="xs"
              size="xs"
              maw={320}
              label={words.encoding}
              data={Object.entries(words.encodings).map(([value, label]) => ({ value, label }))}
              value={guess.encoding}
              allowDeselect={false}
              onChange={(next) =>
                next === null ? undefined : onReread({ file, sheet, encoding: next, headerLine: null })
              }
            />
          )}
        </Alert>
      )}
      {sheets.length > 1 && file !== undefined ? (
        <Select
          size="xs"
          maw={320}
          label={words.sheet}
          data={sheets.map((value) => ({ value, label: nameSheet(value) }))}
          value={sheet}
          allowDeselect={false}
          onChange={(next) =>
            next === null ? undefined : onReread({ file, encoding, sheet: next, headerLine: null })
          }
        />
      ) : null}
      {file === undefined ? null : (
        <HeaderChoice
          source={source}
          onChange={(headerLine) => onReread({ file, encoding, sheet, headerLine })}
        />
      )}
      <ReadNotes source={source} onLeaveOut={onLeaveOut} />
      {(source.entries ?? []).map((entries) => (
        <Text key={entries.list} size="sm" c="dimmed" mt="xs">
          {words.entrySheet(entries.list, entries.sheet)}
        </Text>
      ))}
      <Parts source={source} rowsPerBatch={limits.rowsPerBatch} onSource={onSource} />
    </>
  );
}

/** The choice of the line that names the columns, among the first ones of a table. */
function HeaderChoice({
  source: { columns, headerLine, above = [], records, all = records },
  onChange,
}: {
  readonly source: RowSource;
  readonly onChange: (headerLine: number) => void;
}): ReactNode {
  if (headerLine === undefined) return null;
  const lines = [...above, { line: headerLine, cells: columns }, ...all].slice(0, HEADER_LINES);
  if (lines.length < 2) return null;
  const name = (cells: readonly string[]) =>
    cells
      .filter((cell) => cell.trim() !== '')
      .join(', ')
      .slice(0, 80);
  return (
    <Select
      mt="xs"
      mb="sm"
      size="xs"
      maw={480}
      label={words.header}
      data={lines.map(({ line, cells }) => ({
        value: String(line),
        label: words.headerOption(formatNumber(line), name(cells)),
      }))}
      value={String(headerLine)}
      allowDeselect={false}
      onChange={(next) => (next === null ? undefined : onChange(Number(next)))}
    />
  );
}

/** The choice of a part of a file that has more rows than a batch may have. */
function Parts({
  source,
  rowsPerBatch,
  onSource,
}: {
  readonly source: RowSource;
  readonly rowsPerBatch: number;
  readonly onSource: (source: RowSource) => void;
}): ReactNode {
  const { all, records } = source;
  if (all === undefined) return null;
  const starts = Array.from(
    { length: Math.ceil(all.length / rowsPerBatch) },
    (_, part) => part * rowsPerBatch,
  );
  const nameLine = (index: number) => formatNumber(all[index]?.line ?? 0);
  return (
    <Select
      mt="xs"
      size="xs"
      maw={320}
      label={words.part}
      description={words.partHint}
      searchable
      limit={100}
      data={starts.map((start) => ({
        value: String(start),
        label: words.partOption(nameLine(start), nameLine(Math.min(start + rowsPerBatch, all.length) - 1)),
      }))}
      value={String(starts.find((start) => all[start] === records[0]))}
      allowDeselect={false}
      onChange={(start) =>
        start === null ? undefined : onSource(takePart(source, Number(start), rowsPerBatch))
      }
    />
  );
}
