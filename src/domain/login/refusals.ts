import { type ApiError, accessDenied, badRequest, confirmationRequired, notFound } from "../errors";

// Passwords
export const passwordTooShort = (limit: number) =>
  badRequest(`The password is too short: at least ${limit} characters.`);
export const passwordTooWeak = badRequest("The password is too weak.");
export const newPasswordTooWeak = badRequest("New password is too weak!");
export const passwordUsedBefore = badRequest("You have used this password before. Choose a different one.");
export const wrongOldPassword = badRequest("Wrong password!");

// Confirming an identity again while logged in
export const confirmationCodeMissing = confirmationRequired("Enter a code from your second factor.");
export const confirmationPasswordMissing = confirmationRequired("Enter your password again.");
export const confirmationPasswordWrong = confirmationRequired("Wrong password!");

// Logging in by a JSON web token
export const vouchersNotEnabled = badRequest("JWT authentication is not enabled for this organization");
export const voucherMissing = badRequest("No JSON web token passed in request");
export const voucherInvalid = badRequest("Bad JSON web token");
export const voucherWithoutEmail = badRequest("No email specified in JSON web token claims");

// Logging in by another service
export const signOnDisabled = accessDenied("This organization doesn't allow logging in with this service.");
export const providerEmailNotConfirmed = accessDenied(
  "The other service hasn't confirmed that this address is yours.",
);
export const accountLinkedToAnother = accessDenied(
  "The account with your address belongs to somebody else at the other service. Ask the server's operator.",
);

// Sessions and second factors
export const noSuchSession = notFound("Session does not exist");
export const noSuchSecondFactor = notFound("Second factor does not exist");
export const noSecondFactor = badRequest("You have no second factor.");
export const lastFactorIsRequired = badRequest(
  "Your organization requires two-factor authentication. Add another second factor before you remove this one.",
);
export const tooManySecondFactors = badRequest("You have too many second factors.");
export const alreadyHasApp = badRequest(
  "You already have an authenticator app. Remove it before you add another.",
);
export const alreadyHasPasskey = badRequest("You have already added this passkey.");
export const passkeyNotMade = badRequest("Your browser didn't create a passkey for this site. Try again.");
export const resetOnAccountPage = badRequest("Remove your own second factors on your account page.");

export const malformedApiKey = {
  code: "INVALID_API_KEY",
  message: "Malformed API key",
} as const satisfies ApiError;
export const passwordLoginDisabled = {
  code: "PASSWORD_AUTH_DISABLED",
  message: "Password authentication is disabled in this organization",
} as const satisfies ApiError;
export const authenticationFailed = {
  code: "AUTHENTICATION_FAILED",
  message: "Your username or password is incorrect",
} as const satisfies ApiError;
/** The password is right, but a second factor is required. */
export const twoFactorCodeRequired = {
  code: "TWO_FACTOR_CODE_REQUIRED",
  message:
    "This account uses two-factor authentication. Log in with your browser, or send a code as two_factor_code.",
} as const satisfies ApiError;
export const twoFactorCodeWrong = {
  code: "TWO_FACTOR_CODE_WRONG",
  message: "Wrong code. Each code works once: wait for the next one.",
} as const satisfies ApiError;
/** The user may only set up a second factor. */
export const twoFactorSetUpRequired = {
  code: "TWO_FACTOR_SETUP_REQUIRED",
  message:
    "This organization requires two-factor authentication. Log in with your browser to set up a second factor.",
} as const satisfies ApiError;
