import { readBelongings } from '../../src/domain/members/remove-member.ts';
import type { Handler } from './operation.ts';

export const getBelongings: Handler<'getBelongings'> = async ({ caller, path }, { db }) => {
  const { shared, private: kept } = await readBelongings(db, caller, path.memberId);
  return { status: 200, headers: {}, body: { shared: [...shared], private: [...kept] } };
};
