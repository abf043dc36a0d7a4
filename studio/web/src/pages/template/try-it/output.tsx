import { Button, Group, Tooltip } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { extensions } from '../../../../../../src/common/names/output-formats.ts';
import { IconDownload, IconShare2 } from '../../../generated/icons.ts';
import type { Schema } from '../../../api/client.ts';
import { randomId } from '../../../api/random-id.ts';
import { ErrorState } from '../../../parts/error-state.tsx';
import { notifyDone } from '../../../parts/notify.tsx';
import { fetchPreview, type PreviewTarget } from '../../../parts/previews/fetch-preview.ts';
import { FormatControl } from '../../../parts/template/format-control.tsx';
import { saveFile } from '../../../parts/template/save-file.ts';
import { ShareDialog } from '../../../parts/template/share-dialog.tsx';
import {
  outputOptions,
  plainFile,
  withFileOptions,
  type Tried,
} from '../../../parts/template/tried-values.ts';
import { templatePageWords } from '../../../words/template.ts';
import { OutputOptions } from './output-options.tsx';
import classes from './try-it.module.css';

const words = templatePageWords.tryIt;

interface OutputProps {
  readonly template: Schema<'Template'>;
  readonly target: PreviewTarget;
  readonly values: Readonly<Record<string, string>>;
  readonly tried: Tried;
  readonly onChange: (change: Partial<Tried>) => void;
  /** Whether the values have a picture. */
  readonly isReady: boolean;
}

/** Format and options, and the two ways to get the file: download and link. */
export function Output({ template, target, values, tried, onChange, isReady }: OutputProps): ReactNode {
  const { format } = tried;
  const options = outputOptions(tried);
  const [isSharing, setSharing] = useState(false);
  const [ofFile, setOfFile] = useState(plainFile);
  const download = useMutation({
    mutationFn: async () => {
      const { signal } = new AbortController();
      const { file } = await fetchPreview(
        target,
        { values, format, options, ...withFileOptions(format, ofFile) },
        randomId(),
        signal,
      );
      notifyDone(words.saved(saveFile(file, template.name, extensions[format])));
    },
  });
  const share = (
    <Button
      variant="default"
      leftSection={<IconShare2 size={16} aria-hidden />}
      onClick={() => setSharing(true)}
      {...(template.version === null ? { 'data-disabled': true, 'aria-disabled': true } : {})}
      disabled={!isReady && template.version !== null}
    >
      {words.share}
    </Button>
  );
  return (
    <div className={classes.output}>
      <Group gap="xs" justify="space-between">
        <Group gap="xs">
          <FormatControl value={format} onChange={(next) => onChange({ format: next })} />
          <OutputOptions
            template={template}
            tried={tried}
            onChange={onChange}
            ofFile={{ value: ofFile, onChange: setOfFile }}
          />
        </Group>
        <Group gap="xs">
          {template.version === null ? (
            <Tooltip label={templatePageWords.share.notPublished}>{share}</Tooltip>
          ) : (
            share
          )}
          <Button
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={download.isPending}
            disabled={!isReady}
            onClick={() => download.mutate()}
          >
            {words.download}
          </Button>
        </Group>
      </Group>
      {download.error === null ? null : (
        <div className={classes.failed}>
          <ErrorState error={download.error} onRetry={() => download.mutate()} />
        </div>
      )}
      {isSharing && template.version !== null ? (
        <ShareDialog
          template={template}
          values={values}
          output={tried}
          ofFile={ofFile}
          isDraftShown={target.version === null}
          onClose={() => setSharing(false)}
        />
      ) : null}
    </div>
  );
}
