import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { ApiError } from "../../../src/application/api-error";
import { regenerateApiKey } from "../../../src/application/api-keys/regenerate-api-key";
import type { Caller } from "../../../src/application/caller";
import { createChannel } from "../../../src/application/channels/create-channel";
import { subscribe } from "../../../src/application/channels/subscribe";
import { unsubscribe } from "../../../src/application/channels/unsubscribe";
import { changeFlags } from "../../../src/application/messages/change-flags";
import { deleteTopic } from "../../../src/application/messages/delete-topic";
import { markChannelAsRead } from "../../../src/application/messages/mark-channel-as-read";
import type { InTransaction } from "../../../src/application/transaction";
import type { UnreadableRequest } from "../../../src/application/webhooks/receive-webhook";
import { receiveWebhook } from "../../../src/application/webhooks/receive-webhook";
import { newBot } from "../../../src/domain/bots/bot";
import { type ChannelDraft, defaultChannelDraft } from "../../../src/domain/channels/channel-draft";
import { systemGroupId } from "../../../src/domain/groups/system-group";
import { joining } from "../../support/application/memory-application";
import { memoryRealm, type Person } from "../../support/application/memory-realm";
import { aChannel, aMessageSent, aSubscription, aUser } from "../../support/builders/entities";
import { starredOf } from "../../support/storage/user-snapshots";

/**
 * Work of one request in several commits. Others get their turn in between, and may take away the rights that the work
 * needs: each commit judges anew.
 */
interface Sliced extends Pick<Awaited<ReturnType<typeof memoryRealm>>, "append" | "services"> {
  readonly ben: Person;
  /** The request, which takes at least two commits. */
  readonly run: (
    services: Sliced["services"],
    ben: Caller,
  ) => TaskEither<ApiError | UnreadableRequest, unknown>;
  /** Takes away what allows Ben to do it. */
  readonly loseRight: () => Promise<unknown>;
  /** How much has been done. */
  readonly done: () => Promise<number>;
}

const nobody = systemGroupId("role:nobody");
const idsFrom = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index);
const people = (ids: readonly number[]) =>
  ids.map((id) => ({ type: "user_created", user: aUser({ id, email: `person${id}@example.com` }) }) as const);

const subscribingOthers = async (): Promise<Sliced> => {
  const found = await memoryRealm({ people: { ben: "member" }, channels: { open: { of: ["ben"] } } });
  const { open, append, allow, change, state } = found;
  const principals = idsFrom(1001, 1050);
  await append(...people(principals));
  return {
    ...found,
    run: (services, ben) => subscribe(services)(ben, joining("open", { principals })),
    loseRight: async () => {
      await allow("canAddSubscribersGroup", nobody);
      await change(open, { permissions: { canAddSubscribersGroup: nobody } });
    },
    done: async () => (await state()).subscribers(open).size - 1,
  };
};

const joiningManyChannels = async (): Promise<Sliced> => {
  const found = await memoryRealm({ people: { ben: "member" } });
  const { ben, append, change, state } = found;
  const clubs = idsFrom(2001, 1050).map((id) => aChannel({ id, name: `club ${id}` }));
  await append(...clubs.map((channel) => ({ type: "channel_created", channel }) as const));
  const channels = clubs.map(({ name }) => ({ name, description: "" }));
  return {
    ...found,
    run: (services, ben) => subscribe(services)(ben, joining("", { channels })),
    loseRight: () => change(clubs.at(-1)?.id ?? 0, { privacy: "private" }),
    done: async () => (await state()).subscriptionsOf(ben.id).length,
  };
};

/** A new channel with many people, and what happens once it exists. */
const creatingAChannel =
  (
    privacy: ChannelDraft["privacy"],
    lose: (found: Awaited<ReturnType<typeof realmOfManyPeople>>, channelId: number) => Promise<unknown>,
  ) =>
  async (): Promise<Sliced> => {
    const found = await realmOfManyPeople();
    const { state, subscriberIds } = found;
    const wanted = {
      name: "new",
      description: "",
      subscriberIds,
      announce: false,
      draft: { ...defaultChannelDraft, privacy },
    };
    const newId = async () => (await state()).channelByName("new")?.id ?? 0;
    return {
      ...found,
      run: (services, ben) => createChannel(services)(ben, wanted),
      loseRight: async () => lose(found, await newId()),
      done: async () => (await state()).subscribers(await newId()).size,
    };
  };
const realmOfManyPeople = async () => {
  const found = await memoryRealm({ people: { ben: "member" } });
  const subscriberIds = idsFrom(1001, 1050);
  await found.append(...people(subscriberIds));
  return { ...found, subscriberIds };
};

const unsubscribingOthers = async (): Promise<Sliced> => {
  const found = await memoryRealm({ people: { ben: "member" }, channels: { open: { of: ["ben"] } } });
  const { ben, open, append, change, state } = found;
  const principals = idsFrom(1001, 1050);
  await append(...people(principals), {
    type: "subscribed",
    subscriptions: principals.map((id) => aSubscription(id, open)),
    firstMessageId: 1,
  });
  await change(open, {
    permissions: { canRemoveSubscribersGroup: { directMembers: [ben.id], directSubgroups: [] } },
  });
  return {
    ...found,
    run: (services, ben) => unsubscribe(services)(ben, { channelNames: ["open"], principals }),
    loseRight: () => change(open, { permissions: { canRemoveSubscribersGroup: nobody } }),
    done: async () => 1051 - (await state()).subscribers(open).size,
  };
};

/** Messages of the owner's in a private channel. */
const inClosedChannel = async (count: number) => {
  const found = await memoryRealm({
    people: { ben: "member" },
    channels: { closed: { privacy: "private", of: ["ben", "owner"] } },
  });
  const { closed, channel, append, allow } = found;
  const { conversationId } = await channel(closed);
  const conversation = { kind: "channel", id: conversationId, channelId: closed } as const;
  await append(...idsFrom(1, count).map((id) => aMessageSent({ id, conversation, topic: "t" })));
  await allow("canDeleteAnyMessageGroup", systemGroupId("role:members"));
  const leave = () => found.owner.does(unsubscribe, { channelNames: ["closed"], principals: [found.ben.id] });
  return { ...found, leave, conversation };
};

const deletingATopic = async (): Promise<Sliced> => {
  const found = await inClosedChannel(1100);
  const { closed, allow, conversation, world, realmId } = found;
  const span = {
    conversationId: conversation.id,
    topic: "t",
    scope: { kind: "channels", conversationIds: [conversation.id] },
  } as const;
  return {
    ...found,
    run: (services, ben) => deleteTopic(services)(ben, closed, "t"),
    loseRight: () => allow("canDeleteAnyMessageGroup", nobody),
    done: async () => 1100 - (await world.persistence.messages.inTopic(realmId, span, 2000)).length,
  };
};

const readingAChannel = async (): Promise<Sliced> => {
  const found = await inClosedChannel(2600);
  const { closed, leave, eventsSince, state } = found;
  const { position } = await state();
  return {
    ...found,
    run: (services, ben) => markChannelAsRead(services)(ben, closed),
    loseRight: leave,
    done: async () =>
      (await eventsSince(position)).reduce(
        (sum, event) => (event.type === "message_flags_changed" ? sum + event.messageIds.length : sum),
        0,
      ),
  };
};

const changingFlags = async (): Promise<Sliced> => {
  const found = await inClosedChannel(1100);
  const { ben, leave, world, realmId } = found;
  const messageIds = idsFrom(1, 1100);
  return {
    ...found,
    run: (services, caller) => changeFlags(services)(caller, { messageIds, op: "add", flag: "starred" }),
    loseRight: leave,
    done: async () => (await starredOf(world.persistence, realmId, ben.id)).length,
  };
};

const receivingAReport = async (): Promise<Sliced> => {
  const found = await memoryRealm({
    people: { ben: { bot: newBot("incoming_webhook", 1) } },
    channels: { open: {} },
  });
  const { open, change, eventsSince, state } = found;
  const { position } = await state();
  const notices = ["one", "two", "three"].map((content) => ({ topic: "t", content }));
  const webhook = {
    name: "test",
    label: "Test",
    displayName: "Test",
    events: null,
    options: [],
    translate: () => E.right(notices),
  };
  return {
    ...found,
    run: (services, ben) =>
      receiveWebhook({ ...services, incomingWebhooks: [webhook] })(ben, {
        integration: "test",
        document: "{}",
        header: () => undefined,
        channel: "open",
        topic: undefined,
        onlyEvents: undefined,
        excludedEvents: undefined,
        options: {},
      }),
    loseRight: () => change(open, { permissions: { canSendMessageGroup: nobody } }),
    done: async () => (await eventsSince(position)).filter(({ type }) => type === "message_sent").length,
  };
};

/** A reason why what the first commit decided holds, whatever happens meanwhile. */
type Way = Readonly<Record<string, () => Promise<Sliced>>> | string;

/** Every file of `src/application` that makes several commits for one request or in one run. */
const ways: Readonly<Record<string, Way>> = {
  "accounts/shared/deactivation.ts":
    "The first commit ends the account. Its bots and messages follow from that, and stop if the account returns.",
  "channels/mark-quiet-channels.ts": "The server's own work. Each commit looks at the channel anew.",
  "channels/shared/subscribe-in-batches.ts": {
    "subscribing others": subscribingOthers,
    "joining many channels": joiningManyChannels,
    "creating a channel that becomes private": creatingAChannel("public", ({ change }, id) =>
      change(id, { privacy: "private", permissions: { canAdministerChannelGroup: nobody } }),
    ),
    "creating a private channel": creatingAChannel("private", ({ allow }) =>
      allow("canCreatePrivateChannelGroup", nobody),
    ),
  },
  "channels/unsubscribe.ts": { "unsubscribing others": unsubscribingOthers },
  "messages/internal/mark-read-in-slices.ts":
    "The server's own work. Each commit looks anew whether the channel is archived, or the sender muted.",
  "events/extend-logs.ts": "The server's own work. Each commit does nothing if the realm has moved on.",
  "messages/change-flags.ts": { "changing the flags of many messages": changingFlags },
  "messages/mark-channel-as-read.ts": { "marking a channel as read": readingAChannel },
  "messages/rerender-messages.ts": "The server renders what it stored, for nobody in particular.",
  "realm/announce-updates.ts": "The server's own news.",
  "retention/archive-expired-messages.ts": "The server's own work. Each commit reads the period anew.",
  "retention/restore-messages.ts": "The operator's command.",
  "scheduled-messages/send-scheduled-message.ts":
    "Sends in one commit; the other one stores why it couldn't.",
  "sessions/open-session.ts":
    "The first commit logs the user in. The other ends their oldest sessions, if there are too many by then.",
  "messages/delete-topic.ts": { "deleting a topic": deletingATopic },
  "uploads/remove-orphans.ts": "The server's own work. Each commit finds them anew.",
  "webhooks/receive-webhook.ts": { "receiving a report": receivingAReport },
};

const sourceFolder = join(__dirname, "../../../src/application");

/** Calls that make a commit. */
const makesCommit = /\b(?:inTransaction|asCaller|asAdministrator|asOwner|sendMessage)(?:<[^(]*>)?\(/;
const functionName = /^(?:export )?(?:const|async function\*?|function\*?) (\w+)/;

/** Whether a module makes a commit in a loop, or in several places: itself or through a function of its own. */
const makesSeveralCommits = (source: string): boolean => {
  const lines = source
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .split("\n")
    .filter((line) => line.trim() !== "" && !/^\s*(?:import|\/\/)/.test(line));
  const makers = new Set<string>();
  const isCall = (line: string): boolean =>
    makesCommit.test(line) || [...makers].some((name) => new RegExp(`\\b${name}\\(`).test(line));
  for (let size = -1; size < makers.size; ) {
    size = makers.size;
    let inside = "";
    for (const line of lines) {
      inside = functionName.exec(line)?.[1] ?? inside;
      if (isCall(line) && inside !== "") makers.add(inside);
    }
  }
  const loops: number[] = [];
  let places = 0;
  for (const line of lines) {
    const depth = line.length - line.trimStart().length;
    // A loop's head may take several lines: its end stands as deep as its beginning.
    while (depth <= (loops.at(-1) ?? -1) && !/^\s*\)/.test(line)) loops.pop();
    if (/^\s*(?:for|while|do)\b/.test(line)) loops.push(depth);
    if (isCall(line) && loops.length > 0) return true;
    if (makesCommit.test(line)) places += 1;
  }
  return places > 1;
};

test("every file that makes several commits says how it judges them", () => {
  const files = readdirSync(sourceFolder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts"),
  );
  const several = files.filter((name) => makesSeveralCommits(readFileSync(join(sourceFolder, name), "utf8")));
  expect(several.toSorted()).toEqual(Object.keys(ways).toSorted());
});

test.each([
  ["for (const one of all) await inTransaction(by, work);", true],
  [
    "const slice = () => inTransaction(by, work);\nconst all = async () => {\n  while (await slice());\n};",
    true,
  ],
  [
    "const a = () => asCaller(inTransaction, caller, work);\nconst b = () => asOwner(inTransaction, x, y);",
    true,
  ],
  [
    "const all = async () => {\n  for (const one of all) count(one);\n  return inTransaction(by, work);\n};",
    false,
  ],
])("%j makes several commits: %s", (source, expected) => expect(makesSeveralCommits(source)).toBe(expected));

const judged = Object.values(ways).flatMap((way) => (typeof way === "string" ? [] : Object.entries(way)));

/** Runs the request, and something after its first commit. */
const runWith = async (sliced: Sliced, between: () => Promise<unknown>) => {
  const { services, ben, run } = sliced;
  let commits = 0;
  const inTransaction: InTransaction = async (by, work) => {
    const outcome = await services.inTransaction(by, work);
    commits += 1;
    if (commits === 1) await between();
    return outcome;
  };
  const answer = await run({ ...services, inTransaction }, { ...ben, apiKeyVersion: 1 })();
  return { answer, commits };
};

const losses: Readonly<Record<string, (sliced: Sliced) => Promise<unknown>>> = {
  "the right": ({ loseRight }) => loseRight(),
  "the account": ({ append, ben }) =>
    append({ type: "user_deactivated", userId: ben.id, firstMessageId: 9999 }),
  "the API key": ({ ben }) => ben.does(regenerateApiKey, "has the key"),
};

describe.each(judged)("the work of %s takes several commits", (_name, make) => {
  test("and each commit does a part", async () => {
    const sliced = await make();
    let first = 0;
    const { answer, commits } = await runWith(sliced, async () => {
      first = await sliced.done();
    });
    expect(E.isLeft(answer)).toBe(false);
    expect(commits).toBeGreaterThan(1);
    expect(first).toBeGreaterThan(0);
    expect(await sliced.done()).toBeGreaterThan(first);
  });

  test.each(Object.entries(losses))("and stops when the requesting user loses %s", async (_what, lose) => {
    const sliced = await make();
    let first = 0;
    const { answer } = await runWith(sliced, async () => {
      await lose(sliced);
      first = await sliced.done();
    });
    expect(E.isLeft(answer)).toBe(true);
    expect(await sliced.done()).toBe(first);
  });
});
