import { includesUser } from "../../../store/groups";
import {
  administersChannel,
  mayAddSubscribers,
  mayRemoveSubscribers,
} from "../../../store/subscriber-rights";
import { UserRole } from "../../../wire/numbers";
import type { Channel } from "../../../wire/wire";
import { administrationWords } from "../../../words/en-channel-administration";
import type { Setting } from "../catalogue/setting";
import { roleOf, type SettingsStore } from "../parts/scope";

const { reasons } = administrationWords;

/** Whether the user has an organization permission that guests can't have. */
const mayHere = (store: SettingsStore, name: string): boolean =>
  roleOf(store) < UserRole.guest &&
  includesUser(
    store.groups.value,
    store.realm.value[`realm_${name}`] as Channel["can_subscribe_group"],
    store.ownId,
  );

/** Whether a channel permission that guests can't have includes the user. */
const holdsIn = (store: SettingsStore, setting: Channel["can_subscribe_group"]): boolean =>
  roleOf(store) < UserRole.guest && includesUser(store.groups.value, setting, store.ownId);

/** Whether the user can read the channel's messages; being an administrator isn't enough. */
const readsChannel = (store: SettingsStore, channel: Channel): boolean =>
  channel.is_web_public ||
  (!channel.invite_only && roleOf(store) < UserRole.guest) ||
  store.channels.value.subscribed.has(channel.stream_id) ||
  holdsIn(store, channel.can_subscribe_group) ||
  holdsIn(store, channel.can_add_subscribers_group);

/** Why the user can't subscribe others; undefined if they can. */
export const whyNotAdd = (store: SettingsStore, channel: Channel): string | undefined => {
  if (!readsChannel(store, channel)) return reasons.content;
  return mayAddSubscribers(store, channel) ? undefined : reasons.addSubscribers;
};

/** Why the user can't unsubscribe others; undefined if they can. */
export const whyNotRemove = (store: SettingsStore, channel: Channel): string | undefined =>
  mayRemoveSubscribers(store, channel) ? undefined : reasons.removeSubscribers;

const forAdministrators = new Set(["is_default_stream", "default_push_notifications"]);
const toEnter = new Set(["privacy", "can_add_subscribers_group", "can_subscribe_group"]);
const aboutDeleting = new Set(["can_delete_any_message_group", "can_delete_own_message_group"]);

/** Why the user can't change a channel setting; undefined if they can. */
export const whyNotInChannel = (
  store: SettingsStore,
  channel: Channel,
  { name, forOwners }: Setting,
): string | undefined => {
  if (!administersChannel(store, channel)) return reasons.channel;
  if (forOwners && roleOf(store) > UserRole.owner) return reasons.owners;
  if (forAdministrators.has(name) && roleOf(store) > UserRole.administrator) return reasons.administrators;
  if (name === "is_default_stream" && channel.invite_only) return reasons.defaultIsOpen;
  if (toEnter.has(name) && !readsChannel(store, channel)) return reasons.content;
  if (name === "topics_policy" && !mayHere(store, "can_set_topics_policy_group")) return reasons.topicsPolicy;
  if (aboutDeleting.has(name) && !mayHere(store, "can_set_delete_message_policy_group"))
    return reasons.deletePolicy;
  return undefined;
};

/** The privacy types the user can't choose for this channel, with reasons. */
export const refusedPrivacies = (
  store: SettingsStore,
  channel: Channel,
): Readonly<Record<string, string>> => {
  const defaults = (store.realm.value.realm_default_streams ?? []) as readonly number[];
  const isDefault = defaults.includes(channel.stream_id);
  const takesReports = store.realm.value.realm_moderation_request_channel_id === channel.stream_id;
  const closed = isDefault
    ? reasons.isDefault
    : mayHere(store, "can_create_private_channel_group")
      ? undefined
      : reasons.makePrivate;
  const open = takesReports
    ? reasons.takesReports
    : mayHere(store, "can_create_public_channel_group")
      ? undefined
      : reasons.makePublic;
  const toTheWeb =
    store.realm.value.realm_enable_spectator_access !== true
      ? reasons.noSpectators
      : mayHere(store, "can_create_web_public_channel_group")
        ? open
        : reasons.makeWebPublic;
  const all = { public: open, shared: closed, protected: closed, "web-public": toTheWeb };
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, reason]) => (reason === undefined ? [] : [[name, reason]])),
  );
};
