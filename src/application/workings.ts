import { ChannelTraffic } from "./channels/channel-traffic";
import { LiveQueues } from "./events/live-queues";
import { JobBell } from "./jobs/job-bell";
import { TopicLinks } from "./messages/topic-links";
import type { Ports } from "./ports/all";
import { PresenceBoard } from "./presence/presence-board";
import { RealmDirectory } from "./realm-directory";
import { realmLanes } from "./realm-lanes";
import { KnownTopics } from "./topics/known-topics";

/** The ports, and what the application keeps in memory of its own: use cases take their parts of it. */
export const workings = (ports: Ports) => {
  const directory = new RealmDirectory(ports.following);
  const bell = new JobBell();
  return {
    ...ports,
    directory,
    inTransaction: realmLanes({ ...ports, directory, bell }),
    liveQueues: new LiveQueues({ ...ports, directory }),
    presence: new PresenceBoard(ports),
    knownTopics: new KnownTopics({ ...ports, directory }),
    bell,
    topicLinks: new TopicLinks(ports),
    traffic: new ChannelTraffic(ports),
  };
};

/** What use cases may ask for. */
export type Workings = ReturnType<typeof workings>;
