import { deactivateUser } from "../../../src/application/accounts/deactivate-user";
import { reactivateUser } from "../../../src/application/accounts/reactivate-user";
import { noDeactivationActions } from "../../../src/application/accounts/shared/deactivation";
import { fetchBotKey } from "../../../src/application/bots/fetch-bot-key";
import { newBot } from "../../../src/domain/bots/bot";
import { noDevices } from "../../../src/domain/push/push-device";
import type { Role } from "../../../src/domain/users/role";
import { memoryRealm } from "../../support/application/memory-realm";
import { aClientDevice, anInvitation, aPushToken, aUser } from "../../support/builders/entities";
import { systemGroup } from "../../support/builders/groups";

const realm = async () => {
  const found = await memoryRealm({
    people: { ada: "administrator", ben: "member", cleo: "member", bot: { botOf: "cleo" } },
  });
  const deactivate = (userId: number) =>
    found.owner.does(deactivateUser, { userId, actions: noDeactivationActions, comment: undefined });
  return { ...found, deactivate };
};

test("administrators reactivate users, whose old key stays invalid", async () => {
  const { ada, ben, cleo, user, deactivate, eventsOf } = await realm();
  await deactivate(ben.id);
  expect(await cleo.isRefused(reactivateUser, ben.id)).toBe("Insufficient permission");
  await ada.does(reactivateUser, ben.id);
  expect(await user(ben)).toMatchObject({ isActive: true, apiKeyVersion: 2 });
  expect(await eventsOf(() => ada.does(reactivateUser, ben.id))).toEqual([]);
  expect(await ada.isRefused(reactivateUser, 999)).toBe("No such user");
});

test("a user whose profile was deleted is no longer deleted", async () => {
  const { owner, ben, user } = await realm();
  const actions = { ...noDeactivationActions, deleteProfile: true };
  await owner.does(deactivateUser, { userId: ben.id, actions, comment: undefined });
  expect((await user(ben)).isDeleted).toBe(true);
  await owner.does(reactivateUser, ben.id);
  expect(await user(ben)).toMatchObject({ isActive: true, isDeleted: false });
});

test("a bot returns to its owner, unless they left: then it goes to the caller", async () => {
  const { ada, cleo, bot, user, deactivate } = await realm();
  await deactivate(cleo.id);
  await ada.does(reactivateUser, cleo.id);
  await ada.does(reactivateUser, bot.id);
  expect((await user(bot)).bot?.ownerId).toBe(cleo.id);
  await deactivate(cleo.id);
  await ada.does(reactivateUser, bot.id);
  expect((await user(bot)).bot?.ownerId).toBe(ada.id);
});

test("a bot stays deactivated if its name was taken, or if the caller may make no such bot", async () => {
  const { ada, bot, cleo, append, deactivate, allow, person } = await realm();
  await deactivate(cleo.id);
  const rival = aUser({ id: 77, fullName: "BOT", email: "b@example.com", bot: newBot("generic", 1) });
  await append({ type: "user_created", user: rival });
  expect(await ada.isRefused(reactivateUser, bot.id)).toBe("Name is already in use.");
  await append({ type: "user_deactivated", userId: 77, firstMessageId: 1 });
  await allow("canCreateBotsGroup", systemGroup.owners);
  expect(await ada.isRefused(reactivateUser, bot.id)).toBe("Insufficient permission");
  await person(1).does(reactivateUser, bot.id);
});

test("a bot's invitations end with its owner's account, and a new owner doesn't revive them", async () => {
  const { ada, cleo, bot, append, deactivate, services } = await realm();
  const statuses = async () => {
    const { invitations } = await services.directory.stateOf(ada.realmId);
    return [...invitations.values()].map(({ status }) => status);
  };
  await append({ type: "invitations_made", invitations: [anInvitation({ id: 1, inviterId: bot.id })] });
  await deactivate(cleo.id);
  expect(await statuses()).toEqual(["revoked"]);
  // As an older version left it.
  await append({ type: "invitations_made", invitations: [anInvitation({ id: 2, inviterId: bot.id })] });
  await ada.does(reactivateUser, bot.id);
  expect(await statuses()).toEqual(["revoked", "revoked"]);
});

describe("an account with more rights than the caller", () => {
  test("isn't reactivated by an administrator: an accomplice may know its password", async () => {
    const { owner, ada, ben, user, append, deactivate } = await realm();
    await append({ type: "role_changed", userId: ben.id, from: "member", to: "owner" });
    await deactivate(ben.id);
    expect(await ada.isRefused(reactivateUser, ben.id)).toBe("Must be an organization owner");
    expect((await user(ben)).isActive).toBe(false);
    await owner.does(reactivateUser, ben.id);
  });

  test.each<[string, "owner" | "member", Role]>([
    ["an owner's bot", "owner", "member"],
    ["a bot with the role of owner", "member", "owner"],
  ])("isn't taken over by reactivating it: %s", async (_what, ownersRole, role) => {
    const { ada, ben, bot, user, append, deactivate } = await realm();
    await append(
      { type: "role_changed", userId: ben.id, from: "member", to: ownersRole },
      {
        type: "user_created",
        user: aUser({ id: 73, email: "b@example.com", role, bot: newBot("generic", ben.id) }),
      },
    );
    await deactivate(ben.id);
    const stranger = { ...bot, userId: 73 };
    expect(await ada.isRefused(reactivateUser, 73)).toBe("Insufficient permission");
    expect(await user(stranger)).toMatchObject({ isActive: false, bot: { ownerId: ben.id } });
    await ada.isRefused(fetchBotKey, 73);
  });
});

test("devices that an older version kept at the deactivation end with the reactivation", async () => {
  const { ada, ben, append, state } = await realm();
  await append(
    { type: "client_device_added", userId: ben.id, device: aClientDevice() },
    { type: "push_token_added", userId: ben.id, token: aPushToken() },
    { type: "user_deactivated", userId: ben.id, firstMessageId: 1 },
  );
  await ada.does(reactivateUser, ben.id);
  expect((await state()).pushDevices.get(ben.id) ?? noDevices).toEqual(noDevices);
});
