import { badRequest, notFound, type RefusalIn, refusal } from "../refusal";

const refused =
  <const Code extends string>(code: Code) =>
  <const Tag extends string>(tag: Tag, message: string) =>
    refusal(tag, code, message);

/** The user must authenticate again. */
const confirmationRequired = refused("CONFIRMATION_REQUIRED");
const accessDenied = refused("ACCESS_DENIED");

export type LoginError = RefusalIn<typeof import("./refusals")>;

// Confirming an identity again while logged in
export const confirmationCodeMissing = confirmationRequired(
  "confirmationCodeMissing",
  "Enter a code from your second factor.",
);
export const confirmationPasswordMissing = confirmationRequired(
  "confirmationPasswordMissing",
  "Enter your password again.",
);
export const confirmationPasswordWrong = confirmationRequired("confirmationPasswordWrong", "Wrong password!");

// Logging in by a JSON web token
export const loginTokensNotEnabled = badRequest(
  "loginTokensNotEnabled",
  "JWT authentication is not enabled for this organization",
);
export const loginTokenMissing = badRequest("loginTokenMissing", "No JSON web token passed in request");
export const loginTokenInvalid = badRequest("loginTokenInvalid", "Bad JSON web token");
export const loginTokenWithoutEmail = badRequest(
  "loginTokenWithoutEmail",
  "No email specified in JSON web token claims",
);

// Logging in by another service
export const signOnDisabled = accessDenied(
  "signOnDisabled",
  "This organization doesn't allow logging in with this service.",
);
export const providerEmailNotConfirmed = accessDenied(
  "providerEmailNotConfirmed",
  "The other service hasn't confirmed that this address is yours.",
);
export const accountLinkedToAnother = accessDenied(
  "accountLinkedToAnother",
  "The account with your address belongs to somebody else at the other service. Ask the server's operator.",
);

// Sessions and second factors
export const noSuchSession = notFound("noSuchSession", "Session does not exist");

export const malformedApiKey = refusal("malformedApiKey", "INVALID_API_KEY", "Malformed API key");
export const passwordLoginDisabled = refusal(
  "passwordLoginDisabled",
  "PASSWORD_AUTH_DISABLED",
  "Password authentication is disabled in this organization",
);
export const authenticationFailed = refusal(
  "authenticationFailed",
  "AUTHENTICATION_FAILED",
  "Your username or password is incorrect",
);
/** The password is right, but a second factor is required. */
export const twoFactorCodeRequired = refusal(
  "twoFactorCodeRequired",
  "TWO_FACTOR_CODE_REQUIRED",
  "This account uses two-factor authentication. Log in with your browser, or send a code as two_factor_code.",
);
export const twoFactorCodeWrong = refusal(
  "twoFactorCodeWrong",
  "TWO_FACTOR_CODE_WRONG",
  "Wrong code. Each code works once: wait for the next one.",
);
/** The user may only set up a second factor. */
export const twoFactorSetUpRequired = refusal(
  "twoFactorSetUpRequired",
  "TWO_FACTOR_SETUP_REQUIRED",
  "This organization requires two-factor authentication. Log in with your browser to set up a second factor.",
);
