/**
 * At a release: from now on the document as it stands is what changes are compared with, and none of them has been accepted.
 */
import { copyFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const folder = import.meta.dirname;
await copyFile(path.join(folder, '../../openapi.yaml'), path.join(folder, 'released.yaml'));
await writeFile(path.join(folder, 'accepted.json'), '[]\n');
