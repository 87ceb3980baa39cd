import { ofFamily } from "./event-family";
import type { Invitation, InvitationStatus } from "./invitation";

/** A change of who is invited, in the past tense. */
export type InvitationEvent =
  | { readonly type: "invitations_made"; readonly invitations: readonly Invitation[] }
  | {
      readonly type: "invitation_mailed";
      readonly invitationId: number;
      readonly mailedAt: readonly number[];
    }
  | {
      readonly type: "invitations_closed";
      readonly invitationIds: readonly number[];
      /** Whose they were: they hear of it. */
      readonly inviterIds: readonly number[];
      readonly status: Exclude<InvitationStatus, "open">;
    };

/** Whether the event is about who is invited. */
export const isAboutInvitations = ofFamily<InvitationEvent>({
  invitations_made: true,
  invitation_mailed: true,
  invitations_closed: true,
});

/** The invitation after an event that changes it. */
export const invitationAfter = (
  invitation: Invitation,
  event: Exclude<InvitationEvent, { type: "invitations_made" }>,
): Invitation =>
  event.type === "invitation_mailed"
    ? { ...invitation, mailedAt: event.mailedAt }
    : { ...invitation, status: event.status };
