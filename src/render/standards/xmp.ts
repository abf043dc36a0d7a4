import { FACTURX_RULES, type FacturxProfile } from '../attachments/facturx.ts';
import type { PageStandard } from './conformance.ts';

const PDF_NAMESPACE = 'http://ns.adobe.com/pdf/1.3/';
const PDFUA_NAMESPACE = 'http://www.aiim.org/pdfua/ns/id/';
const PDFX_NAMESPACE = 'http://www.npes.org/pdfx/ns/id/';
const FACTURX_NAMESPACE = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';

export interface XmpSettings {
  readonly title: string;
  readonly author?: string;
  readonly subject?: string;
  /** With commas between them. */
  readonly keywords?: string;
  readonly producer: string;
  /** 32 hexadecimal digits, unique to the file. */
  readonly id: string;
  readonly standards: readonly PageStandard[];
  /** The profile of the invoice that is attached; default: none is. */
  readonly facturx?: FacturxProfile | undefined;
  /** The creation date; null: none. */
  readonly date: string | null;
}

/**
 * The metadata of a file as XMP (ISO 16684-1): title, program, standards and the profile of an invoice.
 * PDF/A-2 and PDF/A-3 require a description of properties that they do not define (ISO 19005-2, 6.6.2.3.3).
 */
export function writeXmp(settings: XmpSettings): string {
  const { title, producer, id, standards, facturx, date } = settings;
  const archive = standards.map((standard) => archiveMarks[standard]).find((marks) => marks !== undefined);
  const readable = standards.map((standard) => readableMarks[standard]).find((marks) => marks !== undefined);
  const isPdfX = standards.includes('PDF/X-4');
  const properties = [
    `<dc:format>application/pdf</dc:format>`,
    `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(title)}</rdf:li></rdf:Alt></dc:title>`,
    ...describeContent(settings),
    `<pdf:Producer>${producer}</pdf:Producer>`,
    `<xmp:CreatorTool>${producer}</xmp:CreatorTool>`,
    `<xmpMM:DocumentID>uuid:${toUuid(id)}</xmpMM:DocumentID>`,
  ];
  if (date !== null) {
    for (const name of ['CreateDate', 'ModifyDate', 'MetadataDate'])
      properties.push(`<xmp:${name}>${date}</xmp:${name}>`);
  }
  if (isPdfX) {
    properties.push(
      '<xmpMM:VersionID>1</xmpMM:VersionID>',
      '<xmpMM:RenditionClass>default</xmpMM:RenditionClass>',
      '<pdf:Trapped>False</pdf:Trapped>',
      '<pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>',
    );
  }
  properties.push(...(archive ?? []), ...(readable ?? []));
  if (facturx !== undefined) properties.push(...describeInvoice(facturx));
  const used = [
    ...(isPdfX ? pdfXSchemas : []),
    ...(readable === undefined ? [] : [pdfUaSchema]),
    ...(facturx === undefined ? [] : [facturxSchema]),
  ];
  const isDescribed = standards.includes('PDF/A-2b') || standards.includes('PDF/A-3b');
  if (isDescribed && used.length > 0) properties.push(describeExtensions(used));
  return `<?xpacket begin="\u{feff}" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
${namespaces(archive !== undefined, used)}>
${properties.join('\n')}
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>`;
}

/** Author, subject and keywords. PDF/A requires them to be those of the information dictionary. */
function describeContent({ author, subject, keywords }: XmpSettings): string[] {
  const properties: string[] = [];
  if (author !== undefined)
    properties.push(`<dc:creator><rdf:Seq><rdf:li>${escapeXml(author)}</rdf:li></rdf:Seq></dc:creator>`);
  if (subject !== undefined) {
    const text = `<rdf:li xml:lang="x-default">${escapeXml(subject)}</rdf:li>`;
    properties.push(`<dc:description><rdf:Alt>${text}</rdf:Alt></dc:description>`);
  }
  if (keywords !== undefined) {
    const words = splitKeywords(keywords).map((word) => `<rdf:li>${escapeXml(word)}</rdf:li>`);
    properties.push(`<dc:subject><rdf:Bag>${words.join('')}</rdf:Bag></dc:subject>`);
    properties.push(`<pdf:Keywords>${escapeXml(keywords)}</pdf:Keywords>`);
  }
  return properties;
}

/** Commas of all scripts and semicolons separate keywords. */
function splitKeywords(keywords: string): string[] {
  return keywords
    .split(/[,;\uff0c\u3001\u060c\uff1b]/u)
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

type Marks = Readonly<Partial<Record<PageStandard, readonly string[]>>>;

const archiveMarks: Marks = {
  'PDF/A-2b': ['<pdfaid:part>2</pdfaid:part>', '<pdfaid:conformance>B</pdfaid:conformance>'],
  'PDF/A-3b': ['<pdfaid:part>3</pdfaid:part>', '<pdfaid:conformance>B</pdfaid:conformance>'],
  'PDF/A-4': ['<pdfaid:part>4</pdfaid:part>', '<pdfaid:rev>2020</pdfaid:rev>'],
  'PDF/A-4f': [
    '<pdfaid:part>4</pdfaid:part>',
    '<pdfaid:rev>2020</pdfaid:rev>',
    '<pdfaid:conformance>F</pdfaid:conformance>',
  ],
};
const readableMarks: Marks = {
  'PDF/UA-1': ['<pdfuaid:part>1</pdfuaid:part>'],
  'PDF/UA-2': ['<pdfuaid:part>2</pdfuaid:part>', '<pdfuaid:rev>2024</pdfuaid:rev>'],
};

/** What programs read to find the invoice (Factur-X 1.07, 6.2.3). */
function describeInvoice(profile: FacturxProfile): readonly string[] {
  const { fileName, version } = FACTURX_RULES[profile];
  return [
    '<fx:DocumentType>INVOICE</fx:DocumentType>',
    `<fx:DocumentFileName>${fileName}</fx:DocumentFileName>`,
    `<fx:Version>${version}</fx:Version>`,
    `<fx:ConformanceLevel>${profile}</fx:ConformanceLevel>`,
  ];
}

function namespaces(isPdfA: boolean, schemas: readonly ExtensionSchema[]): string {
  const used = new Map([
    ['dc', 'http://purl.org/dc/elements/1.1/'],
    ['pdf', PDF_NAMESPACE],
    ['xmp', 'http://ns.adobe.com/xap/1.0/'],
    ['xmpMM', 'http://ns.adobe.com/xap/1.0/mm/'],
  ]);
  if (isPdfA) used.set('pdfaid', 'http://www.aiim.org/pdfa/ns/id/');
  for (const { prefix, namespace } of schemas) used.set(prefix, namespace);
  return [...used].map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`).join('\n');
}

interface ExtensionSchema {
  /** Default: its prefix. */
  readonly title?: string;
  readonly namespace: string;
  readonly prefix: string;
  readonly category: 'internal' | 'external';
  /** Each property, its type, and what it says. */
  readonly properties: readonly (readonly [string, 'Text' | 'Integer', string])[];
}

const pdfXSchemas: readonly ExtensionSchema[] = [
  {
    namespace: PDFX_NAMESPACE,
    prefix: 'pdfxid',
    category: 'internal',
    properties: [['GTS_PDFXVersion', 'Text', 'Version of PDF/X that the file keeps to']],
  },
  {
    namespace: PDF_NAMESPACE,
    prefix: 'pdf',
    category: 'internal',
    properties: [['Trapped', 'Text', 'Whether the inks overlap where they meet']],
  },
];
const pdfUaSchema: ExtensionSchema = {
  namespace: PDFUA_NAMESPACE,
  prefix: 'pdfuaid',
  category: 'internal',
  properties: [['part', 'Integer', 'Part of PDF/UA that the file keeps to']],
};
const facturxSchema: ExtensionSchema = {
  title: 'Factur-X PDFA Extension Schema',
  namespace: FACTURX_NAMESPACE,
  prefix: 'fx',
  category: 'external',
  properties: [
    ['DocumentFileName', 'Text', 'The name of the embedded XML document'],
    ['DocumentType', 'Text', 'The type of the hybrid document in capital letters, e.g. INVOICE or ORDER'],
    ['Version', 'Text', 'The actual version of the standard applying to the embedded XML document'],
    ['ConformanceLevel', 'Text', 'The conformance level of the embedded XML document'],
  ],
};

/** Extension schemas that PDF/A requires to be declared. */
function describeExtensions(extensions: readonly ExtensionSchema[]): string {
  const schemas = extensions.map(({ namespace, prefix, title = prefix, category, properties }) => {
    const described = properties.map(
      ([name, type, description]) => `<rdf:li rdf:parseType="Resource">
<pdfaProperty:name>${name}</pdfaProperty:name>
<pdfaProperty:valueType>${type}</pdfaProperty:valueType>
<pdfaProperty:category>${category}</pdfaProperty:category>
<pdfaProperty:description>${description}</pdfaProperty:description>
</rdf:li>`,
    );
    return `<rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>${title}</pdfaSchema:schema>
<pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>${prefix}</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq>${described.join('')}</rdf:Seq></pdfaSchema:property></rdf:li>`;
  });
  return `<pdfaExtension:schemas xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"
xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#"><rdf:Bag>
${schemas.join('\n')}
</rdf:Bag></pdfaExtension:schemas>`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Formats an id as a UUID of version 8, the one for custom formats (RFC 9562). */
function toUuid(id: string): string {
  const digits = `${id.slice(0, 12)}8${id.slice(13, 16)}8${id.slice(17, 32)}`;
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
