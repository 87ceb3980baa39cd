import type { Message } from "../messages/message";
import type { RealmEvent } from "./event";

const messageLength = ({ content, renderedContent, submessages }: Message): number =>
  content.length +
  renderedContent.length +
  submessages.reduce((sum, submessage) => sum + submessage.content.length, 0);

const measured = new WeakMap<RealmEvent, number>();

/** About how long an event is, in characters. It is computed for every queue that receives the event. */
export const eventLength = (event: RealmEvent): number => {
  if (event.type === "message_sent") return messageLength(event.message);
  const known = measured.get(event) ?? JSON.stringify(event).length;
  measured.set(event, known);
  return known;
};
