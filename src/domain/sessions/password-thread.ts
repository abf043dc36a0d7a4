/** The worker thread of `createPasswords`. It runs one task at a time. */
import { hashSync, verifySync, type Options } from '@node-rs/argon2';
import { answerCalls } from '../../async/worker-thread.ts';
import type { PasswordTask } from './passwords.ts';

/** OWASP's first choice for argon2id, which is the package's default algorithm: 19 MiB, two passes. */
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

answerCalls(({ password, passwordHash }: PasswordTask) =>
  passwordHash === null ? hashSync(password, cost) : verifySync(passwordHash, password),
);
