/**
 * The main file of a renderer process that only decodes files: it checks, converts or compares them. It
 * loads nothing that draws, so it is ready in a quarter of the time; each import of a template starts one.
 */
import { flushCompileCache } from 'node:module';
import sharp from 'sharp';
import { comparePictures } from '../render/compare-pictures.ts';
import { answer, endWithParent, rss, send } from './answers.ts';
import { checkFile } from './decode-check.ts';
import type { FileTask, ToRenderer } from './messages.ts';
import { convertPicture } from './picture-conversion.ts';

function start(task: FileTask): void {
  answer(async () => {
    switch (task.type) {
      case 'check':
        return { type: 'checked', finding: await checkFile(task.file), rssBytes: rss() };
      case 'convert':
        return { type: 'converted', converted: await convertPicture(task.picture), rssBytes: rss() };
      case 'compare': {
        const { original, other } = task.pictures;
        return { type: 'compared', comparison: await comparePictures(original, other), rssBytes: rss() };
      }
    }
  });
}

endWithParent();
sharp.concurrency(1);
process.on('message', (message: ToRenderer) => {
  if (message.type === 'task' && message.task.type !== 'render') start(message.task);
});
// Node writes its cache of compiled code at exit, but renderers are killed.
flushCompileCache();
send({ type: 'ready' });
