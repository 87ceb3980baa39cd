import { badRequest, notFound, type RefusalIn } from "../refusal";

export type SecondFactorError = RefusalIn<typeof import("./refusals")>;

export const noSuchSecondFactor = notFound("noSuchSecondFactor", "Second factor does not exist");
export const noSecondFactor = badRequest("noSecondFactor", "You have no second factor.");
export const lastFactorIsRequired = badRequest(
  "lastFactorIsRequired",
  "Your organization requires two-factor authentication. Add another second factor before you remove this one.",
);
export const tooManySecondFactors = badRequest("tooManySecondFactors", "You have too many second factors.");
export const alreadyHasApp = badRequest(
  "alreadyHasApp",
  "You already have an authenticator app. Remove it before you add another.",
);
export const alreadyHasPasskey = badRequest("alreadyHasPasskey", "You have already added this passkey.");
export const passkeyNotMade = badRequest(
  "passkeyNotMade",
  "Your browser didn't create a passkey for this site. Try again.",
);
export const resetOnAccountPage = badRequest(
  "resetOnAccountPage",
  "Remove your own second factors on your account page.",
);
