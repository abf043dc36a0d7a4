import type { Schema } from '../../../api/client.ts';
import { templatePageWords } from '../../../words/template.ts';
import { urlKeyWords } from '../../../words/url-keys.ts';

const { allows: words } = urlKeyWords;

/** Names of templates that are listed; of more, the number is. */
const maxNames = 3;

/** What the URLs of a key may ask for, in plain words. */
export function describeRestrictions(
  key: Pick<
    Schema<'UrlKey'>,
    'templates' | 'formats' | 'maxSide' | 'imageHosts' | 'rendersADay' | 'fallback' | 'fit'
  >,
): readonly string[] {
  const { templates, formats, maxSide, imageHosts, rendersADay, fallback, fit } = key;
  const names =
    templates?.flatMap(({ name }) => (name === null ? [] : [`“${name}”`])).slice(0, maxNames) ?? [];
  const lines = [
    templates === null ? null : words.templates(names, templates.length - names.length),
    formats === null ? null : words.formats(formats.map((each) => templatePageWords.tryIt.formats[each])),
    maxSide === null ? null : words.maxSide(maxSide),
    imageHosts === null ? null : words.imageHosts(imageHosts),
    rendersADay === null ? null : words.rendersADay(rendersADay),
    fallback ? words.fallback : null,
    fit ? words.fit : null,
  ].filter((line) => line !== null);
  return lines.length === 0 ? [words.everything] : lines;
}
