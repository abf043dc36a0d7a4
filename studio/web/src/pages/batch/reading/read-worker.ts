/** The web worker of `readFile`: reads one file at a time, so that the page never freezes. */
import { UnreadableRows } from '../../../../../../src/common/rows/table.ts';
import { batchWords } from '../../../words/batch.ts';
import type { ReadAnswer, ReadRequest } from './read-file.ts';
import { readSource } from './read-source.ts';

addEventListener('message', ({ data }: MessageEvent<ReadRequest>) => {
  void answer(data).then((each) => postMessage(each));
});

async function answer(request: ReadRequest): Promise<ReadAnswer> {
  try {
    return { source: await readSource(request) };
  } catch (error) {
    if (error instanceof UnreadableRows) return { refusal: error.message, problems: error.problems };
    // A rejection would not reach the page.
    return { refusal: batchWords.file.unreadable, problems: [] };
  }
}
