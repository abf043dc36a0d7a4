import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startImageOrigin } from '../test/helpers/image-origin.ts';
import { createAuthority, startReceiver } from '../test/helpers/receiver.ts';

/** The servers that the service calls. */
export interface Surroundings {
  /** The certificate of the authority that has signed the receiver's. */
  readonly certificateFile: string;
  /** Accepts every callback. */
  readonly goodCallbackUrl: string;
  /** Refuses every callback. */
  readonly badCallbackUrl: string;
  readonly imageUrl: string;
  /** An image that never arrives. */
  readonly hangingPictureUrl: string;
  close(): void;
}

/** Starts a callback receiver and an image server. */
export async function startSurroundings(folder: string): Promise<Surroundings> {
  const authority = await createAuthority();
  const certificateFile = join(folder, 'authority.pem');
  await writeFile(certificateFile, authority.cert);
  const certificate = await authority.issue({ ip: '127.0.0.1' });
  const receiver = await startReceiver(certificate, (response, { path }) => {
    response.writeHead(path === '/good' ? 204 : 500).end();
  });
  const pictures = await startImageOrigin();
  pictures.answer('/picture.png', (response) => {
    response.writeHead(200, { 'Content-Type': 'image/png' }).end(pictures.image);
  });
  pictures.answer('/never.png', () => undefined);
  return {
    certificateFile,
    goodCallbackUrl: `https://127.0.0.1:${receiver.port}/good`,
    badCallbackUrl: `https://127.0.0.1:${receiver.port}/bad`,
    imageUrl: `${pictures.url}/picture.png`,
    hangingPictureUrl: `${pictures.url}/never.png`,
    close() {
      receiver.close();
      pictures.close();
    },
  };
}
