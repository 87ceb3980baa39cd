import { deactivateSelf } from "../../../src/application/accounts/deactivate-self";
import { deactivateUser } from "../../../src/application/accounts/deactivate-user";
import { noDeactivationActions } from "../../../src/application/accounts/shared/deactivation";
import { updateUser } from "../../../src/application/accounts/update-user";
import { sendMessage } from "../../../src/application/messages/send-message";
import type { RealmEvent } from "../../../src/domain/events/event";
import type { Role } from "../../../src/domain/users/role";
import {
  type MemoryApplication,
  memoryApplication,
  newProcess,
  refusalOf,
} from "../../support/application/memory-application";
import { aUser } from "../../support/builders/entities";
import { commitAll } from "../../support/storage/commits";

const second = 70;
const member = 72;

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
  await happens(aPerson(second, "owner"), aPerson(member, "member"));
  elsewhere = newProcess(world.outside);
});

const activeOwners = async () =>
  [...(await stateNow()).users.values()].filter(({ role, isActive }) => role === "owner" && isActive).length;

const deactivation = (userId: number) => ({ userId, actions: noDeactivationActions, comment: undefined });

describe("if two requests together would leave no owner, one is refused", () => {
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
