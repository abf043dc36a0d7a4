import type { Schema } from '../../api/client.ts';

type SampleName = Schema<'SampleName'>;

const pictures = import.meta.glob<string>('./samples/*.webp', {
  eager: true,
  import: 'default',
  query: '?url',
});

/** The address of a sample's picture. `scripts/make-sample-pictures.ts` makes them. */
export function samplePicture(sample: SampleName): string {
  const url = pictures[`./samples/${sample}.webp`];
  if (url === undefined) throw new Error(`The sample ${sample} has no picture.`);
  return url;
}
