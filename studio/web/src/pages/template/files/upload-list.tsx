import { ActionIcon, Button, Loader, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconAlertTriangle, IconX } from '../../../generated/icons.ts';
import { formatBytes, formatCount } from '../../../formats.ts';
import { templatePageWords } from '../../../words/template.ts';
import classes from './files.module.css';
import type { Uploads } from './uploads.ts';

const words = templatePageWords.files;

/** The files on their way, and those that were refused, with the reason. */
export function UploadList({ uploads }: { readonly uploads: Uploads }): ReactNode {
  const { list, done, again, dismiss } = uploads;
  return (
    <div role="status">
      {done > 0 && list.length === 0 ? (
        <Text size="sm" c="dimmed" mb="sm">
          {words.uploaded(formatCount(done, words.file.one, words.file.many))}
        </Text>
      ) : null}
      {list.length === 0 ? null : (
        <ul className={classes.uploads}>
          {list.map(({ id, file, path, state, message }) => (
            <li key={id} className={classes.upload}>
              {state === 'failed' ? (
                <IconAlertTriangle size={18} aria-hidden className={classes.failed} />
              ) : (
                <Loader size={18} aria-hidden />
              )}
              <div className={classes.uploadText}>
                <Text size="sm" fw={600} className={classes.path} dir="auto">
                  {path}
                </Text>
                <Text size="xs" c={state === 'failed' ? 'var(--mantine-color-error)' : 'dimmed'}>
                  {state === 'failed'
                    ? `${words.failed}: ${message ?? ''}`
                    : `${state === 'waiting' ? words.waiting : words.uploading} ${formatBytes(file.size)}`}
                </Text>
              </div>
              {state === 'failed' ? (
                <>
                  <Button size="xs" variant="default" onClick={() => again(id)}>
                    {words.again}
                  </Button>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={words.dismiss(path)}
                    onClick={() => dismiss(id)}
                  >
                    <IconX size={16} aria-hidden />
                  </ActionIcon>
                </>
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
