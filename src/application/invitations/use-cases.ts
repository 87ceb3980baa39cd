import type { Workings } from "../workings";
import { createInvitationLink } from "./create-link";
import { listInvitations } from "./list-invitations";
import { resendInvitation } from "./resend-invitation";
import { revokeInvitation } from "./revoke-invitation";
import { sendInvitations } from "./send-invitations";

/** Invitations to the realm. */
export const invitationUseCases = (workings: Workings) => ({
  createLink: createInvitationLink(workings),
  list: listInvitations(workings),
  resend: resendInvitation(workings),
  revoke: revokeInvitation(workings),
  send: sendInvitations(workings),
});
