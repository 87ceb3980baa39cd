import { sendToAll } from "../fan-out/send-to-all";
import { call } from "../load";
import type { Person } from "../seed";
import { busyChannel, rarePhrase, rareTopic, rareWord } from "./spread-finds";
import type { World } from "./world";

/** One operation; `round` counts from 0, so that each can undo the previous one. */
export interface Operation {
  /** What must be there for each round. It isn't measured. */
  readonly prepare?: (world: World, round: number) => Promise<unknown>;
  readonly run: (world: World, round: number) => Promise<unknown>;
}

interface Found {
  readonly messages: readonly unknown[];
}

const term = (operator: string, operand: unknown, negated = false) => ({ operator, operand, negated });

const api = <A>(
  { server }: World,
  person: Person,
  method: "GET" | "POST" | "PATCH",
  path: string,
  form: Readonly<Record<string, string>>,
) => call<A>(`${server.url}/api/v1${path}`, method, person, form);

interface Page {
  readonly anchor?: string;
  readonly by?: "reader" | "outsider";
  /** The least that must be found. */
  readonly atLeast?: number;
}

const page = (
  narrowOf: (world: World) => readonly object[],
  { anchor = "newest", by = "reader", atLeast = 0 }: Page = {},
): Operation => ({
  run: async (world) => {
    const narrow = JSON.stringify(narrowOf(world));
    const form = { anchor, num_before: "50", num_after: "50", narrow };
    const { messages } = await api<Found>(world, world[by], "GET", "/messages", form);
    if (messages.length < atLeast) throw new Error(`${narrow} finds ${messages.length} messages only`);
  },
});

const search = (...terms: readonly object[]): Operation => page(() => terms);
/** A search that finds what is spread over all history. */
const finding = (...terms: readonly object[]): Operation => page(() => terms, { atLeast: 40 });

const isOp = (round: number): string => (round % 2 === 0 ? "add" : "remove");

const setFlag = (world: World, flag: string, op: string) =>
  api(world, world.reader, "POST", "/messages/flags", {
    messages: JSON.stringify(world.newest),
    op,
    flag,
  });

const flags = (flag: string): Operation => ({ run: (world, round) => setFlag(world, flag, isOp(round)) });

/** Marks a thousand messages of the busy channel as read or unread. */
const markByNarrow = (world: World, op: string) =>
  api(world, world.reader, "POST", "/messages/flags/narrow", {
    anchor: "newest",
    num_before: "1000",
    num_after: "0",
    op,
    flag: "read",
    narrow: JSON.stringify([term("channel", busyChannel)]),
  });

const withUnread = { prepare: (world: World) => markByNarrow(world, "remove") };

const hello = ({ server, reader }: World) =>
  sendToAll(server.url, reader, { topic: "some", content: "hello" });

let sent = 0;
const someMessage = {
  prepare: async (world: World) => (sent = await hello(world)),
};

/** Writes and marks. */
const changes: Readonly<Record<string, Operation>> = {
  "send a message": { run: hello },
  "edit a message": {
    ...someMessage,
    run: (world) => api(world, world.reader, "PATCH", `/messages/${sent}`, { content: "good morning" }),
  },
  "react to a message": {
    ...someMessage,
    run: (world) => api(world, world.reader, "POST", `/messages/${sent}/reactions`, { emoji_name: "tada" }),
  },
  "move a topic of 50 messages": {
    run: (world, round) =>
      api(world, world.reader, "PATCH", `/messages/${world.inTopic}`, {
        topic: `moved ${round}`,
        propagate_mode: "change_all",
        send_notification_to_new_thread: "false",
      }),
  },
  "mark 100 messages as read or unread": flags("read"),
  "mark 1,000 messages as read or unread, by narrow": {
    run: (world, round) => markByNarrow(world, isOp(round)),
  },
  "mark everything as read, of which 1,000 are unread": {
    ...withUnread,
    run: (world) => api(world, world.reader, "POST", "/mark_all_as_read", {}),
  },
  "star or unstar 100 messages": flags("starred"),
  "register, for messages and flags": {
    run: (world) =>
      api(world, world.reader, "POST", "/register", {
        event_types: JSON.stringify(["message", "update_message_flags"]),
      }),
  },
};

const link = term("has", "link");
const file = term("has", "attachment");
const image = term("has", "image");
const word = (text: string) => term("search", text);
const followed = term("is", "followed");
const channel = term("channel", busyChannel);

/** Pages of a hundred messages around an anchor. */
const pages: Readonly<Record<string, Operation>> = {
  "the newest messages": search(),
  "around the first unread message": { ...withUnread, ...page(() => [], { anchor: "first_unread" }) },
  "a channel with a fifth of all messages": search(channel),
  "a rare word": finding(word(rareWord)),
  "a word that nobody wrote": search(word("quandong")),
  "a word in all messages": finding(word("apple")),
  "a phrase of common words that few wrote": search(word(`"${rarePhrase}"`)),
  "a phrase of common words that nobody wrote": search(word('"melon lemon"')),
  "no message with a word that is in all": search(term("search", "apple", true)),
  "common links": finding(link),
  "rare files": finding(file),
  "rare images": finding(image),
  "rare reactions": finding(term("has", "reaction")),
  "links and files": finding(link, file),
  "links and images, which no message has": search(link, image),
  "files of a channel": search(channel, file),
  "files with a common word": finding(word("apple"), file),
  "files of somebody who wrote much": page(({ sender }) => [term("sender", sender.id), file], {
    atLeast: 1,
  }),
  "messages of somebody who wrote little": page(({ rareSender }) => [term("sender", rareSender.id)], {
    atLeast: 40,
  }),
  "messages without links": search(term("has", "link", true)),
  "followed topics": finding(followed),
  "files in followed topics": search(followed, file),
  "reactions in followed topics": search(followed, term("has", "reaction")),
  "resolved topics": finding(term("is", "resolved")),
  "a topic of any channel": finding(term("topic", rareTopic)),
  "starred messages": finding(term("is", "starred")),
  mentions: finding(term("is", "mentioned")),
  "unread messages": {
    ...withUnread,
    ...page(() => [term("is", "unread")], { anchor: "first_unread", atLeast: 40 }),
  },
  "unread mentions": search(term("is", "unread"), term("is", "mentioned")),
  "a word in all messages, for somebody in no busy channel": page(() => [word("apple")], {
    by: "outsider",
  }),
  "reactions, for somebody in no busy channel": page(() => [term("has", "reaction")], { by: "outsider" }),
};

export const operations: Readonly<Record<string, Operation>> = { ...changes, ...pages };
