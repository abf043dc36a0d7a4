import type { PageStandard } from './conformance.ts';

const PDF_NAMESPACE = 'http://ns.adobe.com/pdf/1.3/';
const PDFUA_NAMESPACE = 'http://www.aiim.org/pdfua/ns/id/';
const PDFX_NAMESPACE = 'http://www.npes.org/pdfx/ns/id/';

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
  /** The creation date; null: none. */
  readonly date: string | null;
}

/**
 * The metadata of a file as XMP (ISO 16684-1): title, program and standards. PDF/A requires a description of
 * properties that it does not define, here those of PDF/X (ISO 19005-2, 6.6.2.3.3).
 */
export function writeXmp(settings: XmpSettings): string {
  const { title, producer, id, standards, date } = settings;
  const isPdfA = standards.includes('PDF/A-2b');
  const isPdfX = standards.includes('PDF/X-4');
  const isPdfUa = standards.includes('PDF/UA-1');
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
  if (isPdfA) properties.push('<pdfaid:part>2</pdfaid:part>', '<pdfaid:conformance>B</pdfaid:conformance>');
  if (isPdfUa) properties.push('<pdfuaid:part>1</pdfuaid:part>');
  if (isPdfA && isPdfX) properties.push(describeExtensions(pdfXProperties));
  if (isPdfA && isPdfUa) properties.push(describeExtensions(pdfUaProperties));
  return `<?xpacket begin="\u{feff}" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
${namespaces(isPdfA, isPdfX, isPdfUa)}>
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

function namespaces(isPdfA: boolean, isPdfX: boolean, isPdfUa: boolean): string {
  const used = [
    ['dc', 'http://purl.org/dc/elements/1.1/'],
    ['pdf', PDF_NAMESPACE],
    ['xmp', 'http://ns.adobe.com/xap/1.0/'],
    ['xmpMM', 'http://ns.adobe.com/xap/1.0/mm/'],
  ];
  if (isPdfA) used.push(['pdfaid', 'http://www.aiim.org/pdfa/ns/id/']);
  if (isPdfX) used.push(['pdfxid', PDFX_NAMESPACE]);
  if (isPdfUa) used.push(['pdfuaid', PDFUA_NAMESPACE]);
  return used.map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`).join('\n');
}

/** Namespace, prefix, property, its type, and what it says. */
type Property = readonly [string, string, string, 'Text' | 'Integer', string];

const pdfXProperties: readonly Property[] = [
  [PDFX_NAMESPACE, 'pdfxid', 'GTS_PDFXVersion', 'Text', 'Version of PDF/X that the file keeps to'],
  [PDF_NAMESPACE, 'pdf', 'Trapped', 'Text', 'Whether the inks overlap where they meet'],
];
const pdfUaProperties: readonly Property[] = [
  [PDFUA_NAMESPACE, 'pdfuaid', 'part', 'Integer', 'Part of PDF/UA that the file keeps to'],
];

/** Extension schemas that PDF/A requires to be declared. */
function describeExtensions(properties: readonly Property[]): string {
  const schemas = properties.map(
    ([namespace, prefix, property, type, description]) => `<rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>${prefix}</pdfaSchema:schema>
<pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>${prefix}</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
<pdfaProperty:name>${property}</pdfaProperty:name>
<pdfaProperty:valueType>${type}</pdfaProperty:valueType>
<pdfaProperty:category>internal</pdfaProperty:category>
<pdfaProperty:description>${description}</pdfaProperty:description>
</rdf:li></rdf:Seq></pdfaSchema:property></rdf:li>`,
  );
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
