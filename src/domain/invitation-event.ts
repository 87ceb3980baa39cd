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

/** Changes invitations by id. */
export const takeInvitationEvent = (invitations: Map<number, Invitation>, event: InvitationEvent): void => {
  const change = (id: number, part: Partial<Invitation>): void => {
    const before = invitations.get(id);
    if (before) invitations.set(id, { ...before, ...part });
  };
  switch (event.type) {
    case "invitations_made":
      for (const invitation of event.invitations) invitations.set(invitation.id, invitation);
      break;
    case "invitation_mailed":
      change(event.invitationId, { mailedAt: event.mailedAt });
      break;
    case "invitations_closed":
      for (const id of event.invitationIds) change(id, { status: event.status });
  }
};
