import { TopicPolicy } from "../wire/numbers";
import type { Message } from "../wire/wire";
import { policyOf } from "./muting";
import { placeOf } from "./place";
import type { Store } from "./store";

/** How the user is notified of a message. */
export interface Notice {
  readonly desktop: boolean;
  readonly sound: boolean;
}

const none: Notice = { desktop: false, sound: false };

type Heard = Pick<Store, "settings" | "channels" | "mutedUsers" | "topicPolicies" | "ownId">;

/** Whether and how the user is notified of a new message, by their settings; `flags` are theirs. */
export const noticeOf = (store: Heard, message: Omit<Message, "flags">, flags: readonly string[]): Notice => {
  const { settings, channels, mutedUsers, ownId } = store;
  const isOn = (name: string): boolean => settings.value[name] === true;
  if (message.sender_id === ownId || mutedUsers.value.has(message.sender_id) || flags.includes("read"))
    return none;
  const forMe: Notice = { desktop: isOn("enable_desktop_notifications"), sound: isOn("enable_sounds") };
  const place = placeOf(message);
  const isAboutMe = flags.includes("mentioned") || flags.includes("has_alert_word");
  if (place.kind === "direct" || isAboutMe) return forMe;
  const channel = channels.value.subscribed.get(place.channelId);
  if (channel === undefined) return none;
  const policy = policyOf(store, place.channelId, place.topic);
  const isMuted =
    policy === TopicPolicy.muted ||
    (channel.is_muted && policy !== TopicPolicy.unmuted && policy !== TopicPolicy.followed);
  const isCalled = flags.some((flag) => flag.endsWith("wildcard_mentioned"));
  if (policy === TopicPolicy.followed) {
    if (isCalled && isOn("enable_followed_topic_wildcard_mentions_notify")) return forMe;
    return {
      desktop: isOn("enable_followed_topic_desktop_notifications"),
      sound: isOn("enable_followed_topic_audible_notifications"),
    };
  }
  if (isMuted) return none;
  if (isCalled && isOn("wildcard_mentions_notify")) return forMe;
  return {
    desktop: channel.desktop_notifications ?? isOn("enable_stream_desktop_notifications"),
    sound: channel.audible_notifications ?? isOn("enable_stream_audible_notifications"),
  };
};
