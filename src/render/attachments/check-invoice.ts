import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { findInvoice, FACTURX_RULES, type FacturxProfile, type ProfileRules } from './facturx.ts';
import type { Attachment } from './attachment.ts';

const NAMESPACES = {
  rsm: 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  ram: 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
};
const ROOT = 'CrossIndustryInvoice';
const GUIDELINE =
  '/rsm:CrossIndustryInvoice/rsm:ExchangedDocumentContext' +
  '/ram:GuidelineSpecifiedDocumentContextParameter/ram:ID';
/** An error for each line would fill the answer. */
const MAX_ERRORS = 3;

/**
 * What is wrong with the XML of an invoice, as a sentence; null if nothing is. It is well-formed, its root
 * and guideline are those of the profile, and it is valid by the profile's schema. This runs in a renderer,
 * where hostile XML can harm one render only. No document type is accepted, so nothing is expanded or loaded.
 */
export async function checkInvoice(
  attachments: readonly Attachment[],
  profile: FacturxProfile,
): Promise<string | null> {
  const invoice = findInvoice(attachments, profile);
  if (invoice === undefined) return null;
  const rules = FACTURX_RULES[profile];
  const wrong = await checkXml(invoice.content, profile, rules);
  return wrong === null ? null : `${rules.fileName}: ${wrong}`;
}

async function checkXml(
  content: Uint8Array,
  profile: FacturxProfile,
  { guidelines, schema }: ProfileRules,
): Promise<string | null> {
  const { ParseOption, XmlDocument, XmlLibError } = await import('libxml2-wasm');
  const describe = (error: unknown): string => {
    if (!(error instanceof XmlLibError)) throw error;
    return describeErrors(error.details);
  };
  let document: ReturnType<typeof XmlDocument.fromBuffer>;
  try {
    const option = ParseOption.XML_PARSE_NO_XXE | ParseOption.XML_PARSE_NONET;
    document = XmlDocument.fromBuffer(content, { option });
  } catch (error) {
    return `It is not well-formed XML. ${describe(error)}`;
  }
  try {
    if (document.dtd !== null) return 'It has a document type (<!DOCTYPE …>), which invoices do not have.';
    const { name, namespaceUri, line } = document.root;
    if (name !== ROOT || namespaceUri !== NAMESPACES.rsm)
      return `Line ${line}: its root is <${name}>, but ${profile} has <rsm:${ROOT}> (UN/CEFACT CII).`;
    const guideline = document.get(GUIDELINE, NAMESPACES);
    const given = guideline?.content.trim();
    if (given === undefined || !guidelines.includes(given)) {
      const at = guideline === null ? '' : `Line ${guideline.line}: `;
      const found = given === undefined ? 'it names none' : `it names "${given}"`;
      return `${at}the profile ${profile} has the guideline "${guidelines.join('" or "')}", but ${found}.`;
    }
    try {
      (await loadSchema(schema)).validate(document);
      return null;
    } catch (error) {
      return `It is not valid by the schema of the profile ${profile}. ${describe(error)}`;
    }
  } finally {
    document.dispose();
  }
}

interface FoundError {
  readonly line: number;
  readonly message: string;
}

function describeErrors(errors: readonly FoundError[]): string {
  const sentences = errors
    .slice(0, MAX_ERRORS)
    .map(({ line, message }) => `Line ${line}: ${shorten(message)}`);
  const more = errors.length - sentences.length;
  return more > 0 ? `${sentences.join(' ')} And ${more} more.` : sentences.join(' ');
}

/** Without the namespaces of names, which are the same everywhere. */
function shorten(message: string): string {
  const short = message.replaceAll(/\{urn:[^}]*\}/gu, '').trim();
  const units = [...short.replaceAll(/\s+/gu, ' ')];
  return units.length > 300 ? `${units.slice(0, 299).join('')}…` : units.join('');
}

interface Schema {
  validate(document: object): void;
}

const schemas = new Map<ProfileRules['schema'], Promise<Schema>>();

/** Reads the schema of a profile, once in each process. */
function loadSchema(schema: ProfileRules['schema']): Promise<Schema> {
  const known = schemas.get(schema);
  if (known !== undefined) return known;
  const loading = readSchema(schema);
  schemas.set(schema, loading);
  return loading;
}

async function readSchema(schema: ProfileRules['schema']): Promise<Schema> {
  const {
    xmlCleanupInputProvider,
    XmlBufferInputProvider,
    XmlDocument,
    xmlRegisterInputProvider,
    XsdValidator,
  } = await import('libxml2-wasm');
  const main = `Factur-X_1.07.3_${schema}`;
  const types = ['QualifiedDataType', 'ReusableAggregateBusinessInformationEntity', 'UnqualifiedDataType'];
  const parts = types.map((type) => `${main}_urn_un_unece_uncefact_data_standard_${type}_100`);
  const read = (name: string) => readFile(path.join(import.meta.dirname, 'schemas', `${name}.xsd`));
  const files: Record<string, Uint8Array> = {};
  for (const part of parts) files[`${part}.xsd`] = await read(part);
  const source = await read(main);
  // Only while the schema is read: the XML of an invoice can load nothing.
  xmlRegisterInputProvider(new XmlBufferInputProvider(files));
  try {
    using document = XmlDocument.fromBuffer(source, { url: `${main}.xsd` });
    return XsdValidator.fromDoc(document);
  } finally {
    xmlCleanupInputProvider();
  }
}
