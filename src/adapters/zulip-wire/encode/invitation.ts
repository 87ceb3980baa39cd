import type { ListedInvitation } from "../../../application/invitations/list-invitations";
import { encodeRole } from "./user";

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

/** An invitation, for its inviter. */
export const encodeInvitation = ({ invitation, link }: ListedInvitation): object => ({
  id: invitation.id,
  invited_by_user_id: invitation.inviterId,
  invited: seconds(invitation.invitedAt),
  expiry_date: invitation.expiresAt === null ? null : seconds(invitation.expiresAt),
  invited_as: encodeRole(invitation.role),
  ...(link === undefined
    ? { email: invitation.email, notify_referrer_on_join: invitation.tellsInviter, is_multiuse: false }
    : { link_url: link, is_multiuse: true }),
});
