import { ActionIcon, Text, Title, UnstyledButton } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { useId, useRef, useState, type ReactNode } from 'react';
import { useSession } from '../../../api/session.ts';
import { formatBytes } from '../../../formats.ts';
import { IconX } from '../../../generated/icons.ts';
import dropClasses from '../../../parts/template/drop.module.css';
import { designImportWords } from '../../../words/design-import.ts';
import classes from './design-review.module.css';
import type { Conversion } from './use-conversion.ts';

const words = designImportWords.fonts;

const kinds = ['.ttf', '.otf', '.woff', '.woff2'];

interface FontFilesProps {
  readonly design: File;
  readonly files: readonly File[];
  /** Called with the files that the design is converted with. */
  readonly onFiles: (files: readonly File[]) => void;
  /** Families that the service asks for. */
  readonly missing: readonly string[];
  /** What became of each file; undefined while that is not known. */
  readonly results: Conversion['fonts'] | undefined;
}

/** The fonts that are missing, a place to drop their files, and the files. */
export function FontFiles({ design, files, onFiles, missing, results }: FontFilesProps): ReactNode {
  const id = useId();
  const { maxBodyBytes } = useSession().limits;
  const [message, setMessage] = useState<string | null>(null);
  const chooser = useRef<HTMLButtonElement>(null);
  const add = (chosen: readonly File[]) => {
    const others = chosen.filter(({ name }) => !kinds.some((kind) => name.toLowerCase().endsWith(kind)));
    const fresh = chosen.filter(
      (file) => !others.includes(file) && !files.some((each) => isSame(each, file)),
    );
    const all = [...files, ...fresh];
    const isTooLarge = [design, ...all].reduce((sum, { size }) => sum + size, 0) > maxBodyBytes;
    setMessage(
      isTooLarge
        ? words.tooLarge(formatBytes(maxBodyBytes))
        : others.length > 0
          ? words.noFonts(others.map(({ name }) => name))
          : null,
    );
    if (!isTooLarge && fresh.length > 0) onFiles(all);
  };
  const remove = (file: File) => {
    setMessage(null);
    onFiles(files.filter((each) => each !== file));
    chooser.current?.focus();
  };
  return (
    <section aria-labelledby={id}>
      <Title order={2} id={id}>
        {words.title}
      </Title>
      <Text size="sm" c="dimmed" role="status" mb="xs">
        {missing.length > 0 ? words.missingHint : words.noneMissing}
      </Text>
      {missing.length === 0 ? null : (
        <ul className={classes.families} aria-label={words.missing} dir="auto">
          {missing.map((family) => (
            <li key={family}>{family}</li>
          ))}
        </ul>
      )}
      <Dropzone
        onDrop={add}
        // The button in it has the focus, and a name.
        activateOnKeyboard={false}
        inputProps={{ 'aria-label': words.files, accept: kinds.join(',') }}
        className={dropClasses.drop}
      >
        <UnstyledButton ref={chooser} className={dropClasses.inside}>
          <Text span display="block" size="sm" fw={600}>
            {words.choose}
          </Text>
          <Text span display="block" size="sm" c="dimmed">
            {words.kinds}
          </Text>
        </UnstyledButton>
      </Dropzone>
      {message === null ? null : (
        <Text role="alert" size="sm" c="var(--mantine-color-error)" mt="xs" className={classes.reason}>
          {message}
        </Text>
      )}
      {files.length === 0 ? null : (
        <ul className={classes.list} aria-label={words.given}>
          {files.map((file, index) => (
            <li key={index} className={classes.font}>
              <div>
                <Text size="sm" fw={600} className={classes.reason} dir="auto">
                  {file.name}
                </Text>
                <FontState size={file.size} result={results?.[index]} />
              </div>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={words.remove(file.name)}
                onClick={() => remove(file)}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface FontStateProps {
  readonly size: number;
  readonly result: Conversion['fonts'][number] | undefined;
}

function FontState({ size, result }: FontStateProps): ReactNode {
  if (result !== undefined && result.problem !== null) {
    return (
      <Text role="alert" size="sm" c="var(--mantine-color-error)" className={classes.reason}>
        {words.problem(result.file, result.problem)}
      </Text>
    );
  }
  const { family = null, isUsed = false } = result ?? {};
  return (
    <Text size="sm" c="dimmed" className={classes.reason}>
      {family === null ? formatBytes(size) : isUsed ? words.used(family) : words.unused(family)}
    </Text>
  );
}

function isSame(a: File, b: File): boolean {
  return a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;
}
