/** The worker thread of `comparePicturesInWorker`. It runs one comparison at a time. */
import { answerCalls } from '../async/worker-thread.ts';
import type { PicturesToCompare } from './compare-in-worker.ts';
import { comparePictures } from './compare-pictures.ts';

answerCalls(({ original, other }: PicturesToCompare) => comparePictures(original, other));
