/** The thread of one file of sheets: see `sheet-stream.ts`. */
import { answerCalls } from '../../async/worker-thread.ts';
import { SheetDocument } from './sheet-document.ts';
import type { SheetCall } from './sheet-stream.ts';

let document: SheetDocument | null = null;

answerCalls<SheetCall, Uint8Array[]>(async (call) => {
  if ('settings' in call) document = new SheetDocument(call.settings);
  if (document === null) throw new Error('the settings of the sheets come first');
  if ('page' in call) return await document.add(call.page, call.copies);
  return 'settings' in call ? [] : document.end();
});
