/** The process of the attacker: runs one attack until its parent ends it. */
import { constants, setPriority } from 'node:os';
import type { Target } from './attack.ts';
import { attacks } from './attacks.ts';

export interface AttackOrder {
  readonly attack: string;
  readonly target: Target;
  /** That of the attack's `drawPicture`. */
  readonly picture: Uint8Array | undefined;
}

// In truth the attacker has another machine: it must not take the processors from the service.
setPriority(constants.priority.PRIORITY_LOW);
process.once('message', ({ attack, target, picture = new Uint8Array() }: AttackOrder) => {
  const found = attacks.find(({ name }) => name === attack);
  if (found === undefined) throw new Error(`There is no attack "${attack}".`);
  void found.run(target, picture);
  process.send?.('attacking');
});
process.once('disconnect', () => process.exit(0));
