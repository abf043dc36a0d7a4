import type { Schema } from '../../api/client.ts';

type SampleName = Schema<'SampleName'>;

const pictures = import.meta.glob<string>('./samples/*.webp', {
  eager: true,
  import: 'default',
  query: '?url',
});
const examples = import.meta.glob<Record<string, string>>('../../../../../samples/*/example.json', {
  eager: true,
  import: 'default',
});

/** The address of a sample's picture. `scripts/make-sample-pictures.ts` makes them. */
export function samplePicture(sample: SampleName): string {
  const url = pictures[`./samples/${sample}.webp`];
  if (url === undefined) throw new Error(`The sample ${sample} has no picture.`);
  return url;
}

/** The values that a sample is shown with, so that a new template from it has a good picture at once. */
export function sampleValues(sample: SampleName): Readonly<Record<string, string>> {
  return examples[`../../../../../samples/${sample}/example.json`] ?? {};
}
