import { deactivateUser } from "../../../src/application/accounts/deactivate-user";
import { reactivateUser } from "../../../src/application/accounts/reactivate-user";
import { noDeactivationActions } from "../../../src/application/accounts/shared/deactivation";
import { sendInvitations } from "../../../src/application/invitations/send-invitations";
import { addClientDevice } from "../../../src/application/push/add-client-device";
import { addPushToken } from "../../../src/application/push/add-push-token";
import { listPushDevices } from "../../../src/application/push/list-push-devices";
import {
  type MemoryApplication,
  memoryApplication,
  refusalOf,
  successOf,
} from "../../support/application/memory-application";

let world: MemoryApplication;
beforeEach(async () => {
  world = await memoryApplication();
});

const deactivate = (by: MemoryApplication["owner"], userId: number, comment?: string) =>
  deactivateUser(world.services)(by, { userId, actions: noDeactivationActions, comment })();

test("mails a comment to the user's real address", async () => {
  const ben = await world.newMember("Ben");
  successOf(await deactivate(world.owner, ben.userId, " Farewell! "));
  const letter = { kind: "deactivated", fullName: "Ben", realmName: "Example", comment: "Farewell!" };
  expect(await world.mails()).toEqual([{ to: "ben@example.com", letter }]);
});

test("mails nothing without a comment, and an empty one without the administrators' words", async () => {
  const [ben, cleo] = [await world.newMember("Ben"), await world.newMember("Cleo")];
  await deactivate(world.owner, ben.userId);
  expect(await world.mails()).toEqual([]);
  await deactivate(world.owner, cleo.userId, "");
  expect(await world.mails()).toMatchObject([{ letter: { comment: "" } }]);
});

test("a comment has at most 2000 characters", async () => {
  const ben = await world.newMember("Ben");
  expect(refusalOf(await deactivate(world.owner, ben.userId, "x".repeat(2001)))).toBe(
    "deactivation_notification_comment is too long (limit: 2000 characters)",
  );
});

test("a refusal mails nothing and changes nothing", async () => {
  const ben = await world.newMember("Ben");
  expect(refusalOf(await deactivate(ben, world.owner.userId, "Out!"))).toBe("Insufficient permission");
  expect(await world.mails()).toEqual([]);
  const state = await world.services.directory.stateOf(world.realmId);
  expect(state.users.get(world.owner.userId)?.isActive).toBe(true);
});

test("deactivating an account ends its invitations", async () => {
  const ada = await world.newMember("Ada");
  const terms = { role: "member", channelIds: [], groupIds: [], includesDefaultChannels: true } as const;
  const more = { tellsInviter: true, welcomeText: null, expiresInMinutes: null };
  successOf(
    await sendInvitations(world.services)(ada, { ...terms, ...more, addresses: "zoe@example.com" })(),
  );
  successOf(await deactivate(world.owner, ada.userId));
  const { invitations } = await world.services.directory.stateOf(world.realmId);
  expect([...invitations.values()].map(({ status }) => status)).toEqual(["revoked"]);
});

test("deactivating an account ends notifications to its devices, which register again after a reactivation", async () => {
  const ben = await world.newMember("Ben");
  const { services } = world;
  successOf(await addClientDevice(services)(ben)());
  const token = { service: "fcm", token: "android-1", appId: null, keys: null } as const;
  successOf(await addPushToken(services)(ben, token)());
  successOf(await deactivate(world.owner, ben.userId));
  successOf(await reactivateUser(services)(world.owner, ben.userId)());
  const devices = successOf(await listPushDevices(services)({ ...ben })());
  expect(devices).toEqual({ devices: [], tokens: [] });
});
