import type { Invitation } from "../../../domain/invitations/invitation";

/** What an invitation grants. */
export interface InvitationTerms
  extends Pick<
    Invitation,
    "role" | "channelIds" | "groupIds" | "includesDefaultChannels" | "tellsInviter" | "welcomeText"
  > {
  /** Null for no expiry, undefined for the server's default. */
  readonly expiresInMinutes: number | null | undefined;
}
