import { may } from "../../../domain/permission";
import { allows } from "../../../domain/role";
import type { User } from "../../../domain/user";
import { withSnakeCase } from "../encode/snake-case";
import { avatarUrl, encodeUser, type Reader } from "../encode/user";
import { encodeUserGroup } from "../encode/user-group";
import type { StatePart } from "./context";

/** Everyone in the realm, and who the caller is. */
export const usersPart: StatePart = ({ state, user, realm, presentation, now }) => {
  const reader: Reader = { user, realm, clientGravatar: presentation.clientGravatar };
  const own: Reader = { ...reader, clientGravatar: false };
  const all = [...state.users.values()];
  const encode = (one: User) => encodeUser(one, reader, true);
  const canCreate = {
    can_create_public_streams: may(state, user, "canCreatePublicChannelGroup", now),
    can_create_private_streams: may(state, user, "canCreatePrivateChannelGroup", now),
    can_create_web_public_streams: may(state, user, "canCreateWebPublicChannelGroup", now),
  };
  return {
    realm_users: all.filter((one) => one.isActive && !one.isSystemBot).map(encode),
    realm_non_active_users: all.filter((one) => !one.isActive && !one.isSystemBot).map(encode),
    cross_realm_bots: all.filter((one) => one.isSystemBot).map(encode),
    user_id: user.id,
    email: encodeUser(user, own).email,
    delivery_email: user.email,
    full_name: user.fullName,
    avatar_source: user.avatar.source === "upload" ? "U" : "G",
    avatar_url: avatarUrl(user, own),
    avatar_url_medium: avatarUrl(user, own),
    is_owner: user.role === "owner",
    is_admin: allows(user.role, "administrator"),
    is_moderator: allows(user.role, "moderator"),
    is_guest: user.role === "guest",
    ...canCreate,
    can_create_streams: canCreate.can_create_public_streams || canCreate.can_create_private_streams,
    can_invite_others_to_realm: may(state, user, "canInviteUsersGroup", now),
  };
};

export const groupsPart: StatePart = ({ state, now, presentation }) => ({
  realm_user_groups: [...state.groups.values()]
    .filter((group) => presentation.includeDeactivatedGroups || !group.isDeactivated)
    .map((group) => encodeUserGroup(group, state, now)),
});

/** The caller's own bots; administrators see all. */
export const botsPart: StatePart = ({ state, user, realm }) => ({
  realm_bots: [...state.users.values()]
    .filter((bot) => bot.bot !== null && !bot.isSystemBot)
    .filter((bot) => bot.bot?.ownerId === user.id || allows(user.role, "administrator"))
    .map((bot) => encodeUser(bot, { user, realm, clientGravatar: false })),
});

export const settingsPart: StatePart = ({ user }) => ({
  user_settings: {
    ...withSnakeCase(user.settings),
    email_address_visibility: ["", "everyone", "members", "administrators", "nobody", "moderators"].indexOf(
      user.settings.emailAddressVisibility,
    ),
    emojiset_choices: [
      { key: "google", text: "Google" },
      { key: "twitter", text: "Twitter" },
      { key: "text", text: "Plain text" },
    ],
    timezone: user.timezone,
    available_notification_sounds: [],
  },
});
