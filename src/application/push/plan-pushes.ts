import type { LoggedEvent, RealmEvent } from "../../domain/event";
import type { Message } from "../../domain/message";
import { isUnheard, pushTrigger } from "../../domain/notification-policy";
import { offlineAfterSeconds } from "../../domain/presence";
import { isReachable, type UserDevices } from "../../domain/push-device";
import type { PlannedPush, PushJob } from "../../domain/push-job";
import type { RealmState } from "../../domain/realm-state";
import type { TopicPolicy } from "../../domain/topic-policy";
import type { User } from "../../domain/user";
import type { Clock } from "../ports/clock";
import type { PersonalReader } from "../ports/personal-reader";
import type { ShownPushes } from "../ports/shown-pushes";
import type { PresenceBoard } from "../presence/presence-board";

interface Ports {
  readonly personal: PersonalReader;
  readonly presence: PresenceBoard;
  readonly shownPushes: ShownPushes;
  readonly clock: Clock;
}

type EventOf<Type extends RealmEvent["type"]> = Extract<RealmEvent, { type: Type }>;
type Sent = EventOf<"message_sent">;
type Place = Pick<Message, "conversation" | "topic">;

/** Whether what is said in a conversation might go to the devices of a user. */
const isIn = ({ conversation }: Pick<Message, "conversation">, state: RealmState, userId: number): boolean =>
  conversation.kind === "direct"
    ? conversation.participants.includes(userId)
    : state.isSubscribed(userId, conversation.channelId);

const wasThere = ({ devices, tokens }: UserDevices, sentAt: number): boolean =>
  [...devices, ...tokens].some(({ addedAt }) => Math.floor(addedAt / 1000) <= sentAt);

/** Those who have devices, and whom what is said in a conversation at a time (Unix seconds) may be for. */
const reachedIn = (place: Place, at: number, state: RealmState): readonly User[] =>
  [...state.pushDevices].flatMap(([userId, devices]) => {
    const user = state.users.get(userId);
    const isOpen = user?.isActive === true && user.bot === null;
    return isOpen && isIn(place, state, userId) && isReachable(devices) && wasThere(devices, at)
      ? [user]
      : [];
  });

/** Whether there may be something to do for devices: a first look, which costs nothing where nobody has any. */
export const concernsDevices = (state: RealmState, event: RealmEvent): boolean => {
  switch (event.type) {
    case "client_device_changed":
      return event.forRelay !== undefined;
    case "push_token_added":
    case "push_token_removed":
    case "messages_deleted":
    case "messages_moved":
      return true;
    case "message_sent":
      return [...state.pushDevices.keys()].some((userId) => isIn(event.message, state, userId));
    case "message_edited":
      return Object.keys(event.marks).some((userId) => state.pushDevices.has(Number(userId)));
    case "message_flags_changed":
      return event.flag === "read" && event.op === "add" && state.pushDevices.has(event.userId);
    default:
      return false;
  }
};

/** What there is to do for devices because of events that were committed. */
export const planPushes = async (
  ports: Ports,
  state: RealmState,
  events: readonly LoggedEvent[],
): Promise<readonly PlannedPush[]> => {
  const realmId = state.realm.id;
  const now = ports.clock.now();
  const topics = new Map<string, ReadonlyMap<number, TopicPolicy>>();

  const policiesOf = async (channelId: number, topic: string) => {
    const key = `${channelId} ${topic.toLowerCase()}`;
    const known = topics.get(key) ?? (await ports.personal.topicPolicies(realmId, channelId, topic));
    topics.set(key, known);
    return known;
  };

  const placeFor = async ({ conversation, topic }: Place, userId: number) => {
    if (conversation.kind === "direct") return { kind: "direct" } as const;
    const subscription = state.subscription(userId, conversation.channelId);
    const topicPolicy = (await policiesOf(conversation.channelId, topic)).get(userId) ?? "inherit";
    return subscription && ({ kind: "channel", subscription, topicPolicy } as const);
  };

  /** Who is here is notified at once only if they want it: else once they have gone without reading. */
  const timed = async (user: User, job: Omit<Extract<PushJob, { kind: "message" }>, "onlyIfAway">) => {
    const presence = await ports.presence.of(realmId, user.id);
    const hereUntil = (presence?.activeAt ?? 0) + offlineAfterSeconds * 1000;
    const onlyIfAway = hereUntil > now && !user.settings.enableOnlinePushNotifications;
    return { job: { ...job, onlyIfAway }, dueAt: onlyIfAway ? hereUntil : now };
  };

  const ofMessage = async (event: Sent): Promise<readonly PlannedPush[]> => {
    const planned: PlannedPush[] = [];
    for (const user of reachedIn(event.message, event.message.sentAt, state)) {
      if (isUnheard(event.message.senderId, user)) continue;
      const place = await placeFor(event.message, user.id);
      const trigger = place && pushTrigger(user.settings, place, event.marks[user.id] ?? []);
      if (trigger === undefined) continue;
      planned.push(
        await timed(user, { kind: "message", userId: user.id, messageId: event.message.id, trigger }),
      );
    }
    return planned;
  };

  /** Whom an edit mentions is told as if the message had come so. */
  const ofEdit = async (event: EventOf<"message_edited">): Promise<readonly PlannedPush[]> => {
    const planned: PlannedPush[] = [];
    const { messageId, edit, marks, conversation } = event;
    if (conversation.kind === "direct") return planned;
    for (const user of reachedIn(event, edit.editedAt, state)) {
      const place = await placeFor(event, user.id);
      const trigger = place && pushTrigger(user.settings, place, marks[user.id] ?? []);
      if (trigger?.includes("mentioned"))
        planned.push(await timed(user, { kind: "message", userId: user.id, messageId, trigger }));
    }
    return planned;
  };

  const removal = (userId: number, messageIds: readonly number[]): readonly PlannedPush[] =>
    messageIds.length === 0 ? [] : [{ job: { kind: "removal", userId, messageIds }, dueAt: now }];

  const ofReading = async ({ userId, ranges }: EventOf<"message_flags_changed">) => {
    const shown: number[] = [];
    for (const range of ranges) shown.push(...(await ports.shownPushes.among(realmId, userId, range)));
    return removal(userId, shown);
  };

  const ofLoss = async (messageIds: readonly number[], isLostBy: (userId: number) => boolean) =>
    [...(await ports.shownPushes.of(realmId, messageIds))].flatMap(([userId, ids]) =>
      isLostBy(userId) ? removal(userId, ids) : [],
    );

  const ofMove = async ({ messageIds, lostBy, to }: EventOf<"messages_moved">) => {
    for (const [userId, ids] of await ports.shownPushes.of(realmId, messageIds))
      for (const id of ids)
        await ports.shownPushes.show(realmId, userId, { id, conversationId: to.conversation.id });
    return ofLoss(messageIds, (userId) => lostBy.includes(userId));
  };

  const of = async (event: RealmEvent): Promise<readonly PlannedPush[]> => {
    if (!concernsDevices(state, event)) return [];
    switch (event.type) {
      case "message_sent":
        return ofMessage(event);
      case "message_edited":
        return ofEdit(event);
      case "message_flags_changed":
        return ofReading(event);
      case "messages_deleted":
        return ofLoss(event.messageIds, () => true);
      case "messages_moved":
        return ofMove(event);
      case "client_device_changed":
        return registration(state, event, now);
      case "push_token_added":
        return [{ job: { kind: "introduction", userId: event.userId, token: event.token }, dueAt: now }];
      case "push_token_removed":
        return [{ job: { kind: "withdrawal", userId: event.userId, token: event.token }, dueAt: now }];
      default:
        return [];
    }
  };

  const planned: PlannedPush[] = [];
  for (const { event } of events) planned.push(...(await of(event)));
  return planned;
};

const registration = (
  state: RealmState,
  { userId, deviceId, change, forRelay }: EventOf<"client_device_changed">,
  now: number,
): readonly PlannedPush[] => {
  const { pendingTokenId: tokenId } = change;
  const service = state.pushDevices.get(userId)?.devices.find(({ id }) => id === deviceId)?.service;
  if (!forRelay || !tokenId || !service) return [];
  return [
    { job: { kind: "registration", userId, deviceId, tokenId, service, forRelay, askedAt: now }, dueAt: now },
  ];
};
