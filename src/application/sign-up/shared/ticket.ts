import type { Invitation } from "../../../domain/invitations/invitation";
import type { ProviderIdentity } from "../../ports/login/sign-on-identities";

/** What entitles a person to join: the token of an invitation, or of a confirmed address. */
export interface Ticket {
  readonly purpose: "invitation" | "sign_up";
  readonly token: string;
}

/** The contents of a ticket. */
export interface ReadTicket {
  /** The address that the ticket proves; undefined if it must still be given and confirmed. */
  readonly email: string | undefined;
  readonly invitation: Invitation | undefined;
  /** False for users who log in another way. */
  readonly needsPassword: boolean;
  /** Their identity at the sign-on service that brought them, if one did. */
  readonly identity: ProviderIdentity | undefined;
}
