import type { UserId } from "../ids";
import { tooLong } from "../input-refusals";
import { badRequest, type RefusalIn, refusal } from "../refusal";

export type UserError = RefusalIn<typeof import("./refusals")>;

// Users in general
export const noSuchUser = badRequest("noSuchUser", "No such user");
export const invalidUserId = (userId: UserId) => badRequest("invalidUserId", `Invalid user ID ${userId}`);
export const userIsDeactivated = badRequest("userIsDeactivated", "User is deactivated");
export const invalidUserIdInList = (userId: UserId) =>
  badRequest("invalidUserIdInList", `Invalid user ID: ${userId}`);
export const noSettingsTarget = badRequest(
  "noSettingsTarget",
  "Either user_ids or group_ids must be provided.",
);
export const settingIsPrivate = badRequest("settingIsPrivate", "Cannot change this setting for other users.");

// Names and addresses
export const nameTooLong = badRequest("nameTooLong", "Name too long!");
export const nameTooShort = badRequest("nameTooShort", "Name too short!");
export const nameTaken = badRequest("nameTaken", "Unique names required in this organization.");
export const invalidEmail = badRequest("invalidEmail", "Enter a valid email address.");
export const emailOutsideDomains = (email: string) =>
  badRequest("emailOutsideDomains", `Email '${email}' not allowed in this organization`);
export const emailTaken = (email: string) => badRequest("emailTaken", `Email '${email}' already in use`);
export const alreadyHasAccount = badRequest("alreadyHasAccount", "Already has an account.");
export const accountDeactivated = badRequest("accountDeactivated", "Account has been deactivated.");
export const emailChangesDisabled = badRequest(
  "emailChangesDisabled",
  "Email address changes are disabled in this organization.",
);
export const mayNotChangeUserEmails = badRequest(
  "mayNotChangeUserEmails",
  "User not authorized to change user emails",
);

// Roles and the end of accounts
export const farewellTooLong = (limit: number) => tooLong("deactivation_notification_comment", limit);
export const guestCannotBeAdministrator = badRequest(
  "guestCannotBeAdministrator",
  "Guests cannot be organization administrators",
);
export const onlyOwnerKeepsRole = badRequest(
  "onlyOwnerKeepsRole",
  "The owner permission cannot be removed from the only organization owner.",
);
export const onlyOwnerStaysActive = badRequest(
  "onlyOwnerStaysActive",
  "Cannot deactivate the only organization owner",
);
const cannotDeactivateLast = <const Tag extends string>(tag: Tag, entity: string, isLastOwner: boolean) => ({
  ...refusal(tag, "CANNOT_DEACTIVATE_LAST_USER", `Cannot deactivate the only ${entity}.`),
  isLastOwner,
  entity,
});
export const cannotDeactivateLastUser = cannotDeactivateLast("cannotDeactivateLastUser", "user", false);
export const cannotDeactivateLastOwner = cannotDeactivateLast(
  "cannotDeactivateLastOwner",
  "organization owner",
  true,
);

// Settings
export const invalidDefaultLanguage = badRequest("invalidDefaultLanguage", "Invalid default_language");
export const invalidNotificationSound = (sound: string) =>
  badRequest("invalidNotificationSound", `Invalid notification sound '${sound}'`);
export const invalidBatchingPeriod = (seconds: number) =>
  badRequest("invalidBatchingPeriod", `Invalid email batching period: ${seconds} seconds`);
export const unknownTimeZone = badRequest("unknownTimeZone", "Not a recognized time zone");
export const unknownOnboardingStep = (step: string) =>
  badRequest("unknownOnboardingStep", `Unknown onboarding_step: ${step}`);

// Alert words and muted users
export const alertWordTooLong = (index: number, limit: number) =>
  badRequest("alertWordTooLong", `alert_words[${index}] is too long (limit: ${limit} characters)`);
export const tooManyAlertWords = (limit: number) =>
  badRequest("tooManyAlertWords", `You can have at most ${limit} alert words.`);
export const cannotMuteSelf = badRequest("cannotMuteSelf", "Cannot mute self");
export const alreadyMuted = badRequest("alreadyMuted", "User already muted");
export const notMuted = badRequest("notMuted", "User is not muted");

// Recipients of direct messages
export const invalidRecipientsType = badRequest("invalidRecipientsType", "Invalid data type for recipients");
export const noRecipients = badRequest("noRecipients", "Message must have recipients");
export const tooManyRecipients = (limit: number) =>
  badRequest("tooManyRecipients", `A direct message can go to at most ${limit} people.`);
export const invalidRecipient = (recipient: number | string) =>
  badRequest(
    "invalidRecipient",
    typeof recipient === "number" ? `Invalid user ID ${recipient}` : `Invalid email '${recipient}'`,
  );
