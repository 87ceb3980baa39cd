import type { Channel } from "../../../api/wire";
import { holds } from "../../../store/groups";
import { administrationWords } from "../../../words/en-channel-administration";
import { type Known, roleOf } from "../scope";
import type { Setting } from "../setting";

const administrator = 200;
const guest = 600;

const { reasons } = administrationWords;

/** Whether the reader has a permission of the organization's that guests never have. */
const mayHere = (store: Known, name: string): boolean =>
  roleOf(store) < guest &&
  holds(
    store.groups.value,
    store.realm.value[`realm_${name}`] as Channel["can_subscribe_group"],
    store.ownId,
  );

/** Whether a permission of a channel's that guests never have names the reader. */
const holdsIn = (store: Known, setting: Channel["can_subscribe_group"]): boolean =>
  roleOf(store) < guest && holds(store.groups.value, setting, store.ownId);

export const administersChannel = (store: Known, channel: Channel): boolean =>
  roleOf(store) <= administrator || holdsIn(store, channel.can_administer_channel_group);

/** Whether the reader may read what is written there: an administrator needn't. */
const readsChannel = (store: Known, channel: Channel): boolean =>
  channel.is_web_public ||
  (!channel.invite_only && roleOf(store) < guest) ||
  store.channels.value.subscribed.has(channel.stream_id) ||
  holdsIn(store, channel.can_subscribe_group) ||
  holdsIn(store, channel.can_add_subscribers_group);

/** Why the reader may not subscribe others; undefined where they may. */
export const whyNotAdd = (store: Known, channel: Channel): string | undefined => {
  if (!readsChannel(store, channel)) return reasons.content;
  const may =
    administersChannel(store, channel) ||
    mayHere(store, "can_add_subscribers_group") ||
    holdsIn(store, channel.can_add_subscribers_group);
  return may ? undefined : reasons.addSubscribers;
};

/** Why the reader may not unsubscribe others; undefined where they may. */
export const whyNotRemove = (store: Known, channel: Channel): string | undefined =>
  administersChannel(store, channel) || holdsIn(store, channel.can_remove_subscribers_group)
    ? undefined
    : reasons.removeSubscribers;

const forAdministrators = new Set(["is_default_stream", "default_push_notifications"]);
const toEnter = new Set(["privacy", "can_add_subscribers_group", "can_subscribe_group"]);
const aboutDeleting = new Set(["can_delete_any_message_group", "can_delete_own_message_group"]);

/** Why the reader may not change a setting of a channel; undefined where they may. */
export const whyNotInChannel = (
  store: Known,
  channel: Channel,
  { name, forOwners }: Setting,
): string | undefined => {
  if (!administersChannel(store, channel)) return reasons.channel;
  if (forOwners && roleOf(store) > 100) return reasons.owners;
  if (forAdministrators.has(name) && roleOf(store) > administrator) return reasons.administrators;
  if (name === "is_default_stream" && channel.invite_only) return reasons.defaultIsOpen;
  if (toEnter.has(name) && !readsChannel(store, channel)) return reasons.content;
  if (name === "topics_policy" && !mayHere(store, "can_set_topics_policy_group")) return reasons.topicsPolicy;
  if (aboutDeleting.has(name) && !mayHere(store, "can_set_delete_message_policy_group"))
    return reasons.deletePolicy;
  return undefined;
};

/** Kinds of channels that the reader may not make of this one, and why. */
export const refusedPrivacies = (store: Known, channel: Channel): Readonly<Record<string, string>> => {
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
