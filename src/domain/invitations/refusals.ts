import { mustBe } from "../caller-refusals";
import type { ChannelId } from "../ids";
import { badRequest, type RefusalIn, refusal } from "../refusal";

/** An address that couldn't be invited. API §7. */
export interface RefusedAddress {
  readonly email: string;
  readonly reason: string;
  /** Whether the address belongs to a deactivated account. */
  readonly isDeactivated: boolean;
}

export type InvitationError = RefusalIn<typeof import("./refusals")>;

/** Clients know this refusal around invitations without the code that it has elsewhere. */
export const mustAdministerToInvite = badRequest("mustAdministerToInvite", mustBe("administrator").message);
export const noSuchInvitation = badRequest("noSuchInvitation", "No such invitation");
export const invitationAlreadyRevoked = badRequest(
  "invitationAlreadyRevoked",
  "Invitation has already been revoked",
);
export const invalidInvitationChannel = (channelId: ChannelId) =>
  badRequest("invalidInvitationChannel", `Invalid channel ID ${channelId}. No invites were sent.`);
export const mayNotSubscribeInvited = badRequest(
  "mayNotSubscribeInvited",
  "You do not have permission to subscribe other users to channels.",
);
export const noAddresses = badRequest("noAddresses", "You must specify at least one email address.");

const nobodyInvited = <const Tag extends string>(
  tag: Tag,
  message: string,
  refused: readonly RefusedAddress[] = [],
  isDailyLimitReached = false,
) => ({ ...refusal(tag, "INVITATION_FAILED", message), refused, someSent: false, isDailyLimitReached });

export const invitationLimitReached = nobodyInvited(
  "invitationLimitReached",
  "To protect users, Parley limits the number of invitations you can send in one day. Because you have reached the limit, no invitations were sent.",
  [],
  true,
);
/** Why an address gets no further invitation today. */
export const mailedOften = "Has been invited too often today.";
export const addressMailedOften = badRequest(
  "addressMailedOften",
  "This address has been invited too often today.",
);
export const tooNewToInvite = nobodyInvited(
  "tooNewToInvite",
  "Your account is too new to send invites for this organization. Ask an organization admin, or a more experienced user.",
);
export const someAddressesInvalid = (refused: readonly RefusedAddress[]) =>
  nobodyInvited(
    "someAddressesInvalid",
    "Some emails did not validate, so we didn't send any invitations.",
    refused,
  );
export const allAddressesRefused = (refused: readonly RefusedAddress[]) =>
  nobodyInvited("allAddressesRefused", "We weren't able to invite anyone.", refused);
export const someAddressesAlreadyJoined = (refused: readonly RefusedAddress[]) => ({
  ...refusal(
    "someAddressesAlreadyJoined",
    "INVITATION_FAILED",
    "Some of those addresses are already using Parley, so we didn't send them an invitation. We did send invitations to everyone else!",
  ),
  refused,
  someSent: true,
  isDailyLimitReached: false,
});

// Joining
export const invitationRequired = badRequest(
  "invitationRequired",
  "You need an invitation to join this organization.",
);

/** Why an address may not join the realm. */
export type AddressProblem = "invalid" | "outside" | "plus" | "disposable";

const joinMessages = {
  outside: "This organization doesn't accept addresses from your email domain.",
  plus: "Addresses that contain + can't join this organization.",
  disposable: "Please use your real email address.",
} as const satisfies Readonly<Record<Exclude<AddressProblem, "invalid">, string>>;

/** The refusal for somebody who wants to join with the address. */
export const addressCannotJoin = (problem: Exclude<AddressProblem, "invalid">) =>
  badRequest("addressCannotJoin", joinMessages[problem]);

/** The problem in words for somebody who invites the address. */
export const invitedAddressProblems: Readonly<Record<AddressProblem, string>> = {
  invalid: "Invalid address.",
  outside: "Outside your domain.",
  plus: "Email addresses containing + are not allowed.",
  disposable: "Please use your real email address.",
};
