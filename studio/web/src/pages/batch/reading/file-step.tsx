import { Anchor, Button, Group, Loader, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { IconFileSpreadsheet } from '../../../generated/icons.ts';
import type { Schema } from '../../../api/client.ts';
import { batchWords } from '../../../words/batch.ts';
import type { PreparedBatch } from '../prepared-batch.ts';
import type { RowSource } from '../row-source.ts';
import { collectFiles } from '../pictures/collect-files.ts';
import { pictureWords } from '../../../words/batch-pictures.ts';
import { Step } from '../step.tsx';
import { saveFile } from '../../../parts/template/save-file.ts';
import { writeStarter } from './write-starter.ts';
import { readFailedRows } from './read-failed-rows.ts';
import { ReadFailure } from './read-failure.tsx';
import { UnusableFile, type ReadRequest } from './read-file.ts';
import { readRows } from './read-rows.ts';
import { SourceChoices } from './source-choices.tsx';
import classes from '../batch.module.css';

const words = batchWords.file;

interface FileStepProps {
  readonly template: Schema<'Template'>;
  readonly batch: PreparedBatch | null;
  /** A job whose failed rows are read instead of a file. */
  readonly from: string | null;
  /** Null: another file is to be chosen. */
  readonly onSource: (source: RowSource | null, pictures?: ReadonlyMap<string, Blob>) => void;
  /** Pictures that were dropped before the table. */
  readonly early: ReadonlyMap<string, Blob>;
  readonly onPictures: (pictures: ReadonlyMap<string, Blob>) => void;
  /** Leaves out the rows of these lines. */
  readonly onLeaveOut: (lines: readonly number[]) => void;
}

/** The first step: a file is chosen and read. */
export function FileStep(props: FileStepProps): ReactNode {
  const { template, batch, from, early, onSource, onPictures, onLeaveOut } = props;
  const [reading, setReading] = useState<string | null>(null);
  const [failure, setFailure] = useState<{ readonly name: string; readonly error: unknown } | null>(null);
  const latest = useRef(0);
  const run = async (
    name: string,
    message: string,
    read: () => Promise<RowSource>,
    pictures?: ReadonlyMap<string, Blob>,
  ) => {
    latest.current += 1;
    const own = latest.current;
    setFailure(null);
    setReading(message);
    try {
      const source = await read();
      if (own === latest.current) onSource(source, pictures);
    } catch (error) {
      if (own === latest.current) setFailure({ name, error });
    }
    if (own === latest.current) setReading(null);
  };
  const choose = (next: ReadRequest) => {
    void run(next.file.name, words.reading(next.file.name), async () => {
      const source = await readRows(next, template.variables);
      // A file that is read again keeps what is known of its sheets.
      const sizes = source.sizes ?? batch?.source.sizes;
      return sizes === undefined ? source : { ...source, sizes };
    });
  };
  /** A table, pictures, or both. */
  const take = async (files: readonly File[]) => {
    setFailure(null);
    try {
      const { tables, pictures } = await collectFiles(files);
      const [table, second] = tables;
      if (second !== undefined) throw new UnusableFile(pictureWords.twoTables);
      const all = new Map([...early, ...pictures]);
      if (table !== undefined) {
        const request = { file: table, encoding: null, sheet: null, headerLine: null };
        const read = () => readRows(request, template.variables);
        await run(table.name, words.reading(table.name), read, all);
      } else if (pictures.size > 0) onPictures(pictures);
      else throw new UnusableFile(pictureWords.noneInFolder);
    } catch (error) {
      setFailure({ name: files[0]?.name ?? '', error });
    }
  };
  useEffect(() => {
    if (from !== null && batch === null) {
      void run('', words.loadingJob, async () => {
        const source = await readFailedRows(from);
        if (source.records.length === 0) throw new UnusableFile(words.jobHasNone);
        return source;
      });
    }
    // Once for each job.
  }, [from]);
  return (
    <Step
      number={1}
      title={batchWords.steps.file}
      {...(batch === null
        ? {}
        : { facts: <Facts source={batch.source} />, actions: <Another onClick={() => onSource(null)} /> })}
    >
      {batch === null ? (
        <>
          <Choice isBusy={reading !== null} onFiles={(files) => void take(files)} />
          <Text size="sm" c="dimmed" mt="xs" role="status">
            {early.size === 0 ? null : pictureWords.beside(early.size)}
          </Text>
          <Needed template={template} />
        </>
      ) : (
        <SourceChoices source={batch.source} onSource={onSource} onReread={choose} onLeaveOut={onLeaveOut} />
      )}
      {reading === null ? null : (
        <Group gap="xs" mt="sm" role="status">
          <Loader size="xs" aria-hidden />
          <Text size="sm">{reading}</Text>
        </Group>
      )}
      {failure === null ? null : <ReadFailure {...failure} />}
    </Step>
  );
}

function Facts({ source: { name, kind, records, all, columns } }: { readonly source: RowSource }): ReactNode {
  if (kind === 'job') {
    return (
      <>
        {words.fromJob(records.length)}
        {' · '}
        <Anchor component={Link} to={`/jobs/${name}`} size="sm">
          {words.fromJobLink}
        </Anchor>
      </>
    );
  }
  return (
    <>
      <bdi className={classes.fileName}>{name}</bdi>
      {` · ${all === undefined ? words.rows(records.length) : words.rowsOf(records.length, all.length)}`}
      {` · ${words.columns(columns.length)}`}
    </>
  );
}

function Another({ onClick }: { readonly onClick: () => void }): ReactNode {
  return (
    <Button variant="default" size="xs" onClick={onClick}>
      {words.another}
    </Button>
  );
}

function Choice({
  isBusy,
  onFiles,
}: {
  readonly isBusy: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}): ReactNode {
  const open = useRef<() => void>(null);
  return (
    <Dropzone
      openRef={open}
      activateOnClick={false}
      activateOnKeyboard={false}
      onDrop={onFiles}
      disabled={isBusy}
      useFsAccessApi={false}
      inputProps={{ 'aria-label': words.input, tabIndex: -1 }}
      tabIndex={-1}
      className={classes.drop}
    >
      <IconFileSpreadsheet size={32} stroke={1.5} aria-hidden />
      <Text fw={600}>{words.drop}</Text>
      <Button variant="default" onClick={() => open.current?.()}>
        {words.choose}
      </Button>
      <Text size="sm" c="dimmed" mt={4} maw="64ch">
        {words.kinds}
      </Text>
      <Text size="sm" c="dimmed" maw="64ch">
        {pictureWords.hintShort}
      </Text>
    </Dropzone>
  );
}

function Needed({ template }: { readonly template: Schema<'Template'> }): ReactNode {
  const { variables, name: title } = template;
  if (variables.length === 0) return null;
  return (
    <div className={classes.needed}>
      <Text size="xs" c="dimmed" id="needed-columns">
        {words.needs}
      </Text>
      <ul aria-labelledby="needed-columns">
        {variables.map(({ name, required }) => (
          <li key={name}>
            <bdi>{name}</bdi>
            {required ? <span className={classes.neededMark}> {words.required}</span> : null}
          </li>
        ))}
      </ul>
      <Button
        variant="subtle"
        size="compact-sm"
        onClick={() => saveFile(new Blob([writeStarter(template)], { type: 'text/csv' }), title, 'csv')}
      >
        {words.starter}
      </Button>
    </div>
  );
}
