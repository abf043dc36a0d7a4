import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schema } from '../../api/client.ts';
import { newTemplateWords as words, sampleWords } from '../../words/new-template.ts';
import { Choice } from './choice.tsx';
import classes from './new-template.module.css';
import { samplePicture } from './sample-files.ts';

type SampleName = Schema<'SampleName'>;

interface SampleChoicesProps {
  readonly value: SampleName;
  readonly onChange: (sample: SampleName) => void;
}

/** The samples as pictures. */
export function SampleChoices({ value, onChange }: SampleChoicesProps): ReactNode {
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{words.samples}</legend>
      <Text size="sm" c="dimmed" mb="sm">
        {words.samplesHint}
      </Text>
      <div className={classes.samples}>
        {(Object.keys(sampleWords) as SampleName[]).map((sample) => (
          <Choice
            key={sample}
            group="sample"
            value={sample}
            label={sampleWords[sample].name}
            hint={sampleWords[sample].hint}
            isChosen={sample === value}
            onChoose={() => onChange(sample)}
          >
            <img src={samplePicture(sample)} alt="" width={480} height={360} />
          </Choice>
        ))}
      </div>
    </fieldset>
  );
}
