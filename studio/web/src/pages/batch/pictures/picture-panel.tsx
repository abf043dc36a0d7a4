import { Alert, Button, FileButton, Group, Text } from '@mantine/core';
import { useRef, type ReactNode } from 'react';
import { describeElsewhere } from '../../../../../../src/common/rows/pictures/place-pictures.ts';
import { IconAlertTriangle, IconInfoCircle } from '../../../generated/icons.ts';
import { formatNumber } from '../../../formats.ts';
import { pictureWords as words } from '../../../words/batch-pictures.ts';
import type { PreparedBatch } from '../prepared-batch.ts';
import { nameColumn } from '../row-source.ts';
import { pictureInput } from '../../../parts/template/check-picture.ts';
import type { PlacedRows } from './place-pictures.ts';
import type { PictureUploads } from './use-picture-uploads.ts';
import classes from './pictures.module.css';

interface PicturePanelProps {
  readonly batch: PreparedBatch;
  readonly placed: PlacedRows;
  readonly uploads: PictureUploads;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onRemove: () => void;
}

/** The pictures of a batch: how many there are, which cells have none, and which no cell names. */
export function PicturePanel({ batch, placed, uploads, onFiles, onRemove }: PicturePanelProps): ReactNode {
  const { source, beside } = batch;
  const inCells = source.pictures?.files.size ?? 0;
  const facts = [
    ...(inCells === 0 ? [] : [words.inCells(inCells)]),
    ...(beside.size === 0 ? [] : [words.beside(beside.size)]),
    ...(inCells + beside.size === 0 ? [] : [words.shown(placed.used.size)]),
  ];
  return (
    <section className={classes.panel} aria-label={words.title}>
      <Group justify="space-between" gap="sm">
        <Text size="sm" c={facts.length === 0 ? 'dimmed' : 'inherit'} className={classes.facts}>
          {facts.length === 0 ? words.hint : facts.join(' · ')}
        </Text>
        <Group gap="xs">
          <AddButtons onFiles={onFiles} />
          {beside.size === 0 ? null : (
            <Button size="xs" variant="subtle" onClick={onRemove}>
              {words.remove}
            </Button>
          )}
        </Group>
      </Group>
      <Text size="sm" c="dimmed" role="status">
        {uploads.isReady ? null : words.uploading(uploads.done, uploads.total)}
      </Text>
      <Findings batch={batch} placed={placed} />
      {uploads.refused.size === 0 ? null : (
        <Notice color="red" title={words.refusedTitle(uploads.refused.size)}>
          <Lines lines={[...uploads.refused].map(([name, reason]) => `${name}: ${reason}`)} />
          <Button size="xs" variant="default" mt="xs" onClick={uploads.again}>
            {words.again}
          </Button>
        </Notice>
      )}
    </section>
  );
}

/** Files and folders have a button each: no browser offers both in one dialog. */
function AddButtons({ onFiles }: Pick<PicturePanelProps, 'onFiles'>): ReactNode {
  const folder = useRef<HTMLInputElement>(null);
  return (
    <>
      <FileButton
        multiple
        accept={`${pictureInput},.zip`}
        inputProps={{ 'aria-label': words.input }}
        onChange={(files) => onFiles(files)}
      >
        {(props) => (
          <Button {...props} size="xs" variant="default">
            {words.add}
          </Button>
        )}
      </FileButton>
      <Button size="xs" variant="default" onClick={() => folder.current?.click()}>
        {words.addFolder}
      </Button>
      <input
        ref={(input) => {
          folder.current = input;
          input?.setAttribute('webkitdirectory', '');
        }}
        type="file"
        multiple
        hidden
        aria-label={words.folderInput}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
    </>
  );
}

function Findings({ batch, placed }: Pick<PicturePanelProps, 'batch' | 'placed'>): ReactNode {
  const { source, assignments } = batch;
  const { problems, unused, used, rows } = placed;
  const getColumn = (variable: string): string => {
    const assignment = assignments[variable];
    if (assignment?.from === 'joined') return assignment.text;
    return assignment?.from === 'column' ? nameColumn(source, assignment.index) : variable;
  };
  const open = problems.filter(({ row }) => rows[row]?.isLeftOut !== true);
  const ignored = [...(source.pictures?.files.keys() ?? [])].filter(
    (name) => !used.has(name) && !problems.some(({ value }) => value.endsWith(name)),
  );
  const entrySheets = new Set((source.entries ?? []).map(({ sheet }) => sheet));
  const notes = [
    ...(source.pictures?.notes ?? []),
    ...(source.pictures?.elsewhere ?? [])
      .filter(({ sheet }) => !entrySheets.has(sheet))
      .map(describeElsewhere),
    ...(ignored.length === 0 ? [] : [words.ignored(ignored.slice(0, maxLines).join(', '))]),
  ];
  return (
    <>
      {open.length === 0 ? null : (
        <Notice color="red" title={words.problemsTitle(open.length)}>
          <Lines
            lines={open.map(({ row, variable, detail }) =>
              words.problem(formatNumber(rows[row]?.line ?? row + 1), getColumn(variable), detail),
            )}
          />
        </Notice>
      )}
      {unused.length === 0 ? null : (
        <Notice color="yellow" title={words.unusedTitle(unused.length)}>
          <Lines lines={unused} />
        </Notice>
      )}
      {notes.length === 0 ? null : (
        <Notice color="yellow" title={words.notUsed}>
          <Lines lines={notes} />
        </Notice>
      )}
    </>
  );
}

function Notice({
  color,
  title,
  children,
}: {
  readonly color: 'red' | 'yellow';
  readonly title: string;
  readonly children: ReactNode;
}): ReactNode {
  const Icon = color === 'red' ? IconAlertTriangle : IconInfoCircle;
  return (
    <Alert role="note" color={color} title={title} icon={<Icon size={18} aria-hidden />} mt="sm">
      {children}
    </Alert>
  );
}

/** Lines that are shown before the rest is only counted. */
const maxLines = 10;

function Lines({ lines }: { readonly lines: readonly string[] }): ReactNode {
  return (
    <ul className={classes.lines}>
      {lines.slice(0, maxLines).map((line, index) => (
        <li key={`${index} ${line}`} dir="auto">
          {line}
        </li>
      ))}
      {lines.length > maxLines ? <li>{words.more(lines.length - maxLines)}</li> : null}
    </ul>
  );
}
