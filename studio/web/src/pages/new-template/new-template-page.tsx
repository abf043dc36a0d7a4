import { Button, SegmentedControl, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { gallery } from '../../generated/gallery.ts';
import { api, data, read, type Schema } from '../../api/client.ts';
import { fieldErrors } from '../../api/problem.ts';
import { useChange } from '../../api/queries.ts';
import { ErrorState } from '../../parts/error-state.tsx';
import { notifyDone } from '../../parts/notify.tsx';
import { PageHeader } from '../../parts/page-header.tsx';
import { NameInput } from '../../parts/template/name-input.tsx';
import { ProjectSelect, type ProjectChoice } from '../../parts/template/project-select.tsx';
import { VisibilityField } from '../../parts/template/visibility-field.tsx';
import { newTemplateWords as words } from '../../words/new-template.ts';
import { templateWords } from '../../words/templates.ts';
import { BlankChoices, isSide, type CustomSize } from './blank-choices.tsx';
import { DesignReview } from './design/design-review.tsx';
import { templateFile, useConversion } from './design/use-conversion.ts';
import { useImportedFile, useIsDesign } from './design/use-imported-file.ts';
import { ImportChoice } from './import-choice.tsx';
import classes from './new-template.module.css';
import { SampleChoices } from './sample-choices.tsx';
import { samplePicture } from './sample-files.ts';
import { Sheet } from './sheet.tsx';
import { presets, type BlankSize } from './sizes.ts';

type Way = keyof typeof words.ways;

/** Makes a template: blank, from a sample, or from a file. */
export function NewTemplatePage(): ReactNode {
  const [params, setParams] = useSearchParams();
  const way = readWay(params.get('from'));
  const [sample, setSample] = useState<Schema<'SampleName'>>('social-card');
  const [size, setSize] = useState('openGraph');
  const [custom, setCustom] = useState<CustomSize>({ width: 800, height: 600, unit: 'px', dpi: '96' });
  const [file, setFile] = useImportedFile();
  const [fonts, setFonts] = useState<readonly File[]>([]);
  const [chosen, setChosen] = useState<readonly number[] | null>(null);
  const [page, setPage] = useState(0);
  const [name, setName] = useState('');
  const [project, setProject] = useProjectChoice(params.get('project'));
  const [visibility, setVisibility] = useState<Schema<'Visibility'> | null>(null);
  const navigate = useNavigate();
  const create = useChange(createTemplate, ['/templates', '/projects']);
  const isDesign = useIsDesign(file);
  const conversion = useConversion(way === 'import' && isDesign === true ? file : null, fonts, chosen, page);
  const converted = conversion.isPlaceholderData ? undefined : conversion.data;

  const blank = blankSize(size, custom);
  const given = name.trim();
  const suggested =
    way === 'sample'
      ? (gallery.find((entry) => entry.sample === sample)?.name ?? words.unnamed)
      : way === 'blank'
        ? (presets.find(({ id }) => id === size)?.name ?? words.unnamed)
        : '';
  const missing =
    way === 'blank' && blank === null
      ? words.chooseSize
      : way === 'import' && file === null
        ? words.chooseFile
        : way === 'import' && isDesign !== false && converted === undefined
          ? words.convertFirst
          : null;

  const isCreatingProject = project?.id === null;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (missing !== null || isCreatingProject || create.isPending) return;
    const imported = converted === undefined ? file : templateFile(converted);
    const source = way === 'import' ? imported : way === 'sample' ? { sample } : blank;
    if (source === null) return;
    create.mutate(
      {
        source,
        name: given === '' && way === 'blank' ? suggested : given,
        projectId: project?.id ?? null,
        visibility,
      },
      {
        onSuccess: (template) => {
          notifyDone(words.created(template.name));
          // An empty page is drawn on, a converted design looked through; anything else can be tried first.
          const opens = way === 'blank' || (way === 'import' && isDesign === true) ? '/design' : '';
          void navigate(`/templates/${template.id}${opens}`);
        },
      },
    );
  };
  const errors = fieldErrors(create.error);
  const choose = (next: string) => {
    create.reset();
    setParams(
      (current) => {
        const changed = new URLSearchParams(current);
        changed.set('from', next);
        return changed;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  return (
    <>
      <PageHeader title={words.title} back={{ to: '/', name: words.back }} />
      <form className={classes.page} onSubmit={submit}>
        <div>
          <SegmentedControl
            aria-label={words.way}
            data={Object.entries(words.ways).map(([value, label]) => ({ value, label }))}
            value={way}
            onChange={choose}
            mb="md"
          />
          {way === 'sample' ? (
            <SampleChoices value={sample} onChange={setSample} />
          ) : way === 'blank' ? (
            <BlankChoices size={size} onSize={setSize} custom={custom} onCustom={setCustom} errors={errors} />
          ) : (
            <>
              <ImportChoice
                file={file}
                onFile={(next) => {
                  setFile(next);
                  setFonts([]);
                  setChosen(null);
                  setPage(0);
                  create.reset();
                }}
              />
              {file !== null && isDesign === true ? (
                <DesignReview
                  {...{ file, conversion, fonts, chosen, page }}
                  onFonts={setFonts}
                  onChoose={setChosen}
                  onPage={(next) => {
                    setPage(next);
                    setChosen(null);
                  }}
                />
              ) : null}
            </>
          )}
        </div>
        <div className={classes.summary}>
          <div className={classes.summaryPicture} aria-hidden>
            {way === 'sample' ? (
              <img src={samplePicture(sample)} alt="" />
            ) : way === 'blank' && blank !== null ? (
              <Sheet {...blank} box={120} />
            ) : null}
          </div>
          <NameInput
            value={name}
            onChange={setName}
            error={errors['name']}
            isFirst={false}
            isOptional
            {...(way === 'import' ? { hint: words.importNameHint } : { placeholder: suggested })}
          />
          <ProjectSelect label={templateWords.project} value={project} onChange={setProject} canCreate />
          <VisibilityField projectId={project?.id ?? null} value={visibility} onChange={setVisibility} />
          {create.error === null || errors['name'] !== undefined ? null : <Refusal error={create.error} />}
          <Button type="submit" loading={create.isPending} disabled={missing !== null || isCreatingProject}>
            {words.create}
          </Button>
          {missing === null ? null : (
            <Text size="xs" c="dimmed" ta="center" className={classes.wide}>
              {missing}
            </Text>
          )}
        </div>
      </form>
    </>
  );
}

/** Why nothing was created, each problem of an imported file on its own line. */
function Refusal({ error }: { readonly error: unknown }): ReactNode {
  const problems = Object.entries(fieldErrors(error));
  return (
    <div className={classes.wide}>
      <ErrorState error={error} />
      {problems.length === 0 ? null : (
        <ul className={classes.problems}>
          {problems.map(([field, detail]) => (
            <li key={field}>
              {field === '' ? null : <code>{field}</code>} {detail}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The project to create in: the address's, else the one that was last changed; null while there is none. */
function useProjectChoice(
  fromAddress: string | null,
): readonly [ProjectChoice | null, (project: ProjectChoice | null) => void] {
  const [chosen, setChosen] = useState<ProjectChoice | null>(null);
  const { data: projects } = useQuery(read('/projects', { params: { query: { size: 100 } } }));
  const own = projects?.data.find(({ isYours }) => isYours);
  const named = projects?.data.find(({ id }) => id === fromAddress);
  return [chosen ?? named ?? own ?? projects?.data[0] ?? null, setChosen];
}

interface NewTemplateInput {
  /** A file is imported. */
  readonly source: File | Schema<'TemplateSource'>;
  /** Empty: that of the sample or the file. */
  readonly name: string;
  /** Null: the account's first project is created. */
  readonly projectId: string | null;
  /** Null: that of the project. */
  readonly visibility: Schema<'Visibility'> | null;
}

async function createTemplate({
  source,
  name,
  visibility,
  ...input
}: NewTemplateInput): Promise<Schema<'Template'>> {
  const projectId = input.projectId ?? (await createFirstProject());
  const path = { projectId };
  const chosen = { ...(name === '' ? {} : { name }), ...(visibility === null ? {} : { visibility }) };
  if (!(source instanceof File)) {
    const body = { source, ...chosen };
    return await data(api.POST('/projects/{projectId}/templates', { params: { path }, body }));
  }
  return await data(
    api.POST('/projects/{projectId}/templates', {
      params: { path, query: chosen },
      // The body is the file itself.
      body: source as never,
      bodySerializer: (body: unknown) => body as Blob,
      headers: { 'Content-Type': 'application/octet-stream' },
    }),
  );
}

async function createFirstProject(): Promise<string> {
  const { id } = await data(api.POST('/projects', { body: { name: templateWords.firstProject } }));
  return id;
}

function readWay(value: string | null): Way {
  return value === 'blank' || value === 'import' ? value : 'sample';
}

function blankSize(size: string, { width, height, unit, dpi }: CustomSize): BlankSize | null {
  const preset = presets.find(({ id }) => id === size);
  if (preset !== undefined) {
    return { width: preset.width, height: preset.height, unit: preset.unit, dpi: preset.dpi };
  }
  if (!isSide(width) || !isSide(height)) return null;
  return { width, height, unit, dpi: Number(dpi) as BlankSize['dpi'] };
}
