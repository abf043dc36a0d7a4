import { deleteRender as remove } from '../src/domain/batches/manage-renders.ts';
import type { Handler } from './operation.ts';

export const deleteRender: Handler<'deleteRender'> = async (call, { cancel, storage }) => {
  const { caller, path, log } = call;
  await remove({ ...cancel, storage }, { caller, renderId: path.renderId, log });
  return { status: 204, headers: {} };
};
