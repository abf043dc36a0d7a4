import * as pictures from '../../src/domain/batches/pictures.ts';
import type { Handler } from './operation.ts';

export const uploadPicture: Handler<'uploadPicture'> = async ({ caller, body }, { authoring }) => {
  const [uploaded] = await pictures.uploadPictures(authoring, caller, [{ name: 'picture', bytes: body }]);
  if (uploaded === undefined) throw new Error('a picture was neither stored nor refused');
  return { status: 200, headers: {}, body: { ...uploaded, notes: [...uploaded.notes] } };
};
