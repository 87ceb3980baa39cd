import type { InvitationTerms } from "../../../src/application/invitations/shared/invitation-terms";

/** An hour's invitation to become a member, with the default channels. */
export const memberInvitation = {
  role: "member",
  channelIds: [],
  groupIds: [],
  includesDefaultChannels: true,
  tellsInviter: false,
  welcomeText: null,
  expiresInMinutes: 60,
} as const satisfies InvitationTerms;
