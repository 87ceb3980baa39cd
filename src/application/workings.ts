import { ChannelTraffic } from "./channels/channel-traffic";
import { LiveQueues } from "./events/live-queues";
import { MailRoom } from "./mail/mail-room";
import { TopicLinks } from "./messages/topic-links";
import type { Ports } from "./ports/all";
import { PresenceBoard } from "./presence/presence-board";
import { RealmDirectory } from "./realm-directory";
import { realmLanes } from "./realm-lanes";
import { KnownTopics } from "./topics/known-topics";

/** The ports, and what the application keeps in memory of its own: use cases take their parts of it. */
export const workings = (ports: Ports) => {
  const directory = new RealmDirectory(ports.following);
  const mailRoom = new MailRoom(ports);
  return {
    ...ports,
    directory,
    inTransaction: realmLanes({ ...ports, directory, mailPosted: () => mailRoom.ring() }),
    liveQueues: new LiveQueues({ ...ports, directory }),
    presence: new PresenceBoard(ports),
    knownTopics: new KnownTopics({ ...ports, directory }),
    mailRoom,
    topicLinks: new TopicLinks(ports),
    traffic: new ChannelTraffic(ports),
  };
};

/** What use cases may ask for. */
export type Workings = ReturnType<typeof workings>;
