import type { Bot } from "../bot";
import type { EventOf } from "../event-family";
import type { PeopleEvent, UserChange } from "../people-event";
import type { User } from "../user";
import type { AuditKind, AuditRecord } from "./audit-entry";
import { type AuditRules, type AuditStep, aboutUser, consequence, ownAffair, record } from "./audit-rule";
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
      | "alert_words_set"
      | "muted_users_set";
  }
>;
type Rules = AuditRules<UserEvent>;

/** Whether somebody else than the user did it. What the server does for a user counts as the user's own. */
const isByOther = (userId: number, { actor }: AuditStep): boolean =>
  actor.userId !== null && actor.userId !== userId;

const values = (kind: AuditKind) => (user: User, change: UserChange, name: keyof UserChange) => [
  record(kind, aboutUser(user.id), changedValues(user, change, name)),
];

type Part = (
  user: User,
  change: UserChange,
  name: keyof UserChange,
  step: AuditStep,
) => readonly AuditRecord[];
const unrecorded: Part = () => [];

/** What a change of each part of a user leaves. */
const ofUserChange: Readonly<Record<keyof UserChange, Part>> = {
  email: values("user_email_changed"),
  fullName: values("user_full_name_changed"),
  isDeleted: ({ id }) => [record("user_deleted", aboutUser(id))],
  apiKeyVersion: ({ id }) => [record("user_api_key_changed", aboutUser(id))],
  canChangeUserEmails: values("user_email_permission_changed"),
  avatar: ({ id, avatar }, change, _, step) =>
    isByOther(id, step)
      ? [
          record("user_avatar_changed", aboutUser(id), {
            before: { source: avatar.source },
            after: { source: change.avatar?.source ?? avatar.source },
          }),
        ]
      : [],
  secondFactors: values("user_second_factors_changed"),
  // It comes with a new key.
  apiKeyMadeAt: unrecorded,
  // When somebody first logs in is a login, and audited as such.
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
  return (Object.keys(change) as (keyof UserChange)[]).flatMap((name) =>
    ofUserChange[name](user, change, name, step),
  );
};

/** What may be known of a bot: addresses of services and values of the configuration may hold passwords. */
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
  const { ownerId, ...rest } = change;
  return [
    ...(ownerId === undefined
      ? []
      : [record("bot_owner_changed", aboutUser(userId), changedValues(bot, { ownerId }))]),
    ...(Object.keys(rest).length === 0
      ? []
      : [record("bot_changed", aboutUser(userId), changedValues(summaryOf(bot), summaryOf(after)))]),
  ];
};

export const userCreated = ({ id, email, fullName, role, bot }: User): AuditRecord =>
  record("user_created", aboutUser(id), {
    after: auditValues({ email, fullName, role, isBot: bot !== null, botOwnerId: bot?.ownerId }),
  });

/** What events about one user leave in the audit log. */
export const userAuditRules: Rules = {
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
      ? [record("user_setting_changed", aboutUser(userId), changedValues(user.settings, change))]
      : [];
  },
  user_status_changed: ownAffair,
  alert_words_set: ownAffair,
  muted_users_set: ownAffair,
};
