import type { Bot } from "../bots/bot";
import { stored } from "../codec/stored";
import { keysOf } from "../collections/keys-of";
import type { EventOf } from "../events/event-family";
import type { PeopleEvent, UserChange } from "../events/people-event";
import type { UserId } from "../ids";
import type { User } from "../users/user";
import { userSettingsChangeCodec, userSettingsCodec } from "../users/user-settings";
import type { AuditKind, AuditRecord } from "./audit-entry";
import {
  type AuditRules,
  type AuditStep,
  aboutUser,
  besideSecrets,
  consequence,
  personalMatter,
  record,
} from "./audit-rule";
import { auditValues, changedValues } from "./audit-values";

type UserEvent = Extract<
  PeopleEvent,
  {
    type:
      | "user_created"
      | "user_changed"
      | "user_deactivated"
      | "user_reactivated"
      | "role_changed"
      | "people_revealed"
      | "people_hidden"
      | "bot_changed"
      | "profile_values_changed"
      | "user_settings_changed"
      | "user_status_changed"
      | "secrets_changed"
      | "alert_words_set"
      | "muted_users_set";
  }
>;
/** Whether another user made the change. Changes the server makes count as the user's own. */
const isByOther = (userId: UserId, { actor }: AuditStep): boolean =>
  actor.userId !== null && actor.userId !== userId;

const recordValues = (kind: AuditKind) => (user: User, change: UserChange, name: keyof UserChange) => [
  record(kind, aboutUser(user.id), changedValues(user, change, name)),
];

type FieldRule = (
  user: User,
  change: UserChange,
  name: keyof UserChange,
  step: AuditStep,
) => readonly AuditRecord[];
const unrecorded: FieldRule = () => [];

/** Audit rule for each field of a user. */
const fieldRules: Readonly<Record<keyof UserChange, FieldRule>> = {
  email: recordValues("user_email_changed"),
  fullName: recordValues("user_full_name_changed"),
  isDeleted: ({ id }) => [record("user_deleted", aboutUser(id))],
  apiKeyVersion: ({ id }) => [record("user_api_key_changed", aboutUser(id))],
  canChangeUserEmails: recordValues("user_email_permission_changed"),
  avatar: ({ id, avatar }, change, _, step) =>
    isByOther(id, step)
      ? [
          record("user_avatar_changed", aboutUser(id), {
            before: { source: avatar.source },
            after: { source: change.avatar?.source ?? avatar.source },
          }),
        ]
      : [],
  secondFactors: recordValues("user_second_factors_changed"),
  // Changes along with apiKeyVersion.
  apiKeyMadeAt: unrecorded,
  // The first login is audited as a login.
  joinedAt: unrecorded,
  awaitsFirstLogin: unrecorded,
  isImportedStub: unrecorded,
  timezone: unrecorded,
};

const userChanged = (
  { userId, change }: EventOf<UserEvent, "user_changed">,
  step: AuditStep,
): readonly AuditRecord[] => {
  const user = step.before.users.get(userId);
  if (user === undefined) return [];
  return keysOf(change).flatMap((name) => fieldRules[name](user, change, name, step));
};

/** What the log may show of a bot. URLs of services and configuration values may contain passwords. */
const summaryOf = ({ service, config, ownerId: _, type: __, ...defaults }: Bot) => ({
  ...defaults,
  serviceHost: service && (/^\w+:\/\/(?:[^/?#]*@)?([^/?#@]*)/.exec(service.url)?.[1] ?? ""),
  serviceInterface: service?.interface ?? null,
  configKeys: Object.keys(config),
});

const botChanged = (
  { userId, change }: EventOf<UserEvent, "bot_changed">,
  { before }: AuditStep,
): readonly AuditRecord[] => {
  const bot = before.users.get(userId)?.bot;
  if (!bot) return [];
  const after = { ...bot, ...change };
  const { ownerId, ...otherFields } = change;
  return [
    ...(ownerId === undefined
      ? []
      : [record("bot_owner_changed", aboutUser(userId), changedValues(bot, { ownerId }))]),
    ...(Object.keys(otherFields).length === 0
      ? []
      : [record("bot_changed", aboutUser(userId), changedValues(summaryOf(bot), summaryOf(after)))]),
  ];
};

export const userCreated = ({ id, email, fullName, role, bot }: User): AuditRecord =>
  record("user_created", aboutUser(id), {
    after: auditValues({ email, fullName, role, isBot: bot !== null, botOwnerId: bot?.ownerId }),
  });

/** Audit rules for events about one user. */
export const userAuditRules: AuditRules<UserEvent> = {
  user_created: ({ user }) => [userCreated(user)],
  user_changed: userChanged,
  user_deactivated: ({ userId }) => [record("user_deactivated", aboutUser(userId))],
  user_reactivated: ({ userId }) => [record("user_reactivated", aboutUser(userId))],
  role_changed: ({ userId, from, to }) => [
    record("user_role_changed", aboutUser(userId), { before: { role: from }, after: { role: to } }),
  ],
  people_revealed: consequence,
  people_hidden: consequence,
  bot_changed: botChanged,
  profile_values_changed: ({ userId, values: changed }, step) =>
    isByOther(userId, step)
      ? [
          record("user_profile_changed", aboutUser(userId), {
            after: auditValues({ fieldIds: Object.keys(changed).map(Number) }),
          }),
        ]
      : [],
  user_settings_changed: ({ userId, change }, step) => {
    const user = step.before.users.get(userId);
    return user && isByOther(userId, step)
      ? [
          record(
            "user_setting_changed",
            aboutUser(userId),
            changedValues(stored(userSettingsCodec, user.settings), stored(userSettingsChangeCodec, change)),
          ),
        ]
      : [];
  },
  user_status_changed: personalMatter,
  secrets_changed: besideSecrets,
  alert_words_set: personalMatter,
  muted_users_set: personalMatter,
};
