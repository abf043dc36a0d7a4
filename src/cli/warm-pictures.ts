/** `url-key warm`: renders the pictures of a list of image URLs before somebody asks for them. */
import { readFile } from 'node:fs/promises';
import { retry } from '../async/retry.ts';
import { askForPicture, type PictureAnswer } from '../outbound/ask-for-picture.ts';
import { CommandError } from './command-context.ts';
import { systemReason } from './describe-error.ts';

/** What became of a list of URLs. */
interface WarmedPictures {
  readonly drawn: number;
  readonly alreadyThere: number;
  readonly refused: readonly RefusedPicture[];
}

interface RefusedPicture {
  /** Its line in the file, from 1. */
  readonly line: number;
  readonly code: string;
  readonly detail: string;
}

/** Requests at the same time. Each waits in the service for its turn. */
const maxAtOnce = 6;

/** Waits between tries while others use up the rate, or the service starts; longer if it asks for it. */
const delaysMs = Array.from({ length: 19 }, () => 1_000);
const maxRetryAfterSeconds = 30;

/**
 * Renders the pictures of the URLs in a file, one a line; empty lines and those with `#` in front are
 * comments. The service keeps the rate of the plan.
 *
 * @throws CommandError if the file cannot be read, or names no URL
 */
export async function warmPictures(file: string): Promise<WarmedPictures> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new CommandError(`${file} cannot be read: ${systemReason(error)}`);
  });
  const entries = text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .map((each, index) => ({ line: index + 1, text: each.trim() }))
    .filter((entry) => entry.text !== '' && !entry.text.startsWith('#'));
  if (entries.length === 0) throw new CommandError(`${file} has no URLs.`);
  const first = new Map(entries.toReversed().map((entry) => [entry.text, entry]));
  // A URL that is repeated is there already.
  let alreadyThere = entries.length - first.size;
  let drawn = 0;
  const refused: RefusedPicture[] = [];
  const waiting = [...first.values()].sort((one, other) => one.line - other.line).values();
  const work = async (): Promise<void> => {
    for (const { line, text: url } of waiting) {
      const outcome = await warmPicture(url);
      if (outcome === 'drawn') drawn += 1;
      else if (outcome === 'there') alreadyThere += 1;
      else refused.push({ line, ...outcome });
    }
  };
  await Promise.all(Array.from({ length: maxAtOnce }, work));
  return { drawn, alreadyThere, refused: refused.sort((one, other) => one.line - other.line) };
}

type Refusal = Omit<RefusedPicture, 'line'>;

async function warmPicture(text: string): Promise<'drawn' | 'there' | Refusal> {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || !url.pathname.startsWith('/i/'))
    return { code: 'NOT_AN_IMAGE_URL', detail: 'It must be a whole image URL, such as https://HOST/i/….' };
  try {
    if ((await askForPicture(url, 'HEAD')).isRendered) return 'there';
    await retry(() => drawPicture(url), {
      delaysMs,
      shouldRetry: (error) => error instanceof NotDrawnError && isBusy(error.answer),
      minDelayMs: (error) =>
        error instanceof NotDrawnError
          ? Math.min(error.answer.retryAfterSeconds, maxRetryAfterSeconds) * 1_000
          : 0,
    });
    return 'drawn';
  } catch (error) {
    if (error instanceof NotDrawnError) return getRefusal(error.answer);
    return { code: 'NOT_REACHED', detail: (error as Error).message };
  }
}

/** The service answered, but not with the picture. */
class NotDrawnError extends Error {
  override readonly name = 'NotDrawnError';
  readonly answer: PictureAnswer;

  constructor(answer: PictureAnswer) {
    super(`the picture was answered with ${answer.status}`);
    this.answer = answer;
  }
}

/** Throws NotDrawnError if there is no picture, or the default picture in its place. */
async function drawPicture(url: URL): Promise<void> {
  const answer = await askForPicture(url, 'GET');
  if (!answer.isRendered || answer.code !== null) throw new NotDrawnError(answer);
}

/** Whether another try makes sense. Renders that are used up do not come back soon. */
function isBusy({ status, code }: PictureAnswer): boolean {
  return status === 503 || code === 'RATE_LIMIT_EXCEEDED' || code === 'RENDERER_UNAVAILABLE';
}

function getRefusal({ status, code, detail }: PictureAnswer): Refusal {
  if (code === null)
    return { code: 'NOT_AN_ANSWER', detail: `It was answered ${status}, which is not an answer of Platen.` };
  return { code, detail: detail ?? "The key's default picture is shown instead." };
}
