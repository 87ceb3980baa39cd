import type { MessageId, RealmId, UserId } from "../../../domain/ids";
import type { NewJob } from "../../../domain/jobs/job";
import type { Message } from "../../../domain/messages/message";
import { isMentionTrigger } from "../../../domain/notifications/notification-policy";
import { offlineAfterSeconds } from "../../../domain/presence/presence";
import type { PushJob } from "../../../domain/push/push-job";
import type { RealmState } from "../../../domain/state/realm-state";
import type { TopicPolicy } from "../../../domain/topics/topic-policy";
import type { User } from "../../../domain/users/user";
import type { MessageReader } from "../../ports/messages/message-reader";
import type { ShownPushes } from "../../ports/push/shown-pushes";
import type { Clock } from "../../ports/system/clock";
import type { UserDataReader } from "../../ports/users/user-data-reader";
import type { PresenceBoard } from "../../presence/presence-board";
import type { DeviceUpdate } from "../shared/device-update";
import { findUsersToNotify } from "../shared/find-notified";
import { pushJob } from "../shared/push-payload";

/** Ports for planning notifications. */
export interface PlanPorts {
  readonly messages: MessageReader;
  readonly userData: UserDataReader;
  readonly presence: PresenceBoard;
  readonly shownPushes: ShownPushes;
  readonly clock: Clock;
}

type DeviceUpdateOf<What extends DeviceUpdate["what"]> = Extract<DeviceUpdate, { what: What }>;

const removal = (userId: UserId, messageIds: readonly MessageId[], now: number): readonly NewJob[] =>
  messageIds.length === 0 ? [] : [pushJob({ kind: "removal", userId, messageIds }, now)];

/** Finds whose devices are affected by an update, and gives each user a job of their own. */
export const planPushes = (ports: PlanPorts) => {
  const { messages, userData, presence, shownPushes, clock } = ports;

  /** The users' policies for a message's topic. */
  const policiesOf = async (
    realmId: RealmId,
    { conversation, topic }: Message,
  ): Promise<ReadonlyMap<UserId, TopicPolicy>> =>
    conversation.kind === "direct"
      ? new Map()
      : userData.topicPolicies(realmId, conversation.channelId, topic);

  /**
   * Users who are present are notified immediately only if they want that. Otherwise the job waits until they leave
   * without reading.
   */
  const timed = (
    user: User,
    lastActiveAt: number,
    job: Omit<Extract<PushJob, { kind: "message" }>, "onlyIfAway" | "userId">,
  ): NewJob => {
    const now = clock.now();
    const hereUntil = lastActiveAt + offlineAfterSeconds * 1000;
    const onlyIfAway = hereUntil > now && !user.settings.enableOnlinePushNotifications;
    return pushJob({ ...job, userId: user.id, onlyIfAway }, onlyIfAway ? hereUntil : now);
  };

  const ofMessage = async (
    state: RealmState,
    update: DeviceUpdateOf<"sent"> | DeviceUpdateOf<"edited">,
  ): Promise<readonly NewJob[]> => {
    const realmId = state.realm.id;
    const { messageId, flagsByUser } = update;
    const [message] = await messages.byIds(realmId, [messageId]);
    if (message === undefined) return [];
    const policies = await policiesOf(realmId, message);
    const { conversation, senderId } = message;
    const at = update.what === "sent" ? message.sentAt : update.editedAt;
    const found = findUsersToNotify(state, { conversation, senderId, at, flagsByUser }, policies);
    // Notifies people an edit newly mentions, as if the message had arrived that way.
    const notified =
      update.what === "sent" ? found : found.filter(({ trigger }) => isMentionTrigger(trigger));
    const lastActiveAt = await presence.lastActiveAt(
      realmId,
      notified.map(({ user }) => user.id),
    );
    return notified.map(({ user, trigger }) =>
      timed(user, lastActiveAt.get(user.id) ?? 0, { kind: "message", messageId, trigger }),
    );
  };

  const ofReading = async (realmId: RealmId, { userId, ranges }: DeviceUpdateOf<"read">) => {
    const shown: number[] = [];
    for (const range of ranges) shown.push(...(await shownPushes.among(realmId, userId, range)));
    return removal(userId, shown, clock.now());
  };

  const ofLoss = async (
    realmId: RealmId,
    messageIds: readonly MessageId[],
    isLostBy: (userId: UserId) => boolean,
  ): Promise<readonly NewJob[]> =>
    [...(await shownPushes.idsByUser(realmId, messageIds))].flatMap(([userId, ids]) =>
      isLostBy(userId) ? removal(userId, ids, clock.now()) : [],
    );

  const ofMove = async (
    realmId: RealmId,
    { messageIds, conversationId, lostBy }: DeviceUpdateOf<"moved">,
  ) => {
    for (const [userId, ids] of await shownPushes.idsByUser(realmId, messageIds))
      for (const id of ids) await shownPushes.show(realmId, userId, { id, conversationId });
    return ofLoss(realmId, messageIds, (userId) => lostBy.includes(userId));
  };

  return (state: RealmState, update: DeviceUpdate): Promise<readonly NewJob[]> => {
    const realmId = state.realm.id;
    switch (update.what) {
      case "sent":
      case "edited":
        return ofMessage(state, update);
      case "read":
        return ofReading(realmId, update);
      case "deleted":
        return ofLoss(realmId, update.messageIds, () => true);
      case "moved":
        return ofMove(realmId, update);
    }
  };
};
