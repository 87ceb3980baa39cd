import { derivedApiKeys } from "../src/adapters/security/api-keys";
import { KeyIndex } from "../src/application/api-keys/key-index";
import { newSubscription } from "../src/domain/channels/subscription";
import type { RealmEvent } from "../src/domain/events/event";
import { groupPermissionRules } from "../src/domain/groups/user-group";
import { apply, applyWithUndo, undoOf } from "../src/domain/state/apply";
import type { RealmState } from "../src/domain/state/realm-state";

type Say = (what: string, value: string) => void;

const fewChannels = 50;
const rounds = 7;
/** How long an event about one person may take, on an otherwise idle machine. */
const mostMicroseconds = 20;

/** Applies events one after another, again and again, as a lane does. Takes the best of several rounds, because other programs run too. */
const microsecondsEach = (state: RealmState, events: readonly RealmEvent[], times: number): number => {
  let best = Number.POSITIVE_INFINITY;
  let now = state;
  for (let round = 0; round < rounds; round += 1) {
    const began = process.hrtime.bigint();
    for (let turn = 0; turn < times; turn += 1)
      for (const event of events) now = applyWithUndo(now, event).after;
    const took = Number(process.hrtime.bigint() - began) / 1000 / (times * events.length);
    best = Math.min(best, took);
  }
  return best;
};

const kilobytes = (value: unknown): string => `${(JSON.stringify(value).length / 1024).toFixed(1)} KiB`;

/** How much CPU events take, and how much their undoing adds to the log. */
export const measureEvents = (loaded: RealmState, say: Say): void => {
  const everybody = [...loaded.users.keys()];
  const userId = everybody[Math.floor(everybody.length / 2)] ?? 0;
  const { state, channelIds, groupId, fieldId } = crowded(loaded, everybody);
  const [channelId = 0] = channelIds;
  const back = { type: "subscribed", firstMessageId: 1 } as const;
  const subscriptions = (userIds: readonly number[]) =>
    userIds.map((id) => newSubscription(id, { id: channelId, defaultPushNotifications: false }, "#76ce90"));
  const away = { type: "unsubscribed", channelIds: [channelId], firstMessageId: 1 } as const;
  const members = { type: "group_members_changed", groupId, isDeactivated: false } as const;
  const named = (fullName: string) => ({ type: "user_changed", userId, change: { fullName } }) as const;

  say(`events about one person: under ${mostMicroseconds} us, with their undo data`, "");
  for (const [what, events] of [
    ["a new name", [named("Anna"), named("Anne")]],
    [
      "leaving a channel of everybody, and joining",
      [
        { ...away, userIds: [userId] },
        { ...back, subscriptions: subscriptions([userId]) },
      ],
    ],
    [
      `deactivating a user in ${channelIds.length} channels of everybody, and reactivating`,
      [
        { type: "user_deactivated", userId, firstMessageId: 1 },
        { type: "user_reactivated", userId, firstMessageId: 1, apiKeyVersion: 2 },
      ],
    ],
    [
      "leaving a group of everybody, and joining",
      [
        { ...members, op: "remove", userIds: [userId] },
        { ...members, op: "add", userIds: [userId] },
      ],
    ],
    [
      "a new value of a profile field",
      [
        { type: "profile_values_changed", userId, values: { [fieldId]: { value: "there" } } },
        { type: "profile_values_changed", userId, values: { [fieldId]: { value: "here" } } },
      ],
    ],
  ] as const satisfies readonly (readonly [string, readonly RealmEvent[]])[]) {
    const undo = kilobytes(undoOf(state, events[0]));
    say(`  ${what}`, `${microsecondsEach(state, events, 1000).toFixed(1)} us; undo ${undo}`);
  }
  const gone = apply(state, { type: "user_deactivated", userId, firstMessageId: 1 });
  const began = process.hrtime.bigint();
  for (const id of channelIds) gone.subscribers(id);
  const took = Number(process.hrtime.bigint() - began) / 1000 / channelIds.length;
  say("  and each of their channels that is read next", `${took.toFixed(1)} us`);

  say(`events about everybody: in proportion, here to ${everybody.length} people`, "");
  for (const [what, event] of [
    ["everybody leaves a channel", { ...away, userIds: everybody }],
    ["everybody rejoins a channel", { ...back, subscriptions: subscriptions(everybody) }],
    ["everybody leaves a group", { ...members, op: "remove", userIds: everybody }],
    [
      "a profile field that everybody filled in is removed",
      {
        type: "profile_fields_set",
        fields: [],
        removedIds: [fieldId],
      },
    ],
  ] as const satisfies readonly (readonly [string, RealmEvent])[]) {
    const before = event.type === "subscribed" ? apply(state, { ...away, userIds: everybody }) : state;
    const milliseconds = oneByOne(before, event) / 1000;
    say(`  ${what}`, `${milliseconds.toFixed(1)} ms; undo ${kilobytes(undoOf(before, event))}`);
  }
};

/** Applies an event to the same state each time, because it would do nothing a second time. */
const oneByOne = (state: RealmState, event: RealmEvent): number => {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round += 1) {
    const began = process.hrtime.bigint();
    applyWithUndo(state, event);
    best = Math.min(best, Number(process.hrtime.bigint() - began) / 1000);
  }
  return best;
};

/** Puts everybody into many channels and a group, and fills in a profile field. */
const crowded = (loaded: RealmState, everybody: readonly number[]) => {
  const [channel] = loaded.channels.values();
  if (channel === undefined) throw new Error("A realm begins with channels");
  const channelIds = Array.from({ length: fewChannels }, (_, index) => 1000 + index);
  const groupId = 1000;
  const fieldId = 1;
  const permissions = Object.fromEntries(Object.keys(groupPermissionRules).map((name) => [name, 1]));
  const events: readonly RealmEvent[] = [
    ...channelIds.flatMap((id): readonly RealmEvent[] => [
      { type: "channel_created", channel: { ...channel, id, name: `crowd ${id}`, conversationId: id } },
      {
        type: "subscribed",
        firstMessageId: 1,
        subscriptions: everybody.map((userId) =>
          newSubscription(userId, { id, defaultPushNotifications: false }, "#76ce90"),
        ),
      },
    ]),
    {
      type: "group_created",
      group: {
        id: groupId,
        name: "crowd",
        description: "",
        systemName: null,
        members: everybody,
        subgroups: [],
        isDeactivated: false,
        creatorId: null,
        createdAt: null,
        permissions: permissions as never,
      },
    },
    ...everybody.map(
      (userId): RealmEvent => ({
        type: "profile_values_changed",
        userId,
        values: { [fieldId]: { value: "here and there" } },
      }),
    ),
  ];
  return { state: events.reduce(apply, loaded), channelIds, groupId, fieldId };
};

/** How long the first look-up of somebody by their key alone takes, which derives everybody's key. */
export const measureKeys = async (state: RealmState, say: Say): Promise<void> => {
  const apiKeys = derivedApiKeys("a secret of thirty-two characters or more");
  const index = new KeyIndex({ apiKeys });
  const [first] = state.users.values();
  const find = async (): Promise<number> => {
    const began = performance.now();
    await index.find(state, apiKeys.keyOf(state.realm.id, first?.id ?? 0, first?.apiKeyVersion ?? 0));
    return performance.now() - began;
  };
  const longest = await longestBlock(find);
  say(
    "finding a user by key alone: first; longest block; later",
    `${longest.took.toFixed(0)} ms; ${longest.block.toFixed(1)} ms; ${(await find()).toFixed(2)} ms`,
  );
};

const longestBlock = async (work: () => Promise<number>): Promise<{ took: number; block: number }> => {
  let isOver = false;
  let block = 0;
  const watching = (async () => {
    for (let last = performance.now(); !isOver; ) {
      await new Promise((next) => setImmediate(next));
      const now = performance.now();
      block = Math.max(block, now - last);
      last = now;
    }
  })();
  const took = await work();
  isOver = true;
  await watching;
  return { took, block };
};
