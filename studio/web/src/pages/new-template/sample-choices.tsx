import { Select, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { gallery } from '../../generated/gallery.ts';
import { IconSearchOff } from '../../generated/icons.ts';
import type { Schema } from '../../api/client.ts';
import { NothingFound } from '../../parts/nothing-found.tsx';
import { SearchField } from '../../parts/search-field.tsx';
import { galleryWords, newTemplateWords as words } from '../../words/new-template.ts';
import { Choice } from './choice.tsx';
import { FilterChips } from './filter-chips.tsx';
import { describeSize, findTemplates, useGalleryView, wholeGallery } from './gallery-search.ts';
import type { GalleryColor, GalleryKind, GallerySize } from './gallery-search.ts';
import classes from './new-template.module.css';
import { samplePicture } from './sample-files.ts';

type SampleName = Schema<'SampleName'>;

interface SampleChoicesProps {
  readonly value: SampleName;
  readonly onChange: (sample: SampleName) => void;
}

const kinds = Object.entries(galleryWords.kinds).map(([value, label]) => ({ value, label }));
const sizes = Object.entries(galleryWords.sizes)
  .filter(([size]) => gallery.some((entry) => entry.size === size))
  .map(([value, label]) => ({ value, label }));
const colors = Object.entries(galleryWords.colors).map(([value, label]) => ({ value, label }));

/** The samples and the gallery as pictures, by kind, size and colour. */
export function SampleChoices({ value, onChange }: SampleChoicesProps): ReactNode {
  const [view, setView] = useGalleryView();
  const found = findTemplates(view);
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        {words.samplesHint}
      </Text>
      <search className={classes.filters}>
        <SearchField
          label={galleryWords.search}
          value={view.search}
          onChange={(search) => setView({ search })}
        />
        <Select
          aria-label={galleryWords.size}
          placeholder={galleryWords.anySize}
          data={sizes}
          value={view.size}
          onChange={(size) => setView({ size: size as GallerySize | null })}
          clearable
          w={{ base: '100%', xs: 180 }}
        />
        <FilterChips
          label={galleryWords.kind}
          all={galleryWords.anyKind}
          choices={kinds}
          value={view.kind}
          onChange={(kind) => setView({ kind: kind as GalleryKind | null })}
        />
        <FilterChips
          label={galleryWords.color}
          all={galleryWords.anyColor}
          choices={colors}
          value={view.color}
          onChange={(color) => setView({ color: color as GalleryColor | null })}
          areColors
        />
      </search>
      <Text size="sm" c="dimmed" mb="sm" role="status">
        {galleryWords.found(found.length)}
      </Text>
      {found.length === 0 ? (
        <NothingFound
          icon={IconSearchOff}
          words={galleryWords.nothing}
          onClear={() => setView(wholeGallery)}
        />
      ) : (
        <fieldset className={classes.group}>
          <legend className={classes.legend}>{words.samples}</legend>
          <div className={classes.samples}>
            {found.map((entry) => (
              <Choice
                key={entry.sample}
                group="sample"
                value={entry.sample}
                label={entry.name}
                hint={describeSize(entry)}
                isChosen={entry.sample === value}
                onChoose={() => onChange(entry.sample)}
              >
                <img src={samplePicture(entry.sample)} alt="" width={480} height={360} loading="lazy" />
              </Choice>
            ))}
          </div>
        </fieldset>
      )}
    </>
  );
}
