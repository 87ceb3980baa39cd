import { deactivateSelf } from "../../../src/application/accounts/deactivate-self";
import { deactivateUser } from "../../../src/application/accounts/deactivate-user";
import { reactivateUser } from "../../../src/application/accounts/reactivate-user";
import { updateUser } from "../../../src/application/accounts/update-user";
import { fetchBotKey } from "../../../src/application/bots/fetch-bot-key";
import { createChannel } from "../../../src/application/channels/create-channel";
import { sendMessage } from "../../../src/application/messages/send-message";
import { newBot } from "../../../src/domain/bots/bot";
import { defaultChannelDraft } from "../../../src/domain/channels/channel-draft";
import type { RealmEvent } from "../../../src/domain/events/event";
import type { Role } from "../../../src/domain/users/role";
import {
  type MemoryApplication,
  memoryApplication,
  newProcess,
  refusalOf,
  successOf,
} from "../../support/application/memory-application";
import { aUser } from "../../support/builders/entities";
import { commitAll } from "../../support/storage/commits";

const second = 70;
const administrator = 71;
const member = 72;
const bot = 73;

let world: MemoryApplication;
/** Another process on the same storage. */
let elsewhere: MemoryApplication["services"];

const happens = async (...events: RealmEvent[]): Promise<void> => {
  const { eventStore } = world.persistence;
  await world.services.directory.catchUp(world.realmId, await commitAll(eventStore, world.realmId, events));
};
const aPerson = (id: number, role: Role): RealmEvent => ({
  type: "user_created",
  user: aUser({ id, email: `person${id}@example.com`, fullName: `Person ${id}`, role }),
});
const stateNow = () => world.services.directory.newest(world.realmId);
const as = (id: number) => world.callerOf(id);
const newRole = (role: Role) => ({ role, fullName: undefined, profile: [], newEmail: undefined });

beforeEach(async () => {
  world = await memoryApplication();
  await happens(aPerson(second, "owner"), aPerson(administrator, "administrator"), aPerson(member, "member"));
  elsewhere = newProcess(world.outside);
});

const activeOwners = async () =>
  [...(await stateNow()).users.values()].filter(({ role, isActive }) => role === "owner" && isActive).length;

const noActions = {
  deleteProfile: false,
  deletePrivateChannelMessages: false,
  deletePublicChannelMessages: false,
  deleteDirectMessages: false,
};
const deactivation = (userId: number) => ({ userId, actions: noActions as never, comment: undefined });

describe("of two requests that together would leave no owner, one is refused", () => {
  test.each<[string, () => readonly Promise<{ readonly _tag: string }>[]]>([
    [
      "owners demote each other",
      () => [
        updateUser(world.services)(as(1), second, newRole("member"))(),
        updateUser(elsewhere)(as(second), 1, newRole("member"))(),
      ],
    ],
    [
      "owners demote themselves",
      () => [
        updateUser(world.services)(as(1), 1, newRole("member"))(),
        updateUser(elsewhere)(as(second), second, newRole("member"))(),
      ],
    ],
    [
      "owners deactivate each other",
      () => [
        deactivateUser(world.services)(as(1), deactivation(second))(),
        deactivateUser(elsewhere)(as(second), deactivation(1))(),
      ],
    ],
    [
      "one owner leaves while the other is demoted",
      () => [
        deactivateSelf(world.services)(as(1))(),
        updateUser(elsewhere)(as(1), second, newRole("administrator"))(),
      ],
    ],
  ])("%s", async (_what, requests) => {
    const outcomes = await Promise.all(requests());
    expect(outcomes.map(({ _tag }) => _tag).sort()).toEqual(["Left", "Right"]);
    expect(await activeOwners()).toBe(1);
  });
});

test("a send that races with its sender's deactivation either commits first or is refused", async () => {
  const to = { kind: "channel", channel: "general", topic: "t" } as const;
  const say = (services: MemoryApplication["services"]) =>
    sendMessage(services)(as(member), { to, content: "hello", readBySender: true })();
  const [first, , late] = await Promise.all([
    say(elsewhere),
    deactivateUser(world.services)(as(1), deactivation(member))(),
    say(world.services),
  ]);
  expect(refusalOf(await say(elsewhere))).toMatch(/deactivated/);
  const sent = [first, late].filter(({ _tag }) => _tag === "Right").length;
  const { position } = await stateNow();
  expect((await world.persistence.messages.sentBy(world.realmId, member, 0, 9)).length).toBe(sent);
  await world.services.directory.catchUp(world.realmId, position);
});

describe("an account with more rights than the caller", () => {
  test("isn't reactivated by an administrator: an accomplice may know its password", async () => {
    successOf(await deactivateUser(world.services)(as(1), deactivation(second))());
    expect(refusalOf(await reactivateUser(world.services)(as(administrator), second)())).toBe(
      "Must be an organization owner",
    );
    expect((await stateNow()).users.get(second)?.isActive).toBe(false);
    successOf(await reactivateUser(world.services)(as(1), second)());
  });

  test.each<[string, number, Role]>([
    ["an owner's bot", second, "member"],
    ["a bot with the role of owner", member, "owner"],
  ])("isn't taken over by reactivating it: %s", async (_what, ownerId, role) => {
    const user = aUser({ id: bot, email: "bot@example.com", role, bot: newBot("generic", ownerId) });
    await happens({ type: "user_created", user });
    successOf(await deactivateUser(world.services)(as(1), deactivation(ownerId))());
    expect(refusalOf(await reactivateUser(world.services)(as(administrator), bot)())).toBe(
      "Insufficient permission",
    );
    expect((await stateNow()).users.get(bot)).toMatchObject({ isActive: false, bot: { ownerId } });
    expect((await fetchBotKey(world.services)(as(administrator), bot)())._tag).toBe("Left");
  });

  test("an administrator can reactivate the bot of a deactivated user and becomes its owner", async () => {
    const user = aUser({ id: bot, email: "bot@example.com", bot: newBot("generic", member) });
    await happens({ type: "user_created", user });
    successOf(await deactivateUser(world.services)(as(1), deactivation(member))());
    successOf(await reactivateUser(world.services)(as(administrator), bot)());
    expect((await stateNow()).users.get(bot)?.bot?.ownerId).toBe(administrator);
  });
});

test("concurrent requests for the same name create one channel", async () => {
  const wanted = {
    name: "plans",
    description: "",
    subscriberIds: [],
    draft: defaultChannelDraft,
    announce: false,
  };
  const outcomes = await Promise.all([
    createChannel(world.services)(as(1), wanted)(),
    createChannel(elsewhere)(as(second), { ...wanted, name: "PLANS" })(),
  ]);
  expect(outcomes.map(({ _tag }) => _tag).sort()).toEqual(["Left", "Right"]);
});
