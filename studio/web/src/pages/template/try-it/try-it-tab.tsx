import { Anchor, Button, Group, SegmentedControl, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { IconRefresh } from '../../../generated/icons.ts';
import { read, type Schema } from '../../../api/client.ts';
import { formatNumber } from '../../../formats.ts';
import { usePreview } from '../../../parts/previews/use-preview.ts';
import { VariableForm } from '../../../parts/previews/variable-form.tsx';
import { WarningList } from '../../../parts/previews/warning-list.tsx';
import { LoadingState } from '../../../parts/loading-state.tsx';
import { useDraft } from '../../../parts/template/draft.ts';
import { completeValues, defaultValues, useTried } from '../../../parts/template/tried-values.ts';
import { templatePageWords } from '../../../words/template.ts';
import { PictureStage } from '../picture-stage.tsx';
import { useTemplate } from '../template-context.ts';
import { Output } from './output.tsx';
import { previewDensity } from './preview-density.ts';
import classes from './try-it.module.css';

const words = templatePageWords.tryIt;

/** The form of a template's variables beside the picture of it. */
export function TryItTab(): ReactNode {
  const template = useTemplate();
  const { id: templateId, version, draft } = template;
  const [params, setParams] = useSearchParams();
  const isDraft = version === null || (draft !== null && params.get('of') === 'draft');
  const [tried, setTried] = useTried(template);
  const shown = useShown(template, isDraft);
  const variables = shown?.variables ?? [];
  const example = shown?.example ?? {};
  const values = completeValues(variables, { entered: tried.values, example });
  const defaults = defaultValues(variables);
  const hasExample = Object.keys(example).length > 0;
  // The revision is not sent: another one is another picture.
  const target = { templateId, version: isDraft ? null : version, revision: draft?.revision };
  const dpi = previewDensity(template.page);
  const { locale } = tried.options;
  const state = usePreview(
    target,
    {
      values,
      options: { ...(dpi === null ? {} : { outputDpi: dpi }), ...(locale === undefined ? {} : { locale }) },
    },
    { isEnabled: shown !== null },
  );
  const { preview, error } = state;
  return (
    <div className={classes.page}>
      <section aria-labelledby="values" className={classes.form}>
        <Group justify="space-between" gap="xs" mb="sm" mih={30}>
          <Title order={2} id="values">
            {words.values}
          </Title>
          <Group gap="sm">
            {!hasExample || Object.keys(tried.values).length === 0 ? null : (
              <Anchor component="button" type="button" size="sm" onClick={() => setTried({ values: {} })}>
                {words.example}
              </Anchor>
            )}
            {variables.every(({ name }) => values[name] === defaults[name]) ? null : (
              <Anchor
                component="button"
                type="button"
                size="sm"
                onClick={() => setTried({ values: hasExample ? defaults : {} })}
              >
                {words.reset}
              </Anchor>
            )}
          </Group>
        </Group>
        {shown === null ? (
          <LoadingState shape="lines" count={8} />
        ) : (
          <VariableForm
            variables={variables}
            values={values}
            onChange={(next) => setTried({ values: next })}
            error={error}
            {...(preview === null || error !== null
              ? {}
              : { warnings: preview.warnings, document: shown.document })}
          />
        )}
      </section>
      <div className={classes.result}>
        <Output
          template={template}
          target={target}
          values={values}
          tried={tried}
          onChange={setTried}
          isReady={preview !== null && error === null}
        />
        <PictureStage
          state={state}
          name={template.name}
          page={template.page}
          actions={
            <Group gap="xs">
              {preview === null ? null : (
                <Text size="xs" c="dimmed" className={classes.numbers}>
                  {words.size(formatNumber(preview.width), formatNumber(preview.height))}
                </Text>
              )}
              {version === null || draft === null ? null : (
                <SegmentedControl
                  size="xs"
                  aria-label={words.what}
                  data={[
                    { value: 'version', label: words.published(version) },
                    { value: 'draft', label: words.draft },
                  ]}
                  value={isDraft ? 'draft' : 'version'}
                  onChange={(value) =>
                    setParams(value === 'draft' ? { of: 'draft' } : {}, {
                      replace: true,
                      preventScrollReset: true,
                    })
                  }
                />
              )}
              <Button
                variant="default"
                size="compact-sm"
                h={28}
                leftSection={<IconRefresh size={14} aria-hidden />}
                onClick={state.retry}
              >
                {words.preview}
              </Button>
            </Group>
          }
        />
        {preview === null || error !== null ? null : (
          <WarningList warnings={preview.warnings} document={shown?.document} variables={variables} />
        )}
      </div>
    </div>
  );
}

interface Shown {
  readonly variables: readonly Schema<'Variable'>[];
  readonly document: Readonly<Record<string, unknown>>;
  /** Example values that fit the variables. */
  readonly example: Readonly<Record<string, string>>;
}

/** Document and variables of what is shown; null while they are loading. */
function useShown({ id: templateId, version, example }: Schema<'Template'>, isDraft: boolean): Shown | null {
  const draft = useDraft(templateId, isDraft);
  const published = useQuery({
    ...read('/templates/{templateId}/versions/{version}', {
      params: { path: { templateId, version: version ?? 1 } },
    }),
    enabled: !isDraft,
    // A version never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const found = isDraft ? draft.data?.draft : published.data;
  if (found === undefined) return null;
  const { variables, document } = found;
  return { variables, document, example: isDraft ? (draft.data?.draft.example ?? {}) : example };
}
