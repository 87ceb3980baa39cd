import type { Message } from "../../domain/message";
import { isUnheard, type PushTrigger, pushTrigger } from "../../domain/notification-policy";
import { isReachable, type UserDevices } from "../../domain/push-device";
import type { Flag } from "../../domain/read-state";
import type { RealmState } from "../../domain/realm-state";
import type { TopicPolicy } from "../../domain/topic-policy";
import type { User } from "../../domain/user";

type Place = Pick<Message, "conversation">;

/** What was said where, as far as it decides who is notified. */
interface Said extends Place {
  /** Undefined where an edit doesn't tell whose message it is of. */
  readonly senderId: number | undefined;
  /** Unix seconds. */
  readonly at: number;
  readonly marks: Readonly<Record<string, readonly Flag[]>>;
}

/** Ids of those in a conversation who have devices. */
function* havingDevices({ conversation }: Place, state: RealmState): Iterable<number> {
  const { pushDevices } = state;
  if (conversation.kind === "direct") {
    for (const id of conversation.participants) if (pushDevices.has(id)) yield id;
    return;
  }
  // In a large channel few may have devices, and of many devices few be in a channel.
  const subscribers = state.subscribers(conversation.channelId);
  if (pushDevices.size < subscribers.size) {
    for (const id of pushDevices.keys()) if (subscribers.has(id)) yield id;
  } else for (const id of subscribers) if (pushDevices.has(id)) yield id;
}

/** Whether anyone in a conversation has a device. */
export const someHaveDevices = (place: Place, state: RealmState): boolean => {
  for (const _ of havingDevices(place, state)) return true;
  return false;
};

/** Nobody hears on a new device of what was said before. */
const wasThere = ({ devices, tokens }: UserDevices, at: number): boolean => {
  const isOld = ({ addedAt }: { readonly addedAt: number }): boolean => Math.floor(addedAt / 1000) <= at;
  return tokens.some(isOld) || devices.some(isOld);
};

const noFlags: readonly Flag[] = [];

const triggerFor = (
  state: RealmState,
  user: User,
  { conversation, marks }: Said,
  policies: ReadonlyMap<number, TopicPolicy>,
): PushTrigger | undefined => {
  const flags = marks[user.id] ?? noFlags;
  if (conversation.kind === "direct") return pushTrigger(user.settings, { kind: "direct" }, flags);
  const subscription = state.subscription(user.id, conversation.channelId);
  const topicPolicy = policies.get(user.id) ?? "inherit";
  return subscription && pushTrigger(user.settings, { kind: "channel", subscription, topicPolicy }, flags);
};

/**
 * Whom devices are to tell of what was said, and why. `policies` are those of its topic. It goes over everyone in the
 * channel who has a device, so the question that most are out by comes first.
 */
export const findNotified = (
  state: RealmState,
  said: Said,
  policies: ReadonlyMap<number, TopicPolicy>,
): readonly { readonly user: User; readonly trigger: PushTrigger }[] => {
  const found: { readonly user: User; readonly trigger: PushTrigger }[] = [];
  for (const userId of havingDevices(said, state)) {
    const user = state.users.get(userId);
    if (user?.isActive !== true || user.bot !== null) continue;
    const trigger = triggerFor(state, user, said, policies);
    if (trigger === undefined) continue;
    if (said.senderId !== undefined && isUnheard(said.senderId, user)) continue;
    const devices = state.pushDevices.get(userId);
    if (devices && isReachable(devices) && wasThere(devices, said.at)) found.push({ user, trigger });
  }
  return found;
};
