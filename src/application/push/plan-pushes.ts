import type { LoggedEvent, RealmEvent } from "../../domain/event";
import type { Message } from "../../domain/message";
import { offlineAfterSeconds } from "../../domain/presence";
import type { PlannedPush, PushJob } from "../../domain/push-job";
import type { RealmState } from "../../domain/realm-state";
import type { TopicPolicy } from "../../domain/topic-policy";
import type { User } from "../../domain/user";
import type { Clock } from "../ports/clock";
import type { PersonalReader } from "../ports/personal-reader";
import type { ShownPushes } from "../ports/shown-pushes";
import type { PresenceBoard } from "../presence/presence-board";
import { findNotified, someHaveDevices } from "./find-notified";

interface Ports {
  readonly personal: PersonalReader;
  readonly presence: PresenceBoard;
  readonly shownPushes: ShownPushes;
  readonly clock: Clock;
}

type EventOf<Type extends RealmEvent["type"]> = Extract<RealmEvent, { type: Type }>;
type Sent = EventOf<"message_sent">;

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
      return someHaveDevices(event.message, state);
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

  /** How people have the topic that something was said in. */
  const policiesOf = async ({ conversation, topic }: Pick<Message, "conversation" | "topic">) => {
    if (conversation.kind === "direct") return new Map();
    const key = `${conversation.channelId} ${topic.toLowerCase()}`;
    const { channelId } = conversation;
    const known = topics.get(key) ?? (await ports.personal.topicPolicies(realmId, channelId, topic));
    topics.set(key, known);
    return known;
  };

  /** Who is here is notified at once only if they want it: else once they have gone without reading. */
  const timed = async (user: User, job: Omit<Extract<PushJob, { kind: "message" }>, "onlyIfAway">) => {
    const presence = await ports.presence.of(realmId, user.id);
    const hereUntil = (presence?.activeAt ?? 0) + offlineAfterSeconds * 1000;
    const onlyIfAway = hereUntil > now && !user.settings.enableOnlinePushNotifications;
    return { job: { ...job, onlyIfAway }, dueAt: onlyIfAway ? hereUntil : now };
  };

  const ofMessage = async ({ message, marks }: Sent): Promise<readonly PlannedPush[]> => {
    const { id: messageId, conversation, senderId, sentAt: at } = message;
    const found = findNotified(state, { conversation, senderId, at, marks }, await policiesOf(message));
    return Promise.all(
      found.map(({ user, trigger }) => timed(user, { kind: "message", userId: user.id, messageId, trigger })),
    );
  };

  /** Whom an edit mentions is told as if the message had come so. */
  const ofEdit = async (event: EventOf<"message_edited">): Promise<readonly PlannedPush[]> => {
    const { messageId, conversation, edit, marks } = event;
    if (conversation.kind === "direct") return [];
    const said = { conversation, senderId: undefined, at: edit.editedAt, marks };
    const found = findNotified(state, said, await policiesOf(event));
    return Promise.all(
      found
        .filter(({ trigger }) => trigger.includes("mentioned"))
        .map(({ user, trigger }) => timed(user, { kind: "message", userId: user.id, messageId, trigger })),
    );
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

  const ofMove = async ({ messageIds, lostBy, to, edited }: EventOf<"messages_moved">) => {
    for (const [userId, ids] of await ports.shownPushes.of(realmId, messageIds))
      for (const id of ids)
        await ports.shownPushes.show(realmId, userId, { id, conversationId: to.conversation.id });
    return [
      ...(await ofLoss(messageIds, (userId) => lostBy.includes(userId))),
      ...(edited ? await ofEdit({ ...edited, topic: to.topic }) : []),
    ];
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
