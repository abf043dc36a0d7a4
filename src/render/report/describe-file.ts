import type { OutputFormat } from '../../common/names/output-formats.ts';
import type { FileDescription, Scene } from '../scene/scene.ts';

/** What a file of a format says of itself: pictures made of pixels say nothing. */
export function describeFile(scene: Scene, format: 'pdf'): FileDescription & { readonly title: string };
export function describeFile(scene: Scene, format: OutputFormat): FileDescription;
export function describeFile(
  { title: name, description = {} }: Scene,
  format: OutputFormat,
): FileDescription {
  switch (format) {
    case 'pdf':
      return { ...description, title: description.title ?? name };
    case 'svg': {
      const { title, subject } = description;
      return {
        ...(title === undefined ? {} : { title }),
        ...(subject === undefined ? {} : { subject }),
      };
    }
    case 'png':
    case 'jpeg':
    case 'webp':
    case 'avif':
    case 'zpl':
      return {};
  }
}
