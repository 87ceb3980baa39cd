import { ChannelTraffic } from "../application/channels/channel-traffic";
import { LiveQueues } from "../application/events/live-queues";
import { JobBell } from "../application/jobs/job-bell";
import { runnableKinds } from "../application/jobs/job-kinds";
import { JobRunner } from "../application/jobs/job-runner";
import { realmLanes } from "../application/lanes/realm-lanes";
import type { Sent } from "../application/messages/send-message";
import { SendsUnderWay } from "../application/messages/sends-under-way";
import { TopicLinks } from "../application/messages/topic-links";
import { PresenceBoard } from "../application/presence/presence-board";
import { KnownRealms } from "../application/realm/known-realms";
import { KnownTopics } from "../application/topics/known-topics";
import { KeyIndex } from "../application/users/key-index";
import { KeyUseLog } from "../application/users/key-use-log";

type First<Constructor extends new (...given: never[]) => unknown> = ConstructorParameters<Constructor>[0];

/** What they are made of. */
type Ports = Omit<
  First<typeof ChannelTraffic> &
    First<typeof JobRunner> &
    First<typeof KeyIndex> &
    First<typeof KeyUseLog> &
    First<typeof KnownRealms> &
    First<typeof KnownTopics> &
    First<typeof LiveQueues> &
    First<typeof PresenceBoard> &
    First<typeof TopicLinks> &
    Parameters<typeof realmLanes>[0] &
    Parameters<typeof runnableKinds>[0],
  | "bell"
  | "inTransaction"
  | "kinds"
  | "liveQueues"
  | "knownTopics"
  | "presence"
  | "sendsUnderWay"
  | "topicLinks"
>;

/**
 * The ports, and beside them whatever a process keeps in memory between two calls: each such thing is made here,
 * once, and has a name, for use cases hold no state.
 */
export const statefulServices = <P extends Ports>(ports: P) => {
  const bell = new JobBell();
  const knownTopics = new KnownTopics(ports);
  const liveQueues = new LiveQueues(ports);
  const keyIndex = new KeyIndex(ports);
  ports.directory.follow(knownTopics);
  ports.directory.follow(liveQueues);
  ports.directory.follow(keyIndex);
  const services = {
    ...ports,
    inTransaction: realmLanes({ ...ports, bell, liveQueues }),
    keyIndex,
    keyUseLog: new KeyUseLog(ports),
    knownRealms: new KnownRealms(ports),
    knownTopics,
    liveQueues,
    presence: new PresenceBoard(ports),
    sendsUnderWay: new SendsUnderWay<Sent>(),
    topicLinks: new TopicLinks(ports),
    traffic: new ChannelTraffic(ports),
  };
  const kinds = runnableKinds(services);
  return { ...services, jobRunner: new JobRunner({ ...services, bell, kinds }) };
};
