import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, type ReactNode } from 'react';
import { read, type Schema } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import { ColumnStep } from './column-step.tsx';
import { renderOptions } from './output/render-options.ts';
import { OutputStep } from './output/output-step.tsx';
import { PicturePanel } from './pictures/picture-panel.tsx';
import { placeRowPictures } from './pictures/place-pictures.ts';
import { UploadsContext, usePictureUploads } from './pictures/use-picture-uploads.ts';
import { prepareRows, type PreparedBatch } from './prepared-batch.ts';
import { RowStep } from './rows/row-step.tsx';
import { findUnmapped, isUnused, withoutUnmapped } from './rows/unmapped.ts';
import { useRowCheck } from './rows/use-row-check.ts';

interface BatchStepsProps {
  readonly template: Schema<'Template'>;
  readonly batch: PreparedBatch;
  readonly onChange: (batch: PreparedBatch) => void;
  readonly onSubmitted: () => void;
  /** Pictures, or .zip files of them. */
  readonly onFiles: (files: readonly File[]) => void;
}

/** The steps after the file: columns, rows, output. */
export function BatchSteps(props: BatchStepsProps): ReactNode {
  const { template, batch, onChange, onSubmitted, onFiles } = props;
  const onRemovePictures = () => onChange({ ...batch, beside: new Map() });
  const { limits } = useSession();
  const { variables } = template;
  // Typing a fixed value must not wait for thousands of rows.
  const settled = useDeferredValue(batch);
  const prepared = useMemo(
    () => prepareRows(settled, variables),
    [settled.source, settled.assignments, settled.corrections, settled.leftOut, settled.readings],
  );
  const files = useQuery({
    ...read('/templates/{templateId}/files', { params: { path: { templateId: template.id } } }),
    enabled: settled.beside.size > 0,
  });
  const placed = useMemo(
    () => placeRowPictures(prepared, variables, settled, files.data?.data.map(({ path }) => path) ?? []),
    [prepared, settled.source, settled.beside, files.data],
  );
  const { rows } = placed;
  const uploads = usePictureUploads(placed.contents, batch.source.kind === 'job' ? batch.source.name : null);
  const options = useMemo(() => renderOptions(batch.output, template.page), [batch.output, template.page]);
  const checked = useRowCheck({
    templateId: template.id,
    rows,
    format: batch.output.format,
    options,
    maxBodyBytes: limits.maxBodyBytes,
    uploads,
  });
  const unmapped = useMemo(() => findUnmapped(variables, rows), [variables, rows]);
  const hasNoColumn = isUnused(batch, variables);
  const find = useMemo(
    () => (hasNoColumn ? () => null : withoutUnmapped(checked.find, unmapped)),
    [checked.find, unmapped, hasNoColumn],
  );
  const check = { ...checked, find };
  const hasCorrections = Object.keys(batch.corrections).length > 0;
  useEffect(() => {
    if (!hasCorrections) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [hasCorrections]);
  return (
    <UploadsContext value={uploads}>
      <PicturePanel
        batch={batch}
        placed={placed}
        uploads={uploads}
        onFiles={onFiles}
        onRemove={onRemovePictures}
      />
      <ColumnStep template={template} batch={batch} onChange={onChange} />
      <RowStep
        template={template}
        batch={batch}
        rows={rows}
        check={check}
        unmapped={unmapped}
        hasNoColumn={hasNoColumn}
        onChange={onChange}
      />
      <OutputStep
        template={template}
        batch={batch}
        rows={rows}
        check={check}
        unmapped={unmapped}
        hasNoColumn={hasNoColumn}
        options={options}
        onChange={onChange}
        onSubmitted={onSubmitted}
      />
    </UploadsContext>
  );
}
