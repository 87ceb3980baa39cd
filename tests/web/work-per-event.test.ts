import { createStore, type Store, type StoreState } from "../../web/src/store/store";
import { widgetOf } from "../../web/src/store/widget";
import { bestNames } from "../../web/src/ui/best-of";
import type { ServerEvent } from "../../web/src/wire/event";
import type { Channel, Group, Message } from "../../web/src/wire/wire";

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);

/** An organization with `size` of everything. */
const stateWith = (size: number): StoreState =>
  ({
    people: { ownId: 1, users: new Map(upTo(size).map((id) => [id, { user_id: id }])) },
    groups: new Map([[1, { id: 1, members: upTo(size), direct_subgroup_ids: [] } as unknown as Group]]),
    channels: {
      known: new Map(upTo(size).map((id) => [id, { stream_id: id, subscriber_count: 1 } as Channel])),
      subscribed: new Map(upTo(size).map((id) => [id, { stream_id: id }])),
    },
    unread: {
      ownId: 1,
      places: new Map(
        upTo(size).map((id) => [
          `t1 ${id}`,
          { place: { kind: "topic", channelId: 1, topic: `${id}` }, ids: new Set([id]) },
        ]),
      ),
      mentions: new Set(upTo(size)),
      wildcards: new Set(upTo(size)),
      isCut: false,
    },
    starred: new Set(upTo(size)),
    mutedUsers: new Set(),
    alertWords: [],
    profileFields: [],
    invitations: 0,
    realm: {},
    settings: {},
    ...Object.fromEntries(
      ["folders", "drafts", "scheduled", "reminders", "topicPolicies", "directs", "realmEmoji"].map(
        (name) => [name, new Map()],
      ),
    ),
    statuses: new Map(upTo(size).map((id) => [id, { away: true }])),
    presences: new Map(upTo(size).map((id) => [id, {}])),
  }) as unknown as StoreState;

const messages = (size: number): readonly Message[] =>
  upTo(size).map(
    (id) =>
      ({ id, type: "stream", stream_id: 1, subject: "a", flags: [], reactions: [] }) as unknown as Message,
  );

const openedStore = async (size: number): Promise<Store> => {
  const store = createStore(stateWith(size), {
    now: () => 0,
    fetchMessages: async () => ({
      messages: messages(size),
      anchor: 1,
      found_oldest: true,
      found_newest: true,
    }),
  });
  const inChannel = store.history.list([{ operator: "channel", operand: 1 }]);
  await store.history.open(inChannel, { anchor: "newest", before: size, after: 0 });
  return store;
};

type Counted = Record<PropertyKey, (...given: unknown[]) => unknown>;

/** How many entries of lists, maps and sets are looked at. */
const workOf = (work: () => void): number => {
  const [list, map, set] = [[], new Map(), new Set()].map((one) => Object.getPrototypeOf(one) as Counted);
  let count = 0;
  const counted = (iterator: Iterator<unknown>): Iterator<unknown> & Iterable<unknown> => ({
    [Symbol.iterator]() {
      return this;
    },
    next: () => {
      count += 1;
      return iterator.next();
    },
  });
  const counting: readonly (readonly [Counted | undefined, readonly PropertyKey[], "length" | "size"])[] = [
    [list, ["includes", "indexOf", "map", "filter", "some", "find", "flatMap"], "length"],
    [map, [Symbol.iterator, "values"], "size"],
    [set, [Symbol.iterator], "size"],
  ];
  const undo = counting.flatMap(([prototype, names, size]) =>
    names.map((name) => {
      const original = prototype?.[name];
      if (prototype === undefined || original === undefined) throw new Error(String(name));
      prototype[name] = function (this: { readonly length: number }, ...given) {
        const found = original.apply(this, given);
        if (size === "size") return counted(found as Iterator<unknown>);
        count += this.length;
        return found;
      };
      return () => {
        prototype[name] = original;
      };
    }),
  );
  try {
    work();
  } finally {
    for (const one of undo) one();
  }
  return count;
};

const few = 32;
const many = 16 * few;
/** Linear work grows as much as the input, quadratic work 16 times as much. */
const mostGrowth = 40;

const channelMessage = (id: number) => ({ ...messages(1)[0], id, display_recipient: "lunch" });

test.each<readonly [string, (size: number) => readonly object[]]>([
  [
    "somebody joins many channels",
    (size) => [{ type: "subscription", op: "peer_add", stream_ids: upTo(size), user_ids: [5] }],
  ],
  [
    "the user joins many channels",
    (size) => [
      {
        type: "subscription",
        op: "add",
        subscriptions: upTo(size).map((id) => ({ stream_id: id, subscriber_count: 2 })),
      },
    ],
  ],
  [
    "many channels change",
    (size) => upTo(size).map((id) => ({ type: "stream", op: "update", stream_id: id, property: "name" })),
  ],
  [
    "many people come online",
    (size) => upTo(size).map((id) => ({ type: "presence", presences: { [id]: {} } })),
  ],
  [
    "many people change their status",
    (size) => upTo(size).map((id) => ({ type: "user_status", user_id: id, status_text: "out" })),
  ],
  [
    "many people change their name",
    (size) =>
      upTo(size).map((id) => ({ type: "realm_user", op: "update", person: { user_id: id, full_name: "x" } })),
  ],
  [
    "somebody types in many topics",
    (size) =>
      upTo(size).map((id) => ({
        type: "typing",
        op: "start",
        message_type: "stream",
        stream_id: 1,
        topic: `topic ${id}`,
        sender: { user_id: 2 },
      })),
  ],
  [
    "a topic of many messages moves",
    (size) => [
      {
        type: "update_message",
        message_id: 1,
        message_ids: upTo(size),
        stream_id: 1,
        orig_subject: "a",
        subject: "b",
        flags: [],
      },
    ],
  ],
  ["many messages are deleted", (size) => [{ type: "delete_message", message_ids: upTo(size) }]],
  [
    "many messages are starred",
    (size) =>
      upTo(size).map((id) => ({ type: "update_message_flags", op: "add", flag: "starred", messages: [id] })),
  ],
  [
    "many messages become unread",
    (size) => [
      {
        type: "update_message_flags",
        op: "remove",
        flag: "read",
        messages: upTo(size),
        message_details: Object.fromEntries(
          upTo(size).map((id) => [id, { type: "stream", stream_id: 1, topic: "a" }]),
        ),
      },
    ],
  ],
  [
    "many members leave a group",
    (size) => [{ type: "user_group", op: "remove_members", group_id: 1, user_ids: upTo(size) }],
  ],
])("when %s, a client's work grows no faster than the events it gets", async (_what, eventsOf) => {
  const workFor = async (size: number): Promise<number> => {
    const store = await openedStore(size);
    const events = eventsOf(size) as readonly ServerEvent[];
    return workOf(() => store.apply(events));
  };
  const [little, much] = [await workFor(few), await workFor(many)];
  expect(little).toBeGreaterThan(0);
  expect(much / little).toBeLessThan(mostGrowth);
});

test("when many unread messages arrive in one topic, a client copies its unread ids once", async () => {
  const workFor = async (size: number): Promise<number> => {
    const store = await openedStore(1);
    const events = upTo(size).map((id) => ({
      type: "message",
      flags: [],
      message: channelMessage(1000 + id),
    }));
    // No list shows them.
    store.history.list([{ operator: "channel", operand: 1 }]).run.value = undefined;
    return workOf(() => store.apply(events as unknown as readonly ServerEvent[]));
  };
  expect((await workFor(many)) / (await workFor(few))).toBeLessThan(mostGrowth);
});

test.each<readonly [string, string, (id: number) => object]>([
  ["votes for many options", "poll", (id: number) => ({ type: "vote", key: `canned,${id}`, vote: 1 })],
  ["new options", "poll", (id: number) => ({ type: "new_option", idx: id, option: `new ${id}` })],
  ["ticks on many tasks", "todo", (id: number) => ({ type: "strike", key: `${id},canned` })],
  ["new tasks", "todo", (id: number) => ({ type: "new_task", key: id, task: `new ${id}`, desc: "" })],
])("a message with many %s is read in time that grows with their number", (_what, type, changeOf) => {
  const workFor = (size: number): number => {
    const options = upTo(size).map((id) => `option ${id}`);
    const extra_data = { options, tasks: options.map((task) => ({ task, desc: "" })) };
    const contents = [{ widget_type: type, extra_data }, ...upTo(size).map(changeOf)];
    const submessages = contents.map((content, id) => ({
      id,
      sender_id: 2,
      msg_type: "widget",
      content: JSON.stringify(content),
    }));
    return workOf(() => widgetOf({ sender_id: 1, submessages } as unknown as Message));
  };
  expect(workFor(many) / workFor(few)).toBeLessThan(mostGrowth);
});

test("topics are suggested in time that grows with their number", () => {
  const workFor = (size: number): number => {
    const topics = upTo(size).map((id) => `topic ${id}`);
    return workOf(() => bestNames(topics, "topic", 6));
  };
  expect(workFor(many) / workFor(few)).toBeLessThan(mostGrowth);
  expect(bestNames(["b topic", "topic b", "topic a"], "topic", 2)).toEqual(["topic b", "topic a"]);
});
