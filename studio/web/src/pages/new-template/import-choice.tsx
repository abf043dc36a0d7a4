import { Group, Text, UnstyledButton } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { useState, type ReactNode } from 'react';
import { IconFile, IconUpload } from '../../generated/icons.ts';
import { useSession } from '../../api/session.ts';
import { formatBytes } from '../../formats.ts';
import { newTemplateWords as words } from '../../words/new-template.ts';
import dropClasses from '../../parts/template/drop.module.css';

interface ImportChoiceProps {
  readonly file: File | null;
  readonly onFile: (file: File | null) => void;
}

/** Templates and designs. */
const kinds = /\.(?:zip|json|psd|svg|svgz|pptx|potx|ppsx|pptm|pdf|ai)$/i;

/** A place to drop a template or a design, or to choose one. */
export function ImportChoice({ file, onFile }: ImportChoiceProps): ReactNode {
  const { maxBodyBytes } = useSession().limits;
  const [message, setMessage] = useState<string | null>(null);
  const choose = ([chosen]: readonly File[]) => {
    if (chosen === undefined) return;
    const limit = formatBytes(maxBodyBytes);
    const problem = !kinds.test(chosen.name)
      ? words.notDesign
      : chosen.size > maxBodyBytes
        ? words.tooLarge(limit)
        : null;
    setMessage(problem);
    onFile(problem === null ? chosen : null);
  };
  return (
    <>
      <Dropzone
        onDrop={choose}
        multiple={false}
        // The button in it has the focus, and a name.
        activateOnKeyboard={false}
        inputProps={{ 'aria-label': words.importTitle }}
        className={dropClasses.drop}
      >
        <Group justify="center" gap="sm" mih={file === null ? 180 : 72} className={dropClasses.inside}>
          {file === null ? (
            <IconUpload size={32} stroke={1.4} aria-hidden />
          ) : (
            <IconFile size={32} stroke={1.4} aria-hidden />
          )}
          <UnstyledButton>
            <Text span display="block" fw={600} dir="auto" className={dropClasses.name}>
              {file === null ? words.importTitle : words.chosen(file.name, formatBytes(file.size))}
            </Text>
            <Text span display="block" size="sm" c="dimmed">
              {file === null ? words.importHint(formatBytes(maxBodyBytes)) : words.importAgain}
            </Text>
          </UnstyledButton>
        </Group>
      </Dropzone>
      {message === null ? null : (
        <Text role="alert" size="sm" c="var(--mantine-color-error)" mt="xs">
          {message}
        </Text>
      )}
    </>
  );
}
