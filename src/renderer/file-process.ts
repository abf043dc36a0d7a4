/**
 * The main file of a renderer process that only decodes foreign files: it checks them, or converts them. It
 * loads nothing that draws, so it is ready in a quarter of the time; each import of a template starts one.
 */
import { flushCompileCache } from 'node:module';
import sharp from 'sharp';
import { answer, endWithParent, rss, send } from './answers.ts';
import { checkFile } from './decode-check.ts';
import type { FileTask, ToRenderer } from './messages.ts';
import { convertPicture } from './picture-conversion.ts';

function start(task: FileTask): void {
  answer(async () =>
    task.type === 'check'
      ? { type: 'checked', finding: await checkFile(task.file), rssBytes: rss() }
      : { type: 'converted', converted: await convertPicture(task.picture), rssBytes: rss() },
  );
}

endWithParent();
sharp.concurrency(1);
process.on('message', (message: ToRenderer) => {
  if (message.type === 'task' && message.task.type !== 'render') start(message.task);
});
// Node writes its cache of compiled code at exit, but renderers are killed.
flushCompileCache();
send({ type: 'ready' });
