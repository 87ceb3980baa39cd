import type { NewJob } from "../../domain/job";
import type { Message } from "../../domain/message";
import { offlineAfterSeconds } from "../../domain/presence";
import type { PushJob } from "../../domain/push-job";
import type { RealmState } from "../../domain/realm-state";
import type { TopicPolicy } from "../../domain/topic-policy";
import type { User } from "../../domain/user";
import type { Clock } from "../ports/clock";
import type { MessageReader } from "../ports/message-reader";
import type { PersonalReader } from "../ports/personal-reader";
import type { ShownPushes } from "../ports/shown-pushes";
import type { PresenceBoard } from "../presence/presence-board";
import type { DeviceNews } from "./device-news";
import { findNotified } from "./find-notified";
import { pushJob } from "./push-payload";

/** What planning reads. */
export interface PlanPorts {
  readonly messages: MessageReader;
  readonly personal: PersonalReader;
  readonly presence: PresenceBoard;
  readonly shownPushes: ShownPushes;
  readonly clock: Clock;
}

type NewsOf<What extends DeviceNews["what"]> = Extract<DeviceNews, { what: What }>;

const removal = (userId: number, messageIds: readonly number[], now: number): readonly NewJob[] =>
  messageIds.length === 0 ? [] : [pushJob({ kind: "removal", userId, messageIds }, now)];

/** Finds whose devices hear of something, and gives each user a job of their own. */
export const planPushes = (ports: PlanPorts) => {
  const { messages, personal, presence, shownPushes, clock } = ports;

  /** How people have the topic that something was said in. */
  const policiesOf = async (
    realmId: number,
    { conversation, topic }: Message,
  ): Promise<ReadonlyMap<number, TopicPolicy>> =>
    conversation.kind === "direct"
      ? new Map()
      : personal.topicPolicies(realmId, conversation.channelId, topic);

  /** Who is here is notified at once only if they want it: else once they have gone without reading. */
  const timed = async (
    realmId: number,
    user: User,
    job: Omit<Extract<PushJob, { kind: "message" }>, "onlyIfAway" | "userId">,
  ): Promise<NewJob> => {
    const now = clock.now();
    const seen = await presence.of(realmId, user.id);
    const hereUntil = (seen?.activeAt ?? 0) + offlineAfterSeconds * 1000;
    const onlyIfAway = hereUntil > now && !user.settings.enableOnlinePushNotifications;
    return pushJob({ ...job, userId: user.id, onlyIfAway }, onlyIfAway ? hereUntil : now);
  };

  const ofMessage = async (
    state: RealmState,
    news: NewsOf<"sent"> | NewsOf<"edited">,
  ): Promise<readonly NewJob[]> => {
    const realmId = state.realm.id;
    const { messageId, marks } = news;
    const [message] = await messages.byIds(realmId, [messageId]);
    if (message === undefined) return [];
    const policies = await policiesOf(realmId, message);
    const { conversation, senderId } = message;
    const at = news.what === "sent" ? message.sentAt : news.editedAt;
    const found = findNotified(state, { conversation, senderId, at, marks }, policies);
    // Notifies people an edit newly mentions, as if the message had arrived that way.
    const notified =
      news.what === "sent" ? found : found.filter(({ trigger }) => trigger.includes("mentioned"));
    return Promise.all(
      notified.map(({ user, trigger }) => timed(realmId, user, { kind: "message", messageId, trigger })),
    );
  };

  const ofReading = async (realmId: number, { userId, ranges }: NewsOf<"read">) => {
    const shown: number[] = [];
    for (const range of ranges) shown.push(...(await shownPushes.among(realmId, userId, range)));
    return removal(userId, shown, clock.now());
  };

  const ofLoss = async (
    realmId: number,
    messageIds: readonly number[],
    isLostBy: (userId: number) => boolean,
  ): Promise<readonly NewJob[]> =>
    [...(await shownPushes.of(realmId, messageIds))].flatMap(([userId, ids]) =>
      isLostBy(userId) ? removal(userId, ids, clock.now()) : [],
    );

  const ofMove = async (realmId: number, { messageIds, conversationId, lostBy }: NewsOf<"moved">) => {
    for (const [userId, ids] of await shownPushes.of(realmId, messageIds))
      for (const id of ids) await shownPushes.show(realmId, userId, { id, conversationId });
    return ofLoss(realmId, messageIds, (userId) => lostBy.includes(userId));
  };

  return (state: RealmState, news: DeviceNews): Promise<readonly NewJob[]> => {
    const realmId = state.realm.id;
    switch (news.what) {
      case "sent":
      case "edited":
        return ofMessage(state, news);
      case "read":
        return ofReading(realmId, news);
      case "deleted":
        return ofLoss(realmId, news.messageIds, () => true);
      case "moved":
        return ofMove(realmId, news);
    }
  };
};
