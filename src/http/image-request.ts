import { formatOfFile } from '../domain/image-urls/files.ts';
import type { PictureRequest } from '../domain/image-urls/picture.ts';
import { canonicalTarget } from '../domain/image-urls/signed-target.ts';
import { problems } from '../domain/problems/catalogue.ts';
import type { ContractOperation } from './contract.ts';
import type { Exchange } from './exchange.ts';
import { readQuery } from './target.ts';

/**
 * Reads the parts of a URL strictly.
 *
 * @throws Problem VALIDATION_ERROR
 */
export function readImageRequest(operation: ContractOperation, exchange: Exchange): PictureRequest {
  const { incoming } = exchange;
  const target = canonicalTarget(exchange.target);
  // The contract has one parameter for all of them.
  const given = new Set(new URLSearchParams(target.query).keys().filter(isVariable));
  const declared = [
    ...operation.queryParameters.filter(({ name }) => name !== 'variables'),
    ...[...given].map((name) => ({ name, type: 'other' as const })),
  ];
  const { values, errors } = readQuery(target.query, declared);
  if (errors.length > 0) throw problems.invalidRequest(errors);
  const options = Object.entries(values).filter(([name]) => !isVariable(name));
  const variables = Object.entries(values).filter(([name]) => isVariable(name));
  const { path, query } = operation.validate({
    path: target.path,
    headers: incoming.headers,
    query: { ...Object.fromEntries(options), variables: Object.fromEntries(variables) },
    body: undefined,
  }) as unknown as ValidUrl;
  const format = formatOfFile(path.file);
  if (format === null) throw new Error('The contract has an extension without a format.');
  return {
    templateId: path.templateId,
    version: path.version,
    format,
    variables: Object.fromEntries(
      Object.entries(query.variables).map(([name, value]) => [name.slice(2), value]),
    ),
    options: {
      scale: query.scale,
      quality: query.quality,
      outputDpi: query.dpi,
      backgroundColor: query.background,
      locale: query.locale,
      page: query.page,
      size: query.size,
    },
    expiresAt: query.exp,
  };
}

function isVariable(parameter: string): boolean {
  return parameter.startsWith('v.') && parameter.length > 2;
}

/** The parameters as the contract has them. */
interface ValidUrl {
  readonly path: { readonly templateId: string; readonly version: string; readonly file: string };
  readonly query: {
    readonly variables: Readonly<Record<string, string>>;
    readonly scale?: number;
    readonly quality?: number;
    readonly dpi?: number;
    readonly background?: string;
    readonly locale?: string;
    readonly page?: number;
    readonly size?: string;
    readonly exp?: number;
  };
}
