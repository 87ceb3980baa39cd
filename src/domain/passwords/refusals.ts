import { badRequest, type RefusalIn } from "../refusal";

export type PasswordError = RefusalIn<typeof import("./refusals")>;

export const passwordTooShort = (limit: number) =>
  badRequest("passwordTooShort", `The password is too short: at least ${limit} characters.`);
export const passwordTooWeak = badRequest("passwordTooWeak", "The password is too weak.");
export const newPasswordTooWeak = badRequest("newPasswordTooWeak", "New password is too weak!");
export const passwordUsedBefore = badRequest(
  "passwordUsedBefore",
  "You have used this password before. Choose a different one.",
);
export const wrongOldPassword = badRequest("wrongOldPassword", "Wrong password!");
