/** Arguments that several tools have. */
import { object, ofContract, type JsonSchema } from '../arguments.ts';

export const templateId = ofContract('/components/parameters/TemplateId/schema');

export const projectId: JsonSchema = { type: 'string', format: 'uuid' };

const text: JsonSchema = { type: 'string' };

/** A page of a list. */
export const page = {
  page: ofContract('/components/parameters/Page/schema'),
  limit: ofContract('/components/parameters/Limit/schema'),
};

/** A page of a list, as its arguments. */
export interface Page {
  readonly page: number;
  readonly limit: number;
}

/** The values of a template. */
export const variables: JsonSchema = {
  ...ofContract('/components/schemas/VariableValues'),
  description: 'Values by variable name: strings; of a list, an array of objects of strings and lists.',
  default: {},
};

const description =
  'scale multiplies the pixels of a side; outputDpi replaces the dpi of the template; quality is for ' +
  'jpeg and webp, chroma for jpeg.';

const { properties, ...ofOptions } = ofContract('/components/schemas/RenderOptions') as JsonSchema & {
  readonly properties: Readonly<Record<string, JsonSchema>>;
};
const { password, attachments, facturx, pdfStandard, preflight, ...ofPictures } = properties;

/** The output options of a picture. */
export const options: JsonSchema = { ...ofOptions, properties: ofPictures, description, default: {} };

/** The output options of a file. Its attachments are checked with the file: their patterns are long. */
export const fileOptions: JsonSchema = {
  ...options,
  properties: {
    ...ofPictures,
    password,
    preflight,
    attachments: {
      ...attachments,
      items: object({ name: text, mediaType: text, relationship: text, content: text }, [
        'name',
        'mediaType',
        'relationship',
        'content',
      ]),
    },
    facturx,
    pdfStandard,
  },
};

/** The output options of the rows of a batch, which refuses those of single files. */
export const rowOptions: JsonSchema = { ...ofOptions, properties: { ...ofPictures, preflight, pdfStandard } };
