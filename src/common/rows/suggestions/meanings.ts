/** What the names of columns and variables mean. */
import { columnWords, fillers, type Meaning } from './column-words.ts';

/** The meaning that one is a kind of: a column of the one may fill a variable of the other. */
const kindOf: Readonly<Partial<Record<Meaning, Meaning>>> = {
  recipient: 'fullName',
  author: 'fullName',
  speaker: 'fullName',
  employee: 'fullName',
  customer: 'fullName',
  issueDate: 'date',
  portrait: 'photo',
  mobile: 'phone',
};

const meaningsByKey = new Map<string, Set<Meaning>>();
for (const [meaning, listed] of columnWords) {
  for (const key of listed.flatMap(getKeys)) {
    meaningsByKey.set(key, (meaningsByKey.get(key) ?? new Set()).add(meaning));
  }
}

const connecting = new Set([...fillers].map(foldWord));

const none: ReadonlySet<Meaning> = new Set();

/** The meanings of a name, such as `Datum`, `Name of the guest` or `issueDate`; empty if it is not known. */
export function findMeanings(name: string): ReadonlySet<Meaning> {
  // "Stunden (h)", "Foto *"
  const plain = name.replaceAll(/\([^)]*\)|\[[^\]]*\]/gu, ' ');
  const whole = meaningsByKey.get(getKey(plain));
  if (whole !== undefined) return whole;
  // A numbered name, as `price2`, means one of several.
  if (/\d/u.test(plain)) return none;
  const telling = splitWords(plain).filter((word) => !connecting.has(word));
  return meaningsByKey.get(telling.join('')) ?? none;
}

/** Whether two sets of meanings have one in common. */
export function share(one: ReadonlySet<Meaning>, other: ReadonlySet<Meaning>): boolean {
  return !one.isDisjointFrom(other);
}

/** Whether a meaning of one set is a kind of one in the other set. */
export function areRelated(one: ReadonlySet<Meaning>, other: ReadonlySet<Meaning>): boolean {
  return share(getGeneral(one), other) || share(one, getGeneral(other));
}

function getGeneral(meanings: ReadonlySet<Meaning>): ReadonlySet<Meaning> {
  return new Set([...meanings].flatMap((meaning) => kindOf[meaning] ?? []));
}

/** Whether a name is that of a person: the whole of it. */
export function meansPerson(meanings: ReadonlySet<Meaning>): boolean {
  return meanings.has('fullName') || getGeneral(meanings).has('fullName');
}

/**
 * Decides what `Name` means among other columns, or variables: beside a first name it is the last name,
 * beside a last name the first name, else the whole name. Beside one of them, a title is a person's, not
 * a headline.
 */
export function decideNames(all: readonly ReadonlySet<Meaning>[]): ReadonlySet<Meaning>[] {
  const hasFirst = all.some((meanings) => meanings.has('firstName'));
  const hasLast = all.some((meanings) => meanings.has('lastName'));
  const half = hasFirst === hasLast ? 'fullName' : hasFirst ? 'lastName' : 'firstName';
  return all.map((meanings) => {
    if (meanings.has('name')) return new Set([half]);
    return (hasFirst || hasLast) && meanings.has('headline') ? new Set(['personTitle']) : meanings;
  });
}

/** A word without what people write in different ways: letter case, accents, punctuation. */
function getKey(text: string): string {
  return foldWord(text).replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

/** Of a word of the table: umlauts are also written as two letters. */
function getKeys(word: string): string[] {
  const spelled = word
    .normalize('NFC')
    .replaceAll(/[äöüÄÖÜ]/gu, (letter) => `${letter.normalize('NFD')[0]}e`);
  return [getKey(word), getKey(spelled)];
}

function foldWord(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');
}

/** The folded words of `recipientName`, `recipient_name` and `Recipient's name`. */
function splitWords(name: string): string[] {
  return name
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .split(/[^\p{L}\p{M}]+/u)
    .filter((word) => word !== '')
    .map(foldWord);
}
