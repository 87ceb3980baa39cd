import { badRequest, type RefusalIn, refusal } from "./refusal";

/** Why a caller may not do something at all: an account, a realm or a role that doesn't allow it. */
export type CallerError = RefusalIn<typeof import("./caller-refusals")>;

export const notLoggedIn = refusal(
  "notLoggedIn",
  "UNAUTHORIZED",
  "Not logged in: API authentication or user session required",
);
export const invalidApiKey = refusal("invalidApiKey", "INVALID_API_KEY", "Invalid API key");
export const userDeactivated = refusal("userDeactivated", "USER_DEACTIVATED", "Account is deactivated");
export const realmDeactivated = refusal(
  "realmDeactivated",
  "REALM_DEACTIVATED",
  "This organization has been deactivated",
);

/** The caller's waiting changes would take longer than others should wait for one user. */
export const changesTakeTooLong = (milliseconds: number) => ({
  ...refusal("changesTakeTooLong", "RATE_LIMIT_HIT", "API usage exceeded rate limit"),
  retryAfterSeconds: milliseconds / 1000,
});

export const mustBe = (role: "owner" | "administrator" | "member") =>
  refusal("mustBe", "UNAUTHORIZED_PRINCIPAL", `Must be an organization ${role}`);
export const insufficientPermission = badRequest("insufficientPermission", "Insufficient permission");
export const notForBots = badRequest("notForBots", "This endpoint does not accept bot requests.");
export const notForWebhooks = badRequest(
  "notForWebhooks",
  "This API is not available to incoming webhook bots.",
);
export const notForGuests = badRequest("notForGuests", "Not allowed for guest users");
