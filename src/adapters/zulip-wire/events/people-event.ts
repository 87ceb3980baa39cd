import type { LoggedEvent, RealmEvent } from "../../../domain/events/event";
import type { UserChange } from "../../../domain/events/people-event";
import type { UserId } from "../../../domain/ids";
import { canSeeUser } from "../../../domain/policy/user-access";
import type { RealmState } from "../../../domain/state/realm-state";
import { languageName } from "../../../domain/text/language";
import { canSeeEmail } from "../../../domain/users/email";
import type { User } from "../../../domain/users/user";
import { encodeBotSettings, seesBotSettings } from "../encode/bot";
import type { EventEntry, EventReader } from "../encode/event-reader";
import { apiEmail, avatarUrl, encodeAvatarSource, encodeUser } from "../encode/user";
import { encodeUserSettings } from "../encode/user-settings";
import { encodeStatusChange } from "../encode/user-status";
import { inSystemGroups } from "./membership-entries";

type EventOf<Type extends RealmEvent["type"]> = Extract<LoggedEvent["event"], { type: Type }>;

export const personEntry = (userId: UserId, fields: object): EventEntry => ({
  category: "user",
  body: { type: "realm_user", op: "update", person: { user_id: userId, ...fields } },
});

const settingEntry = (property: string, value: unknown): EventEntry => ({
  category: "user_settings",
  body: { type: "user_settings", op: "update", property, value },
});

const botEntry = (op: "add" | "update" | "delete", bot: object): EventEntry => ({
  category: "bot",
  body: { type: "realm_bot", op, bot },
});

/** Limited guests learn about users once they can see them. */
export const userCreated = ({ user }: EventOf<"user_created">, reader: EventReader): readonly EventEntry[] =>
  canSeeUser(reader.state, reader.user, user, reader.now)
    ? [
        userAdded(user, reader),
        ...(user.isSystemBot ? [] : inSystemGroups("add_members", user, user.role, reader)),
        ...(seesBotSettings(reader.user, user) ? [botAdded(user, reader)] : []),
      ]
    : [];

export const botAdded = (bot: User, reader: EventReader): EventEntry =>
  botEntry("add", encodeBotSettings(bot, reader.state, reader));

export const botLost = ({ id }: User): EventEntry => botEntry("delete", { user_id: id });

/** Introductions of people, by what the reader sees of them. Kept until the realm changes: several guests may meet ten thousand at once. */
const introduced = new WeakMap<RealmState, Map<string, string>>();

const introduction = (user: User, reader: EventReader): string => {
  const { state, realm, clientGravatar } = reader;
  let known = introduced.get(state);
  if (known === undefined) {
    known = new Map();
    introduced.set(state, known);
  }
  const key = `${user.id} ${clientGravatar} ${canSeeEmail(reader.user, user)} ${realm.host}`;
  let text = known.get(key);
  if (text === undefined) {
    text = JSON.stringify({ type: "realm_user", op: "add", person: encodeUser(user, reader, true) });
    known.set(key, text);
  }
  return text;
};

export const userAdded = (user: User, reader: EventReader): EventEntry => ({
  category: "user",
  body: () => introduction(user, reader),
});

const avatarFields = (user: User, reader: EventReader): object => ({
  avatar_source: encodeAvatarSource(user),
  avatar_url: avatarUrl(user, reader),
  avatar_url_medium: avatarUrl(user, reader, "medium"),
  avatar_version: user.avatar.version,
});

const personFields = (user: User, change: UserChange, reader: EventReader): readonly object[] => {
  const fields: object[] = [];
  if (change.fullName !== undefined) fields.push({ full_name: change.fullName });
  if (change.avatar !== undefined) fields.push(avatarFields(user, reader));
  if (change.timezone !== undefined)
    fields.push({ email: apiEmail(user, reader), timezone: change.timezone });
  if (change.email !== undefined) fields.push(...addressFields(user, reader));
  if (change.joinedAt !== undefined) fields.push({ date_joined: new Date(change.joinedAt).toISOString() });
  if (change.isImportedStub !== undefined) fields.push({ is_imported_stub: change.isImportedStub });
  return fields;
};

/** The user's addresses as this reader may see them, and the avatar if its URL derives from the address. */
const addressFields = (user: User, reader: EventReader): readonly object[] => {
  const { delivery_email } = encodeUser(user, reader);
  return [
    { delivery_email },
    { new_email: apiEmail(user, reader) },
    ...(user.avatar.source === "gravatar" ? [avatarFields(user, reader)] : []),
  ];
};

export const addressEntries = (user: User, reader: EventReader): readonly EventEntry[] =>
  addressFields(user, reader).map((fields) => personEntry(user.id, fields));

export const userChanged = (event: EventOf<"user_changed">, reader: EventReader): readonly EventEntry[] => {
  const user = reader.state.users.get(event.userId);
  if (user === undefined) return [];
  const { fullName } = event.change;
  return [
    ...personFields(user, event.change, reader).map((fields) => personEntry(user.id, fields)),
    ...(event.change.timezone !== undefined && user.id === reader.user.id
      ? [settingEntry("timezone", event.change.timezone)]
      : []),
    ...(fullName !== undefined && seesBotSettings(reader.user, user)
      ? [botEntry("update", { user_id: user.id, full_name: fullName })]
      : []),
  ];
};

/** For readers who may see the user. */
export const accountActivated = (
  user: User,
  isBack: boolean,
  { user: reader }: EventReader,
): readonly EventEntry[] => {
  const fields = { is_active: isBack };
  return [
    personEntry(user.id, fields),
    ...(seesBotSettings(reader, user) ? [botEntry("update", { user_id: user.id, ...fields })] : []),
  ];
};

export const botChanged = (event: EventOf<"bot_changed">, reader: EventReader): readonly EventEntry[] => {
  const user = reader.state.users.get(event.userId);
  if (user === undefined) return [];
  const { ownerId } = event.change;
  const isLost = event.ownerBefore === reader.user.id && !seesBotSettings(reader.user, user);
  return [
    ...(isLost ? [botLost(user)] : []),
    ...(ownerId !== undefined ? [personEntry(user.id, { bot_owner_id: ownerId })] : []),
    ...(seesBotSettings(reader.user, user)
      ? [
          // The new owner sees the bot's settings for the first time.
          botEntry(
            ownerId === reader.user.id ? "add" : "update",
            encodeBotSettings(user, reader.state, reader),
          ),
        ]
      : []),
  ];
};

export const profileValuesChanged = ({
  userId,
  values,
}: EventOf<"profile_values_changed">): readonly EventEntry[] =>
  Object.entries(values).map(([id, value]) =>
    personEntry(userId, {
      custom_profile_field: {
        id: Number(id),
        value: value?.value ?? null,
        ...(value?.renderedValue !== undefined && { rendered_value: value.renderedValue }),
      },
    }),
  );

export const userSettingsChanged = (
  { userId, change }: EventOf<"user_settings_changed">,
  reader: EventReader,
): readonly EventEntry[] => {
  const user = reader.state.users.get(userId);
  const settingEntries: readonly EventEntry[] =
    userId === reader.user.id
      ? Object.entries(encodeUserSettings(change)).map(([property, value]) => ({
          category: "user_settings",
          body: {
            type: "user_settings",
            op: "update",
            property,
            value,
            ...(property === "default_language" && { language_name: languageName(String(value)) ?? value }),
          },
        }))
      : [];
  return user === undefined || change.emailAddressVisibility === undefined
    ? settingEntries
    : [...settingEntries, ...addressEntries(user, reader)];
};

export const userStatusChanged = ({
  userId,
  change,
}: Pick<EventOf<"user_status_changed">, "userId" | "change">): readonly EventEntry[] => [
  {
    category: "user_status",
    body: { type: "user_status", user_id: userId, ...encodeStatusChange(change) },
  },
];

export const alertWordsSet = ({ words }: EventOf<"alert_words_set">): readonly EventEntry[] => [
  { category: "alert_words", body: { type: "alert_words", alert_words: words } },
];

export const mutedUsersSet = ({ muted }: EventOf<"muted_users_set">): readonly EventEntry[] => [
  {
    category: "muted_users",
    body: {
      type: "muted_users",
      muted_users: muted.map(({ userId, since }) => ({ id: userId, timestamp: since })),
    },
  },
];
