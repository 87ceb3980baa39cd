import { ChannelTraffic } from "../application/channels/channel-traffic";
import { LiveQueues } from "../application/events/live-queues";
import { realmLanes } from "../application/lanes/realm-lanes";
import { MailRoom } from "../application/mail/mail-room";
import { type Sent, sendMessage } from "../application/messages/send-message";
import { SendsUnderWay } from "../application/messages/sends-under-way";
import { TopicLinks } from "../application/messages/topic-links";
import { PresenceBoard } from "../application/presence/presence-board";
import { PushOffice } from "../application/push/push-office";
import { KnownRealms } from "../application/realm/known-realms";
import type { Needs } from "../application/together";
import { KnownTopics } from "../application/topics/known-topics";
import { KeyIndex } from "../application/users/key-index";
import { answerAsBot } from "../application/webhooks/answer-as-bot";
import { BotCourier } from "../application/webhooks/bot-courier";

type First<Constructor extends new (...given: never[]) => unknown> = ConstructorParameters<Constructor>[0];

/** What they are made of. */
type Ports = Omit<
  First<typeof BotCourier> &
    First<typeof ChannelTraffic> &
    First<typeof KeyIndex> &
    First<typeof KnownRealms> &
    First<typeof KnownTopics> &
    First<typeof LiveQueues> &
    First<typeof MailRoom> &
    First<typeof PresenceBoard> &
    First<typeof PushOffice> &
    First<typeof TopicLinks> &
    Needs<typeof sendMessage> &
    Parameters<typeof realmLanes>[0],
  "inTransaction" | "knownTopics" | "mailPosted" | "presence" | "sendsUnderWay" | "topicLinks"
>;

/**
 * The ports, and beside them whatever a process keeps in memory between two calls: each such thing is made here,
 * once, and has a name, for use cases hold no state.
 */
export const statefulServices = <P extends Ports>(ports: P) => {
  const mailRoom = new MailRoom(ports);
  const knownTopics = new KnownTopics(ports);
  const liveQueues = new LiveQueues(ports);
  ports.directory.follow(knownTopics);
  ports.directory.follow(liveQueues);
  const services = {
    ...ports,
    inTransaction: realmLanes({ ...ports, mailPosted: () => mailRoom.ring() }),
    keyIndex: new KeyIndex(ports),
    knownRealms: new KnownRealms(ports),
    knownTopics,
    liveQueues,
    mailRoom,
    presence: new PresenceBoard(ports),
    sendsUnderWay: new SendsUnderWay<Sent>(),
    topicLinks: new TopicLinks(ports),
    traffic: new ChannelTraffic(ports),
  };
  return {
    ...services,
    botCourier: new BotCourier(services, answerAsBot(sendMessage(services))),
    pushOffice: new PushOffice(services),
  };
};
