import * as t from "io-ts";
import { listOf, oneOf } from "./codec";
import { eventCodecs, ofFamily } from "./event-family";
import { type Invitation, type InvitationStatus, invitationCodec } from "./invitation";

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

/** Codecs of events about who is invited. */
export const invitationEventCodecs = eventCodecs<InvitationEvent>({
  invitations_made: { invitations: listOf(invitationCodec) },
  invitation_mailed: {
    invitationId: t.number,
    mailedAt: listOf(t.number),
  },
  invitations_closed: {
    invitationIds: listOf(t.number),
    inviterIds: listOf(t.number),
    status: oneOf("used", "revoked"),
  },
});

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
