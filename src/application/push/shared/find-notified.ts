import type { UserId } from "../../../domain/ids";
import type { Message } from "../../../domain/messages/message";
import type { Flag } from "../../../domain/messages/read-state";
import {
  isSenderIgnored,
  type PushTrigger,
  pushTrigger,
} from "../../../domain/notifications/notification-policy";
import { isReachable, type UserDevices } from "../../../domain/push/push-device";
import type { RealmState } from "../../../domain/state/realm-state";
import type { TopicPolicy } from "../../../domain/topics/topic-policy";
import type { User } from "../../../domain/users/user";

type Place = Pick<Message, "conversation">;

/** The parts of a message that decide who is notified. */
interface NotifiableMessage extends Place {
  /** Undefined for edits that don't name the message's sender. */
  readonly senderId: UserId | undefined;
  /** Unix seconds. */
  readonly at: number;
  readonly flagsByUser: Readonly<Record<string, readonly Flag[]>>;
}

/** The ids of users in a conversation who have devices. */
function* havingDevices({ conversation }: Place, state: RealmState): Iterable<UserId> {
  const { pushDevices } = state;
  if (conversation.kind === "direct") {
    for (const id of conversation.participants) if (pushDevices.has(id)) yield id;
    return;
  }
  // Walks the smaller of the two sets: users with devices, or subscribers.
  const subscribers = state.subscribers(conversation.channelId);
  if (pushDevices.size < subscribers.size) {
    for (const id of pushDevices.keys()) if (subscribers.has(id)) yield id;
  } else for (const id of subscribers) if (pushDevices.has(id)) yield id;
}

/** Whether anyone in a conversation has a device. */
export const anyHasDevice = (place: Place, state: RealmState): boolean => {
  for (const _ of havingDevices(place, state)) return true;
  return false;
};

/** Whether a device existed at that time. New devices aren't notified of older messages. */
const hadDeviceThen = ({ devices, tokens }: UserDevices, at: number): boolean => {
  const isOld = ({ addedAt }: { readonly addedAt: number }): boolean => Math.floor(addedAt / 1000) <= at;
  return tokens.some(isOld) || devices.some(isOld);
};

const noFlags: readonly Flag[] = [];

const triggerFor = (
  state: RealmState,
  user: User,
  { conversation, flagsByUser }: NotifiableMessage,
  policies: ReadonlyMap<UserId, TopicPolicy>,
): PushTrigger | undefined => {
  const flags = flagsByUser[user.id] ?? noFlags;
  if (conversation.kind === "direct") return pushTrigger(user.settings, { kind: "direct" }, flags);
  const subscription = state.subscription(user.id, conversation.channelId);
  const topicPolicy = policies.get(user.id) ?? "inherit";
  return subscription && pushTrigger(user.settings, { kind: "channel", subscription, topicPolicy }, flags);
};

/**
 * Finds the users whose devices are notified of a message, and why. `policies` are those of its topic. Every channel
 * member with a device is checked, so the check that excludes the most people runs first.
 */
export const findUsersToNotify = (
  state: RealmState,
  message: NotifiableMessage,
  policies: ReadonlyMap<UserId, TopicPolicy>,
): readonly { readonly user: User; readonly trigger: PushTrigger }[] => {
  const found: { readonly user: User; readonly trigger: PushTrigger }[] = [];
  for (const userId of havingDevices(message, state)) {
    const user = state.users.get(userId);
    if (user?.isActive !== true || user.bot !== null) continue;
    const trigger = triggerFor(state, user, message, policies);
    if (trigger === undefined) continue;
    if (message.senderId !== undefined && isSenderIgnored(message.senderId, user)) continue;
    const devices = state.pushDevices.get(userId);
    if (devices && isReachable(devices) && hadDeviceThen(devices, message.at)) found.push({ user, trigger });
  }
  return found;
};
