import { plainDraft } from "../../src/application/channels/make-channels";
import { subscribe } from "../../src/application/channels/subscribe";
import { sendMessage } from "../../src/application/messages/send-message";
import { updateRealm } from "../../src/application/realm/update-realm";
import { archiveExpired as archive } from "../../src/application/retention/archive-expired";
import { restoreMessages } from "../../src/application/retention/restore-messages";
import { eventsAfter } from "../support/foundations";
import {
  joining,
  type MemoryApplication,
  memoryApplication,
  refusalOf,
  successOf,
} from "../support/memory-application";

const day = 86_400_000;
let world: MemoryApplication;

beforeEach(async () => {
  world = await memoryApplication();
  const { services, owner } = world;
  await updateRealm(services)(owner, {
    name: undefined,
    description: undefined,
    loginMethods: undefined,
    permissions: {},
    settings: { sendChannelEventsMessages: false },
  })();
  const draft = { ...plainDraft, messageRetentionDays: 10 };
  successOf(await subscribe(services)(owner, joining("short", { draft }))());
});

const say = async (channel: string, content: string): Promise<number> =>
  successOf(
    await sendMessage(world.services)(world.owner, {
      to: { kind: "channel", channel, topic: "t" },
      content,
      readBySender: true,
    })(),
  ).id;
const write = async (content: string): Promise<number> =>
  successOf(
    await sendMessage(world.services)(world.owner, {
      to: { kind: "direct", recipients: [world.owner.userId] },
      content,
      readBySender: true,
    })(),
  ).id;
const setRealmDays = async (messageRetentionDays: number) =>
  successOf(
    await updateRealm(world.services)(world.owner, {
      name: undefined,
      description: undefined,
      loginMethods: undefined,
      permissions: {},
      settings: { messageRetentionDays },
    })(),
  );
const present = async (...ids: number[]): Promise<readonly number[]> =>
  (await world.persistence.messages.byIds(world.realmId, ids)).map(({ id }) => id);
const archiveExpired = () => archive(world.services)();
const restore = (channelName?: string) =>
  restoreMessages(world.services)(world.realmId, { deletedSince: 0, channelName })();

test("messages go when their channel's time is over, and not before", async () => {
  const kept = await say("general", "kept");
  const old = await say("short", "old");
  world.clock.advance(5 * day);
  const young = await say("short", "young");
  world.clock.advance(5 * day);
  await archiveExpired();
  expect(await present(kept, old, young)).toEqual([kept, old, young]);
  world.clock.advance(1000);
  await archiveExpired();
  expect(await present(kept, old, young)).toEqual([kept, young]);
});

test("the realm's time is that of channels without one, and of direct messages", async () => {
  const ids = [await say("general", "a"), await write("b"), await say("short", "c")];
  await setRealmDays(20);
  world.clock.advance(15 * day);
  await archiveExpired();
  expect(await present(...ids)).toEqual(ids.slice(0, 2));
  world.clock.advance(6 * day);
  await archiveExpired();
  expect(await present(...ids)).toEqual([]);
});

test("clients hear of it", async () => {
  const old = await say("short", "old");
  const { position } = await world.services.directory.of(world.realmId);
  world.clock.advance(11 * day);
  await archiveExpired();
  const events = await eventsAfter(world.persistence.eventLog, world.realmId, position, 9);
  expect(events.map(({ event }) => event)).toMatchObject([
    { type: "messages_deleted", topic: "t", messageIds: [old], deletedAt: world.clock.now() },
  ]);
});

test("more than a batch goes in one run", async () => {
  const all = await Promise.all(Array.from({ length: 1100 }, (_, index) => say("short", `m${index}`)));
  world.clock.advance(11 * day);
  await archiveExpired();
  expect(await present(...all)).toEqual([]);
});

test("a run that is told to stop does no more", async () => {
  const old = await say("short", "old");
  world.clock.advance(11 * day);
  await archive(world.services)(AbortSignal.abort());
  expect(await present(old)).toEqual([old]);
});

test("what was archived comes back on request, of one channel or all", async () => {
  const [one, two] = [await say("short", "one"), await say("general", "two")];
  await setRealmDays(10);
  world.clock.advance(11 * day);
  await archiveExpired();
  expect(successOf(await restore("general"))).toBe(1);
  expect(await present(one, two)).toEqual([two]);
  expect(successOf(await restore())).toBe(1);
  expect(await present(one, two)).toEqual([one, two]);
  expect(refusalOf(await restore("nowhere"))).toBe("Channel 'nowhere' does not exist");
});

test("after the archive's time it is gone for good", async () => {
  const old = await say("short", "old");
  world.clock.advance(11 * day);
  await archiveExpired();
  world.clock.advance(30 * day);
  await archiveExpired();
  expect(await world.persistence.archive.deletedSince(world.realmId, 0, undefined, 9)).toEqual([old]);
  world.clock.advance(1);
  await archiveExpired();
  expect(successOf(await restore())).toBe(0);
});
