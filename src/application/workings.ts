import { ChannelTraffic } from "./channels/channel-traffic";
import { LiveQueues } from "./events/live-queues";
import { realmLanes } from "./lanes/realm-lanes";
import { MailRoom } from "./mail/mail-room";
import { TopicLinks } from "./messages/topic-links";
import type { Ports } from "./ports/all";
import { PresenceBoard } from "./presence/presence-board";
import { RealmDirectory } from "./realm-directory";
import { KnownTopics } from "./topics/known-topics";

/** The ports, and what the application keeps in memory of its own: use cases take their parts of it. */
export const workings = (ports: Ports) => {
  const directory = new RealmDirectory({ ...ports, ...ports.following });
  const mailRoom = new MailRoom(ports);
  const liveQueues = new LiveQueues({ ...ports, directory });
  const knownTopics = new KnownTopics(ports);
  directory.follow(knownTopics);
  directory.follow(liveQueues);
  return {
    ...ports,
    directory,
    inTransaction: realmLanes({ ...ports, directory, mailPosted: () => mailRoom.ring() }),
    liveQueues,
    presence: new PresenceBoard(ports),
    knownTopics,
    mailRoom,
    topicLinks: new TopicLinks(ports),
    traffic: new ChannelTraffic(ports),
  };
};

/** What use cases may ask for. */
export type Workings = ReturnType<typeof workings>;
