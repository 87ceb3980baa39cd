import { type ApiError, badRequest } from "../errors";
import type { GroupId, UserId } from "../ids";

// Users in general
export const userIsDeactivated = badRequest("User is deactivated");
export const invalidUserIdInList = (userId: UserId) => badRequest(`Invalid user ID: ${userId}`);
export const invalidGroupIdInList = (groupId: GroupId) => badRequest(`Invalid user group ID: ${groupId}`);
export const noSettingsTarget = badRequest("Either user_ids or group_ids must be provided.");
export const settingIsPrivate = badRequest("Cannot change this setting for other users.");

// Names and addresses
export const nameTooLong = badRequest("Name too long!");
export const nameTooShort = badRequest("Name too short!");
export const nameHasInvalidCharacters = badRequest("Invalid characters in name!");
export const nameTaken = badRequest("Unique names required in this organization.");
export const invalidEmail = badRequest("Enter a valid email address.");
export const emailOutsideDomains = (email: string) =>
  badRequest(`Email '${email}' not allowed in this organization`);
export const emailTaken = (email: string) => badRequest(`Email '${email}' already in use`);
export const alreadyHasAccount = badRequest("Already has an account.");
export const accountDeactivated = badRequest("Account has been deactivated.");
export const emailChangesDisabled = badRequest("Email address changes are disabled in this organization.");
export const mayNotChangeUserEmails = badRequest("User not authorized to change user emails");

// Roles and the end of accounts
export const guestCannotBeAdministrator = badRequest("Guests cannot be organization administrators");
export const onlyOwnerKeepsRole = badRequest(
  "The owner permission cannot be removed from the only organization owner.",
);
export const onlyOwnerStaysActive = badRequest("Cannot deactivate the only organization owner");
const cannotDeactivateLast = (entity: string, isLastOwner: boolean) =>
  ({
    code: "CANNOT_DEACTIVATE_LAST_USER",
    message: `Cannot deactivate the only ${entity}.`,
    isLastOwner,
    entity,
  }) as const satisfies ApiError;
export const cannotDeactivateLastUser = cannotDeactivateLast("user", false);
export const cannotDeactivateLastOwner = cannotDeactivateLast("organization owner", true);

// Settings
export const invalidSettingValue = (name: string) => badRequest(`Invalid value for ${name}`);
export const invalidDefaultLanguage = badRequest("Invalid default_language");
export const invalidNotificationSound = (sound: string) =>
  badRequest(`Invalid notification sound '${sound}'`);
export const invalidBatchingPeriod = (seconds: number) =>
  badRequest(`Invalid email batching period: ${seconds} seconds`);
export const unknownTimeZone = badRequest("Not a recognized time zone");
export const unknownOnboardingStep = (step: string) => badRequest(`Unknown onboarding_step: ${step}`);

// Alert words and muted users
export const alertWordTooLong = (index: number, limit: number) =>
  badRequest(`alert_words[${index}] is too long (limit: ${limit} characters)`);
export const tooManyAlertWords = (limit: number) => badRequest(`You can have at most ${limit} alert words.`);
export const cannotMuteSelf = badRequest("Cannot mute self");
export const alreadyMuted = badRequest("User already muted");
export const notMuted = badRequest("User is not muted");

// Status and presence
export const statusEmojiNameMissing = badRequest(
  "Client must pass emoji_name if they pass either emoji_code or reaction_type.",
);
export const noNewStatusValues = badRequest("Client did not pass any new values.");
export const statusTextTooLong = (limit: number) =>
  badRequest(`status_text is too long (limit: ${limit} characters)`);
export const statusTextHasInvalidCharacters = badRequest("Invalid characters in status_text!");
export const invalidPresenceStatus = (status: string) => badRequest(`Invalid status: ${status}`);
export const noPresenceOfBots = badRequest("Presence is not supported for bot users.");
export const noPresenceData = (user: number | string) => badRequest(`No presence data for ${user}`);

// Recipients of direct messages
export const noRecipients = badRequest("Message must have recipients");
export const tooManyRecipients = (limit: number) =>
  badRequest(`A direct message can go to at most ${limit} people.`);
export const invalidRecipient = (recipient: number | string) =>
  badRequest(typeof recipient === "number" ? `Invalid user ID ${recipient}` : `Invalid email '${recipient}'`);
