import { updateMember as update } from '../../src/domain/members/members.ts';
import { updatedMemberBody } from './mapping/member.ts';
import type { Handler } from './operation.ts';

export const updateMember: Handler<'updateMember'> = async (
  { caller, client, path, body },
  { signIn, publicUrl },
) => {
  const updated = await update(signIn, caller, {
    memberId: path.memberId,
    change: body,
    address: client.address,
    publicUrl: publicUrl(),
  });
  return { status: 200, headers: {}, body: updatedMemberBody(updated) };
};
