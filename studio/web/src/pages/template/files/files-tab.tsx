import { ActionIcon, Anchor, Group, Text, UnstyledButton } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import {
  IconDropletHalf2,
  IconFileTypePdf,
  IconTrash,
  IconTypography,
  IconUpload,
} from '../../../generated/icons.ts';
import { api, read, type Schema } from '../../../api/client.ts';
import { useChange } from '../../../api/queries.ts';
import { useSession } from '../../../api/session.ts';
import { formatBytes } from '../../../formats.ts';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { DataTable, type Column } from '../../../parts/data-table.tsx';
import { ErrorState } from '../../../parts/error-state.tsx';
import { LoadingState } from '../../../parts/loading-state.tsx';
import { notifyDone } from '../../../parts/notify.tsx';
import { Status } from '../../../parts/status.tsx';
import { addFontToDraft } from '../../../parts/template/declare-font.ts';
import { FontSample } from '../../../parts/font-sample.tsx';
import { findFileKind, type FileKind } from '../../../parts/template/upload-file.ts';
import dropClasses from '../../../parts/template/drop.module.css';
import { uploadedFontWords } from '../../../words/designer/fonts.ts';
import { templatePageWords } from '../../../words/template.ts';
import { useTemplate } from '../template-context.ts';
import classes from './files.module.css';
import { useUploads } from './uploads.ts';
import { UploadList } from './upload-list.tsx';

const words = templatePageWords.files;

type TemplateFile = Schema<'File'>;

/** What changes with the files of a draft. */
const paths = [
  '/templates/{templateId}/files',
  '/templates/{templateId}/draft',
  '/templates/{templateId}',
  '/templates',
] as const;

/** The files of the draft, or of the published version: list, upload, delete. */
export function FilesTab(): ReactNode {
  const { id: templateId } = useTemplate();
  const { maxFileBytes } = useSession().limits;
  const params = { path: { templateId } };
  const { data, error, refetch } = useQuery(read('/templates/{templateId}/files', { params }));
  const uploads = useUploads(templateId, maxFileBytes, undefined, async (path, font) => {
    if (await addFontToDraft(templateId, path, font))
      notifyDone(uploadedFontWords.added([font.family || path]));
  });
  const [deleted, setDeleted] = useState<TemplateFile | null>(null);
  const remove = useChange(
    (path: string) =>
      api.DELETE('/templates/{templateId}/file', {
        params: { ...params, query: { path } },
      }),
    paths,
  );
  const files = data?.data ?? [];
  const columns: Column<TemplateFile>[] = [
    {
      key: 'path',
      label: words.path,
      render: (file) => (
        <span className={classes.file}>
          <FilePicture file={file} templateId={templateId} />
          <Anchor
            href={fileAddress(templateId, file.path)}
            download={file.path.split('/').at(-1) ?? ''}
            aria-label={words.download(file.path)}
            inherit
            className={classes.path}
            dir="auto"
          >
            {file.path}
          </Anchor>
        </span>
      ),
    },
    {
      key: 'use',
      label: words.use,
      render: ({ isUsed }) => (
        <Status tone={isUsed ? 'good' : 'neutral'}>{isUsed ? words.used : words.unused}</Status>
      ),
      width: 130,
    },
    { key: 'kind', label: words.kind, render: ({ mediaType }) => mediaType, width: 140 },
    {
      key: 'size',
      label: words.size,
      render: ({ bytes }) => formatBytes(bytes),
      isNumeric: true,
      width: 110,
    },
    {
      key: 'actions',
      label: words.actions,
      isActions: true,
      width: 60,
      render: (file) => (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={words.delete(file.path)}
          onClick={() => setDeleted(file)}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      ),
    },
  ];
  return (
    <>
      <Dropzone
        onDrop={(dropped) => uploads.add(dropped)}
        // The button in it has the focus, and a name.
        activateOnKeyboard={false}
        inputProps={{ 'aria-label': words.drop }}
        className={dropClasses.drop}
        mb="md"
      >
        <Group gap="sm" wrap="nowrap" className={dropClasses.inside}>
          <IconUpload size={24} stroke={1.5} aria-hidden className={classes.icon} />
          <UnstyledButton>
            <Text span display="block" fw={600} size="sm">
              {words.drop}
            </Text>
            <Text span display="block" size="xs" c="dimmed">
              {words.dropHint(formatBytes(maxFileBytes))}
            </Text>
          </UnstyledButton>
        </Group>
      </Dropzone>
      <UploadList uploads={uploads} />
      {error !== null ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <LoadingState shape="table" count={3} />
      ) : files.length === 0 ? (
        <Text size="sm" c="dimmed">
          {words.none}
        </Text>
      ) : (
        <DataTable caption={words.caption} columns={columns} rows={files} rowKey={({ path }) => path} />
      )}
      <ConfirmDialog
        isOpen={deleted !== null}
        title={words.deleteDialog.title}
        confirm={words.deleteDialog.confirm}
        isDangerous
        onConfirm={async () => {
          if (deleted === null) return;
          await remove.mutateAsync(deleted.path);
          notifyDone(words.deleteDialog.done(deleted.path));
        }}
        onClose={() => setDeleted(null)}
      >
        {deleted === null ? null : (
          <>
            <span dir="auto" className={classes.path}>
              {words.deleteDialog.detail(deleted.path)}
            </span>
            {deleted.isUsed ? <div>{words.deleteDialog.used}</div> : null}
          </>
        )}
      </ConfirmDialog>
    </>
  );
}

/** A small picture of an image. SVG has its icon: it is not shown as what a person uploaded. */
function FilePicture({ file, templateId }: { readonly file: TemplateFile; readonly templateId: string }) {
  const isPicture = /^image\/(png|jpeg|webp|gif)$/.test(file.mediaType);
  const Icon = fileIcons[findFileKind(file.path)];
  return (
    <span className={classes.picture} aria-hidden>
      {isPicture ? (
        <img src={fileAddress(templateId, file.path)} alt="" loading="lazy" />
      ) : findFileKind(file.path) === 'font' && file.bytes <= maxSampleBytes ? (
        <FontSample
          address={fileAddress(templateId, file.path)}
          id={file.id ?? `${templateId}-${file.path}`}
          size={14}
        />
      ) : (
        <Icon size={18} stroke={1.5} aria-hidden />
      )}
    </span>
  );
}

/** A larger font is not loaded only to show letters of it. */
const maxSampleBytes = 1_000_000;

const fileIcons: Readonly<Record<FileKind, typeof IconTypography>> = {
  image: IconTypography,
  font: IconTypography,
  pdf: IconFileTypePdf,
  profile: IconDropletHalf2,
};

function fileAddress(templateId: string, path: string): string {
  return `/studio/api/v1/templates/${templateId}/file?path=${encodeURIComponent(path)}`;
}
