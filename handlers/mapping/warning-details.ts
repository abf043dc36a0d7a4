import type { RenderWarning } from '../../src/render/layout-report.ts';

/** Proxies limit all headers of a response together, some to 4 KiB. */
const maxCharacters = 1_024;

/**
 * Codes and elements of warnings as a List of structured fields (RFC 9651). A last member counts those that
 * are left out. Undefined without warnings, since an empty List is no field.
 */
export function warningDetails(warnings: readonly RenderWarning[]): string | undefined {
  if (warnings.length === 0) return undefined;
  const members: string[] = [];
  let room = maxCharacters - `more;count=${warnings.length}`.length;
  for (const { code, elementId, variable } of warnings) {
    const of = variable === undefined ? '' : `;variable=${quote(variable)}`;
    const member = `${code};element=${quote(elementId)}${of}`;
    room -= member.length + 2;
    if (room < 0) break;
    members.push(member);
  }
  const left = warnings.length - members.length;
  return [...members, ...(left > 0 ? [`more;count=${left}`] : [])].join(', ');
}

/** A String, or a Display String, which may have any character. */
function quote(text: string): string {
  if (/^[ -~]*$/.test(text)) return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
  const escaped = encodeURIComponent(text.toWellFormed());
  return `%"${escaped.replaceAll(/%[\dA-F]{2}/g, (byte) => byte.toLowerCase())}"`;
}
