import { type ApiError, badRequest, mustBe, type RefusedAddress } from "../errors";
import type { ChannelId } from "../ids";
import { invalidEmail } from "../users/refusals";

/** Clients know this refusal around invitations without the code that it has elsewhere. */
export const mustAdministerToInvite = badRequest(mustBe("administrator").message);
export const noSuchInvitation = badRequest("No such invitation");
export const invitationAlreadyRevoked = badRequest("Invitation has already been revoked");
export const invalidInvitationChannel = (channelId: ChannelId) =>
  badRequest(`Invalid channel ID ${channelId}. No invites were sent.`);
export const mayNotSubscribeInvited = badRequest(
  "You do not have permission to subscribe other users to channels.",
);
export const invitationGroupDeactivated = badRequest("User group is deactivated.");
export const noAddresses = badRequest("You must specify at least one email address.");

const nobodyInvited = (
  message: string,
  refused: readonly RefusedAddress[] = [],
  isDailyLimitReached = false,
) =>
  ({
    code: "INVITATION_FAILED",
    message,
    refused,
    someSent: false,
    isDailyLimitReached,
  }) as const satisfies ApiError;

export const invitationLimitReached = nobodyInvited(
  "To protect users, Parley limits the number of invitations you can send in one day. Because you have reached the limit, no invitations were sent.",
  [],
  true,
);
/** Why an address gets no further invitation today. */
export const mailedOften = "Has been invited too often today.";
export const addressMailedOften = badRequest("This address has been invited too often today.");
export const tooNewToInvite = nobodyInvited(
  "Your account is too new to send invites for this organization. Ask an organization admin, or a more experienced user.",
);
export const someAddressesInvalid = (refused: readonly RefusedAddress[]) =>
  nobodyInvited("Some emails did not validate, so we didn't send any invitations.", refused);
export const allAddressesRefused = (refused: readonly RefusedAddress[]) =>
  nobodyInvited("We weren't able to invite anyone.", refused);
export const someAddressesAlreadyJoined = (refused: readonly RefusedAddress[]) =>
  ({
    code: "INVITATION_FAILED",
    message:
      "Some of those addresses are already using Parley, so we didn't send them an invitation. We did send invitations to everyone else!",
    refused,
    someSent: true,
    isDailyLimitReached: false,
  }) as const satisfies ApiError;

// Joining
export const invitationRequired = badRequest("One joins this organization by invitation only.");
export const mustAcceptTerms = badRequest("You must agree to the terms.");

/** Why an address may not join the realm. */
export type AddressProblem = "invalid" | "outside" | "plus" | "disposable";

/** What somebody who wants to join by an address sees. */
export const joinAddressRefusals: Readonly<Record<AddressProblem, ApiError>> = {
  invalid: invalidEmail,
  outside: badRequest("Your address is not of a domain whose addresses may join this organization."),
  plus: badRequest("Addresses that contain + can't join this organization."),
  disposable: badRequest("Please use your real email address."),
};

/** What somebody who invites an address sees. */
export const invitedAddressProblems: Readonly<Record<AddressProblem, string>> = {
  invalid: "Invalid address.",
  outside: "Outside your domain.",
  plus: "Email addresses containing + are not allowed.",
  disposable: "Please use your real email address.",
};
