import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { hasAllPages } from '../../../../../../src/common/names/output-formats.ts';
import { read, type Schema } from '../../../api/client.ts';
import { ErrorState } from '../../../parts/error-state.tsx';
import { LoadingState } from '../../../parts/loading-state.tsx';
import { usePreview } from '../../../parts/previews/use-preview.ts';
import { VariableForm, valueErrors } from '../../../parts/previews/variable-form.tsx';
import { completeValues, outputOptions, useTried } from '../../../parts/template/tried-values.ts';
import { CreateUrlKeyDialog } from '../../../parts/url-keys/create-url-key-dialog.tsx';
import { imageUrlWords as words } from '../../../words/image-url.ts';
import { templatePageWords } from '../../../words/template.ts';
import { PictureStage } from '../picture-stage.tsx';
import { NotPublished } from '../not-published.tsx';
import { useTemplate } from '../template-context.ts';
import classes from '../try-it/try-it.module.css';
import { previewDensity } from '../try-it/preview-density.ts';
import { fileName } from '../use-it/snippets.ts';
import urlClasses from './image-url.module.css';
import { NoUrlKey } from './no-url-key.tsx';
import { SignedUrlPanel } from './signed-url-panel.tsx';
import { noExpiry, UrlSettings, type UrlChoices } from './url-settings.tsx';
import { useSignedUrl } from './use-signed-url.ts';

/** Builds a signed image URL: key, version, format, options and values, the picture, the URL and its code. */
export function ImageUrlTab(): ReactNode {
  const template = useTemplate();
  const keys = useQuery(read('/url-keys'));
  const [isCreating, setCreating] = useState(false);
  if (template.version === null) return <NotPublished words={words.notPublished} />;
  if (keys.data === undefined) {
    if (keys.error === null) return <LoadingState shape="lines" count={8} />;
    return <ErrorState error={keys.error} onRetry={() => void keys.refetch()} />;
  }
  const own = keys.data.data.filter(({ isYours, isReadable }) => isYours && isReadable);
  const create = () => setCreating(true);
  return (
    <>
      {own.length === 0 ? (
        <NoUrlKey hasOthers={keys.data.data.length > 0} onCreate={create} />
      ) : (
        <Builder template={template} liveVersion={template.version} keys={own} onCreate={create} />
      )}
      {/* Here, so that it stays open when the first key is there. */}
      <CreateUrlKeyDialog isOpen={isCreating} onClose={() => setCreating(false)} templates={[template]} />
    </>
  );
}

interface BuilderProps {
  readonly template: Schema<'Template'>;
  readonly liveVersion: number;
  /** Those that the person may sign with. */
  readonly keys: readonly Schema<'UrlKey'>[];
  readonly onCreate: () => void;
}

function Builder({ template, liveVersion, keys, onCreate }: BuilderProps): ReactNode {
  const { id: templateId } = template;
  const [tried, setTried] = useTried(template, { format: 'png' });
  const [choices, setChoices] = useState<UrlChoices>({ urlKeyId: null, version: 'live', expiry: noExpiry });
  const { version, expiry } = choices;
  const urlKeyId = keys.find(({ id }) => id === choices.urlKeyId)?.id ?? firstFitting(keys, templateId);
  const shownVersion = version === 'live' ? liveVersion : Number(version);
  const published = useQuery({
    ...read('/templates/{templateId}/versions/{version}', {
      params: { path: { templateId, version: shownVersion } },
    }),
    // A version never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const variables = published.data?.variables ?? [];
  const values = completeValues(variables, { entered: tried.values, example: template.example });
  const { svgText: _, ...options } = outputOptions(tried);
  const dpi = previewDensity(template.page);
  const isFitting = keys.find(({ id }) => id === urlKeyId)?.fit === true;
  const { outputDpi, backgroundColor, ...others } = options;
  const request = {
    templateId,
    version,
    file: fileName({ templateName: template.name, format: tried.format }),
    values: changedValues(variables, values),
    options: {
      ...others,
      ...(outputDpi === undefined ? {} : { dpi: outputDpi }),
      ...(backgroundColor === undefined ? {} : { background: backgroundColor }),
      ...(expiry.at === null ? {} : { exp: expiry.at }),
    },
  };
  const url = useSignedUrl(urlKeyId, request, published.data !== undefined);
  const preview = usePreview(
    { templateId, version: shownVersion },
    {
      values: { ...values, ...url.signed?.fitted },
      format: hasAllPages[tried.format] ? 'png' : tried.format,
      options: { ...(dpi === null ? {} : { outputDpi: dpi }), ...options },
    },
    // With a key that shortens texts, the shortened values come with the URL.
    { isEnabled: published.data !== undefined && (!isFitting || url.signed !== null) },
  );
  const refused = (isFitting ? null : preview.error) ?? url.error;
  return (
    <div className={classes.page}>
      <section aria-labelledby="values" className={classes.form}>
        <Title order={2} id="values" mb="sm" mih={30}>
          {templatePageWords.tryIt.values}
        </Title>
        {published.data === undefined ? (
          published.error === null ? (
            <LoadingState shape="lines" count={8} />
          ) : (
            <ErrorState error={published.error} onRetry={() => void published.refetch()} />
          )
        ) : (
          <VariableForm
            variables={variables}
            values={values}
            onChange={(next) => setTried({ values: next })}
            error={refused}
          />
        )}
      </section>
      <Stack gap="lg" miw={0}>
        <Text size="sm" maw="72ch">
          {words.intro}
        </Text>
        <UrlSettings
          template={template}
          liveVersion={liveVersion}
          keys={keys}
          urlKeyId={urlKeyId}
          onCreate={onCreate}
          choices={choices}
          onChange={(change) => setChoices({ ...choices, ...change })}
          tried={tried}
          onTried={setTried}
        />
        <div className={urlClasses.picture}>
          <PictureStage
            state={preview}
            name={template.name}
            page={template.page}
            actions={
              hasAllPages[tried.format] ? (
                <Text size="xs" c="dimmed">
                  {words.filePreview}
                </Text>
              ) : null
            }
          />
        </div>
        <SignedUrlPanel
          {...url}
          hasWrongValues={Object.keys(valueErrors(refused)).length > 0}
          isLive={version === 'live'}
          snippet={{
            urlKeyId,
            templateName: template.name,
            request,
            size:
              preview.preview === null || hasAllPages[tried.format]
                ? null
                : cssSize(preview.preview, options.scale),
          }}
        />
      </Stack>
    </div>
  );
}

/** The key that is chosen at first: the newest whose URLs may show the template. */
function firstFitting(keys: readonly Schema<'UrlKey'>[], templateId: string): string {
  const fitting = keys.find(({ templates }) => templates?.some(({ id }) => id === templateId) ?? true);
  return (fitting ?? keys[0])?.id ?? '';
}

/** The values that a URL needs: the others are the defaults anyway. */
function changedValues(
  variables: readonly Schema<'Variable'>[],
  values: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    variables.flatMap(({ name, defaultValue = '' }) =>
      values[name] === defaultValue ? [] : [[name, values[name] ?? '']],
    ),
  );
}

/** The size that a page shows a picture at: one that is scaled is for screens with more pixels. */
function cssSize(
  { width, height }: { readonly width: number; readonly height: number },
  scale = 1,
): { readonly width: number; readonly height: number } {
  return { width: Math.round(width / scale), height: Math.round(height / scale) };
}
