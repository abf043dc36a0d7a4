import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startPictureOrigin } from '../test/helpers/picture-origin.ts';
import { createAuthority, startReceiver } from '../test/helpers/receiver.ts';

/** What a service talks to. */
export interface Surroundings {
  /** Of the authority that the receiver's certificate comes from. */
  readonly certificateFile: string;
  /** Takes every callback. */
  readonly goodCallbackUrl: string;
  /** Refuses every callback. */
  readonly badCallbackUrl: string;
  readonly pictureUrl: string;
  /** A picture that never comes. */
  readonly hangingPictureUrl: string;
  close(): void;
}

/** Starts a receiver of callbacks and a server of pictures. */
export async function startSurroundings(folder: string): Promise<Surroundings> {
  const authority = await createAuthority();
  const certificateFile = join(folder, 'authority.pem');
  await writeFile(certificateFile, authority.cert);
  const certificate = await authority.issue({ ip: '127.0.0.1' });
  const receiver = await startReceiver(certificate, (response, { path }) => {
    response.writeHead(path === '/good' ? 204 : 500).end();
  });
  const pictures = await startPictureOrigin();
  pictures.answer('/picture.png', (response) => {
    response.writeHead(200, { 'Content-Type': 'image/png' }).end(pictures.picture);
  });
  pictures.answer('/never.png', () => undefined);
  return {
    certificateFile,
    goodCallbackUrl: `https://127.0.0.1:${receiver.port}/good`,
    badCallbackUrl: `https://127.0.0.1:${receiver.port}/bad`,
    pictureUrl: `${pictures.url}/picture.png`,
    hangingPictureUrl: `${pictures.url}/never.png`,
    close() {
      receiver.close();
      pictures.close();
    },
  };
}
