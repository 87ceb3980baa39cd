import { EncodedJson } from "../json";
import { recentTexts } from "./recent-texts";

/** One event object for a client, in JSON, and the id that acknowledges it. Queues that receive the same share one. */
export interface EncodedEvent {
  readonly id: number;
  readonly text: string;
  /** For an event that queues share: the lists that ended with it lately, the latest first. */
  readonly lists?: EventList[] | undefined;
}

/** Lists that are remembered with their last event. Clients that received earlier events at different times need different ones. */
const mostLists = 8;
/** Characters of a text that many streams write as it is: a longer one becomes bytes once for all. */
const shortText = 4 * 1024;

/** What one answer, or one write to a stream, tells a client. All clients that receive the same events share it, and its bytes. */
class EventList {
  private list: EncodedJson | undefined;
  private streamed: string | Uint8Array | undefined;

  constructor(readonly events: readonly EncodedEvent[]) {}

  /** The events as a JSON array. */
  get json(): EncodedJson {
    if (this.list === undefined) {
      let text = "";
      for (const event of this.events) text += text === "" ? event.text : `,${event.text}`;
      this.list = new EncodedJson(`[${text}]`);
    }
    return this.list;
  }

  /** The events as server-sent ones. */
  get chunk(): string | Uint8Array {
    if (this.streamed === undefined) {
      let text = "";
      for (const { id, text: json } of this.events) text += `id: ${id}\ndata: ${json}\n\n`;
      this.streamed = text.length > shortText ? Buffer.from(text) : text;
    }
    return this.streamed;
  }
}

const isSame = (events: readonly EncodedEvent[], others: readonly EncodedEvent[]): boolean => {
  if (events.length !== others.length) return false;
  for (let index = events.length - 1; index >= 0; index -= 1)
    if (events[index] !== others[index]) return false;
  return true;
};

const forget = (list: EventList): void => {
  const lists = list.events.at(-1)?.lists;
  const index = lists?.indexOf(list) ?? -1;
  if (index >= 0) lists?.splice(index, 1);
};

/** The events as one list, which others who receive them share, until newer text needs the room. */
export const listOf = (events: readonly EncodedEvent[]): EventList => {
  const lists = events.at(-1)?.lists;
  if (lists === undefined) return new EventList(events);
  for (const [index, known] of lists.entries()) {
    if (!isSame(events, known.events)) continue;
    if (index > 0) lists.unshift(...lists.splice(index, 1));
    return known;
  }
  const list = new EventList(events);
  lists.unshift(list);
  if (lists.length > mostLists) lists.pop();
  let length = 0;
  for (const { text } of events) length += text.length;
  recentTexts.keep(length, list, forget);
  return list;
};
