import { ActionIcon, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconChevronUp, IconTrash } from '../../generated/icons.ts';
import { propertyWords } from '../../words/designer/properties.ts';
import type { Control } from './controls.ts';
import { useKey } from './edited.tsx';
import { FieldLabel } from './field-label.tsx';
import classes from './fields.module.css';
import { FileMenu } from './source-field.tsx';

const words = propertyWords.pdfs;

/** As many as the schema allows. */
const maxFiles = 5;

/** PDFs of the template in their order. */
export function PdfsField({ control: { path } }: { readonly control: Control }): ReactNode {
  const key = useKey(path);
  const files = (key.value ?? []) as readonly string[];
  const set = (next: readonly string[]) => key.set(next.length === 0 ? undefined : next);
  return (
    <div role="group" aria-label={key.name}>
      <FieldLabel
        text={key.label}
        action={
          files.length >= maxFiles ? null : (
            <FileMenu
              name={key.name}
              kind="pdf"
              onChoose={(file) => key.setEach((current) => [...((current ?? []) as readonly string[]), file])}
            />
          )
        }
      />
      {files.length === 0 ? (
        <Text size="xs" c="dimmed">
          {words.none}
        </Text>
      ) : (
        <ol className={classes.list}>
          {files.map((file, index) => (
            <li key={`${index} ${file}`} className={classes.itemHead}>
              <Text size="xs" dir="auto" truncate>
                {file}
              </Text>
              <span>
                <ActionIcon
                  size={24}
                  variant="subtle"
                  color="gray"
                  aria-label={words.moveUp(file)}
                  disabled={index === 0}
                  onClick={() => set(files.toSpliced(index, 1).toSpliced(index - 1, 0, file))}
                >
                  <IconChevronUp size={16} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  size={24}
                  variant="subtle"
                  color="gray"
                  aria-label={words.remove(file)}
                  onClick={() => set(files.toSpliced(index, 1))}
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              </span>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
