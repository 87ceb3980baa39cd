import type { Either } from "fp-ts/Either";
import { KeyIndex } from "../application/api-keys/key-index";
import { KeyUseLog } from "../application/api-keys/key-use-log";
import { ChannelTraffic } from "../application/channel-activity/channel-traffic";
import { KnownMessageSpans } from "../application/channel-activity/known-message-spans";
import { EventReads } from "../application/events/event-reads";
import { SecondLooks } from "../application/held-realms/second-looks";
import { runnableKinds } from "../application/job-kinds/job-kinds";
import { JobBell } from "../application/jobs/job-bell";
import { JobRunner } from "../application/jobs/job-runner";
import { realmLanes } from "../application/lanes/realm-lanes";
import type { SendError } from "../application/messages/send-message";
import type { Sent } from "../application/messages/shared/new-message";
import { SendsInProgress } from "../application/messages/shared/sends-in-progress";
import { ServiceFailures } from "../application/monitoring/service-failures";
import { PresenceBoard } from "../application/presence/presence-board";
import { LiveQueues } from "../application/queues/live-queues";
import { KnownRealms } from "../application/realm/known-realms";
import { KnownTopics } from "../application/topics/shared/known-topics";
import { TopicLinks } from "../application/topics/shared/topic-links";
import { TopicLists } from "../application/topics/shared/topic-lists";

type First<Constructor extends new (...args: never[]) => unknown> = ConstructorParameters<Constructor>[0];

/** The ports they are built on. */
type Ports = Omit<
  First<typeof ChannelTraffic> &
    First<typeof EventReads> &
    First<typeof JobRunner> &
    First<typeof KeyIndex> &
    First<typeof KeyUseLog> &
    First<typeof KnownMessageSpans> &
    First<typeof KnownRealms> &
    First<typeof KnownTopics> &
    First<typeof LiveQueues> &
    First<typeof PresenceBoard> &
    First<typeof SecondLooks> &
    First<typeof ServiceFailures> &
    First<typeof TopicLinks> &
    First<typeof TopicLists> &
    Parameters<typeof realmLanes>[0] &
    Parameters<typeof runnableKinds>[0],
  | "bell"
  | "eventReads"
  | "inTransaction"
  | "kinds"
  | "liveQueues"
  | "knownTopics"
  | "presence"
  | "sendsInProgress"
  | "serviceFailures"
  | "topicLinks"
  | "topicLists"
>;

/**
 * The ports, with the state that a process holds between calls: each part is created here, once, and has a
 * name, because use cases hold no state.
 */
export const statefulServices = <P extends Ports>(ports: P) => {
  const bell = new JobBell();
  const knownTopics = new KnownTopics(ports);
  const liveQueues = new LiveQueues(ports);
  const keyIndex = new KeyIndex(ports);
  const messageSpans = new KnownMessageSpans(ports);
  const topicLists = new TopicLists(ports);
  ports.directory.follow(knownTopics);
  ports.directory.follow(messageSpans);
  ports.directory.follow(topicLists);
  ports.directory.follow(liveQueues);
  ports.directory.follow(keyIndex);
  const presence = new PresenceBoard(ports);
  ports.directory.follow(presence);
  const services = {
    ...ports,
    eventReads: new EventReads({ ...ports, liveQueues }),
    inTransaction: realmLanes({ ...ports, bell, liveQueues }),
    keyIndex,
    keyUseLog: new KeyUseLog(ports),
    knownRealms: new KnownRealms(ports),
    knownTopics,
    liveQueues,
    messageSpans,
    presence,
    secondLooks: new SecondLooks(ports),
    sendsInProgress: new SendsInProgress<Either<SendError, Sent>>(),
    serviceFailures: new ServiceFailures(ports),
    topicLinks: new TopicLinks(ports),
    topicLists,
    traffic: new ChannelTraffic(ports),
  };
  const kinds = runnableKinds(services);
  return { ...services, jobRunner: new JobRunner({ ...services, bell, kinds }) };
};
