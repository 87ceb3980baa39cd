import { changeChannel } from "../../../api/channel-administration";
import type { Channel } from "../../../wire/wire";
import { channelSettingWords } from "../../../words/en-channel-administration-catalogue";
import { settings } from "../catalogue/channel";
import type { Setting } from "../catalogue/setting";
import { type Scope, type SettingsStore, systemGroup, type Value } from "../parts/scope";
import { refusedPrivacies, whyNotInChannel } from "./channel-rights";

/** Who can read a channel: one choice for users, three fields in the API. */
export const privacyOf = (channel: Channel): string => {
  if (channel.is_web_public) return "web-public";
  if (!channel.invite_only) return "public";
  return channel.history_public_to_subscribers ? "shared" : "protected";
};

/** A channel setting as a request field. */
export const channelChange = ({ name, kind }: Setting, value: Value, before: Value): object => {
  if (name === "privacy")
    return {
      is_private: value === "shared" || value === "protected",
      is_web_public: value === "web-public",
      history_public_to_subscribers: value !== "protected",
    };
  if (kind === "group") return { [name]: { new: value, old: before } };
  if (kind === "retention")
    return { [name]: value === null ? "realm_default" : value === -1 ? "unlimited" : value };
  return { [name === "name" ? "new_name" : name]: value };
};

const valueIn = (store: SettingsStore, channel: Channel, name: string): Value => {
  if (name === "privacy") return privacyOf(channel);
  if (name === "is_default_stream")
    return ((store.realm.value.realm_default_streams ?? []) as readonly number[]).includes(channel.stream_id);
  return ((channel as unknown as Readonly<Record<string, Value>>)[name] ?? null) as Value;
};

/** A group-setting value for a creator: nobody if they are gone. */
export const creatorGroup = (store: SettingsStore, creatorId: number | null): Value => {
  const isHere = creatorId !== null && store.people.value.users.get(creatorId)?.is_active === true;
  return isHere
    ? { direct_members: [creatorId], direct_subgroups: [] }
    : (systemGroup(store, "role:nobody") ?? null);
};

/** The settings of one channel. */
export const channelScope = (id: number): Scope => {
  const channelIn = (store: SettingsStore): Channel | undefined => store.channels.value.known.get(id);
  return {
    id: `channel ${id}`,
    log: { kinds: ["channel_property_changed"], target: { type: "channel", id } },
    settings,
    words: channelSettingWords,
    value: (store, name) => {
      const channel = channelIn(store);
      return channel === undefined ? null : valueIn(store, channel, name);
    },
    fallback: (store, { kind, fallback }) => {
      if (kind !== "group") return fallback;
      if (fallback === "creator") return creatorGroup(store, channelIn(store)?.creator_id ?? null);
      return systemGroup(store, fallback) ?? fallback;
    },
    whyNot: (store, setting) => {
      const channel = channelIn(store);
      return channel && whyNotInChannel(store, channel, setting);
    },
    mayChange: (store, setting) => {
      const channel = channelIn(store);
      return channel !== undefined && whyNotInChannel(store, channel, setting) === undefined;
    },
    refused: (store, { name }) => {
      const channel = channelIn(store);
      return name === "privacy" && channel !== undefined ? refusedPrivacies(store, channel) : {};
    },
    send: (setting, value, before) => changeChannel(id, channelChange(setting, value, before)),
  };
};
