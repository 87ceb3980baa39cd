import { may } from "../../../domain/policy/permission";
import { valuesOf } from "../../../domain/state/values-of";
import { allows } from "../../../domain/users/role";
import type { User } from "../../../domain/users/user";
import { notificationSounds } from "../../../domain/users/user-settings";
import { encodeBotSettings, seesBotSettings } from "../encode/bot";
import { avatarUrl, encodeAvatarSource, encodeUnknownUser, encodeUser, type Reader } from "../encode/user";
import { userGroupJson } from "../encode/user-group";
import { everyoneIn, type PeopleLists, peopleListsOf } from "../encode/user-lists";
import { encodeUserSettings } from "../encode/user-settings";
import { encodeStatus } from "../encode/user-status";
import { writeUsers } from "../encode/write-users";
import { EncodedList, JsonList } from "../json";
import type { StatePart } from "./context";

/** The lists of people as clients know them. */
export const peopleFields = <List>(
  { active, inactive, systemBots }: PeopleLists<List>,
  listOf: (users: List) => EncodedList | JsonList<User>,
): object => ({
  realm_users: listOf(active),
  realm_non_active_users: listOf(inactive),
  cross_realm_bots: listOf(systemBots),
});

/** All users of the realm, and facts about the reader. */
export const usersPart: StatePart = ({ state, user, realm, presentation, now, isSeen }) => {
  const reader: Reader = { user, realm, clientGravatar: presentation.clientGravatar };
  const withAvatarUrls: Reader = { ...reader, clientGravatar: false };
  const fieldsFor = (isKnown: (one: User) => boolean): object => {
    const all = valuesOf(state.users);
    return peopleFields(
      peopleListsOf(presentation.userListIncomplete ? all.filter(isKnown) : all, isKnown),
      (users) =>
        new JsonList(users, (one) =>
          isKnown(one) ? encodeUser(one, reader, true) : encodeUnknownUser(one, reader),
        ),
    );
  };
  const canCreate = {
    can_create_public_streams: may(state, user, "canCreatePublicChannelGroup", now),
    can_create_private_streams: may(state, user, "canCreatePrivateChannelGroup", now),
    can_create_web_public_streams: may(state, user, "canCreateWebPublicChannelGroup", now),
  };
  return {
    ...(isSeen === undefined
      ? peopleFields(
          everyoneIn(state).lists,
          (runs) => new EncodedList(writeUsers.withProfiles(runs, reader)),
        )
      : fieldsFor(isSeen)),
    user_id: user.id,
    email: encodeUser(user, withAvatarUrls).email,
    delivery_email: user.email,
    full_name: user.fullName,
    avatar_source: encodeAvatarSource(user),
    avatar_url: avatarUrl(user, withAvatarUrls),
    avatar_url_medium: avatarUrl(user, withAvatarUrls, "medium"),
    is_owner: user.role === "owner",
    is_admin: allows(user.role, "administrator"),
    is_moderator: allows(user.role, "moderator"),
    is_guest: user.role === "guest",
    ...canCreate,
    can_create_streams: canCreate.can_create_public_streams || canCreate.can_create_private_streams,
    can_invite_others_to_realm: may(state, user, "canInviteUsersGroup", now),
  };
};

/** All groups, with the members the reader can see. */
export const groupsPart: StatePart = (context) => ({
  realm_user_groups: new JsonList(
    valuesOf(context.state.groups).filter(
      (group) => context.presentation.includeDeactivatedGroups || !group.isDeactivated,
    ),
    (group) => userGroupJson(group, context, context.now),
  ),
});

/** The bots the reader manages: their own, or all for administrators. */
export const botsPart: StatePart = ({ state, user, realm, now }) => ({
  realm_bots: everyoneIn(state)
    .bots.filter((bot) => seesBotSettings(user, bot))
    .map((bot) => encodeBotSettings(bot, state, { user, realm, now, clientGravatar: false })),
});

/** The integrations that can be chosen for an incoming webhook bot. */
export const integrationsPart: StatePart = ({ integrations }) => ({
  realm_incoming_webhook_bots: integrations.map(({ name, displayName, events, options }) => ({
    name,
    display_name: displayName,
    all_event_types: events,
    config_options: [],
    url_options: options.map(({ key, label, input }) => ({ key, label, input_type: input })),
  })),
});

const emojisets = [
  { key: "google", text: "Google" },
  { key: "twitter", text: "Twitter" },
  { key: "text", text: "Plain text" },
];

export const settingsPart: StatePart = ({ user }) => ({
  user_settings: {
    ...encodeUserSettings(user.settings),
    emojiset_choices: emojisets,
    timezone: user.timezone,
    available_notification_sounds: notificationSounds,
  },
});

export const userDefaultsPart: StatePart = ({ state }) => ({
  realm_user_settings_defaults: {
    ...encodeUserSettings(state.realm.userDefaults),
    emojiset_choices: emojisets,
    available_notification_sounds: notificationSounds,
  },
});

export const statusPart: StatePart = ({ state, isSeen }) => {
  const statuses: Record<number, object> = {};
  for (const one of everyoneIn(state).withStatus) {
    const status = encodeStatus(one.status);
    if (status && isSeen?.(one) !== false) statuses[one.id] = status;
  }
  return { user_status: statuses };
};

export const alertWordsPart: StatePart = ({ user }) => ({ alert_words: user.alertWords });

export const mutedUsersPart: StatePart = ({ user }) => ({
  muted_users: user.mutedUsers.map(({ userId, since }) => ({ id: userId, timestamp: since })),
});
