import * as t from "io-ts";
import { listOf, oneOf } from "../codec/codec";
import { type InvitationId, invitationIdCodec, type UserId, userIdCodec } from "../ids";
import { type Invitation, type InvitationStatus, invitationCodec } from "../invitations/invitation";
import { eventCodecs, ofFamily } from "./event-family";

/** A change of invitations, in the past tense. */
export type InvitationEvent =
  | { readonly type: "invitations_made"; readonly invitations: readonly Invitation[] }
  | {
      readonly type: "invitation_mailed";
      readonly invitationId: InvitationId;
      readonly mailedAt: readonly number[];
    }
  | {
      readonly type: "invitations_closed";
      readonly invitationIds: readonly InvitationId[];
      /** The inviters, who receive the event. */
      readonly inviterIds: readonly UserId[];
      readonly status: Exclude<InvitationStatus, "open">;
    };

/** Codecs of events about invitations. */
export const invitationEventCodecs = eventCodecs<InvitationEvent>({
  invitations_made: { invitations: listOf(invitationCodec) },
  invitation_mailed: {
    invitationId: invitationIdCodec,
    mailedAt: listOf(t.number),
  },
  invitations_closed: {
    invitationIds: listOf(invitationIdCodec),
    inviterIds: listOf(userIdCodec),
    status: oneOf("used", "revoked"),
  },
});

/** Whether the event is about invitations. */
export const isAboutInvitations = ofFamily<InvitationEvent>({
  invitations_made: true,
  invitation_mailed: true,
  invitations_closed: true,
});

/** The invitation after the event. */
export const invitationAfter = (
  invitation: Invitation,
  event: Exclude<InvitationEvent, { type: "invitations_made" }>,
): Invitation =>
  event.type === "invitation_mailed"
    ? { ...invitation, mailedAt: event.mailedAt }
    : { ...invitation, status: event.status };
