import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import { requestEmailChange } from "../../../src/application/accounts/request-email-change";
import type { ApiError } from "../../../src/application/api-error";
import { authenticate } from "../../../src/application/api-keys/authenticate";
import { authenticateByKey } from "../../../src/application/api-keys/authenticate-by-key";
import { endApiKeyOfUser } from "../../../src/application/api-keys/end-api-key-of-user";
import { endOwnApiKey } from "../../../src/application/api-keys/end-own-api-key";
import { fetchOwnApiKey } from "../../../src/application/api-keys/fetch-own-api-key";
import { listApiKeysOfUser } from "../../../src/application/api-keys/list-api-keys-of-user";
import { listOwnApiKeys } from "../../../src/application/api-keys/list-own-api-keys";
import { regenerateApiKey } from "../../../src/application/api-keys/regenerate-api-key";
import type { Caller } from "../../../src/application/caller";
import { sendMessage } from "../../../src/application/messages/send-message";
import { notLoggedIn } from "../../../src/domain/caller-refusals";
import { aMoment, plainApiKeys } from "../../support/application/fakes";
import { refusalOf, successOf } from "../../support/application/memory-application";
import { memoryRealm, type Person } from "../../support/application/memory-realm";
import { commitBeside } from "../../support/storage/commits";

const realm = async () => {
  const founded = await memoryRealm({
    people: {
      ada: "administrator",
      ben: "member",
      cleo: "member",
      robot: { botOf: "ben" },
      gone: { isActive: false },
    },
  });
  const { services, realmId, ben } = founded;
  await commitBeside(founded.world.persistence.eventStore, realmId, {
    secrets: [{ kind: "password", userId: ben.id, hash: "hash of right" }],
  });
  const holder = { client: "test", remoteAddress: "::1" };
  const keyOf = (who: Person, version = 1) => plainApiKeys.keyOf(realmId, who.id, version);
  return {
    ...founded,
    keyOf,
    enter: (email: string, key: string) => authenticate(services)(realmId, email, key, holder),
    enterByKey: (key: string) => authenticateByKey(services)(realmId, key, holder),
  };
};
const typed = (password: string | undefined) => ({ password, code: undefined });

test("an address and its key authenticate their user, and the case of the address doesn't matter", async () => {
  const { ben, cleo, keyOf, enter } = await realm();
  expect(successOf(await enter("BEN@example.com", keyOf(ben))).id).toBe(ben.id);
  for (const key of [keyOf(cleo), keyOf(ben, 2)])
    expect(refusalOf(await enter("ben@example.com", key))).toBe("Invalid API key");
  expect(refusalOf(await enter("nobody@example.com", keyOf(ben)))).toBe("Invalid API key");
  expect(refusalOf(await enter("ben@example.com", "short"))).toBe("Malformed API key");
});

test("a key alone authenticates its user", async () => {
  const { ben, keyOf, enterByKey } = await realm();
  expect(successOf(await enterByKey(` ${keyOf(ben)} `)).id).toBe(ben.id);
  expect(refusalOf(await enterByKey(keyOf(ben, 2)))).toBe("Invalid API key");
});

test("no key opens a deactivated account or realm", async () => {
  const { ben, gone, keyOf, enter, append } = await realm();
  expect(refusalOf(await enter("gone@example.com", keyOf(gone)))).toBe("Account is deactivated");
  await append({ type: "realm_changed", change: { isDeactivated: true } });
  expect(refusalOf(await enter("ben@example.com", keyOf(ben)))).toBe(
    "This organization has been deactivated",
  );
});

test("where second factors are required, a key without one opens nothing", async () => {
  const { ben, robot, keyOf, enter, set } = await realm();
  await set({ requireTwoFactors: true });
  expect(E.isLeft(await enter("ben@example.com", keyOf(ben)))).toBe(true);
  expect(E.isRight(await enter("robot@example.com", keyOf(robot)))).toBe(true);
});

test("the key is shown for the password, which the audit log records", async () => {
  const { ben, keyOf, world } = await realm();
  expect(await ben.isRefused(fetchOwnApiKey, typed("wrong"))).toBe("Wrong password!");
  expect(await ben.does(fetchOwnApiKey, typed("right"))).toBe(keyOf(ben));
  const filter = { kinds: ["user_api_key_shown"] };
  expect(await world.persistence.auditLog.page(ben.realmId, filter, undefined, 9)).toMatchObject([
    { target: { type: "user", id: ben.id } },
  ]);
});

test("a new key ends the old one, for its holder or for the password", async () => {
  const { ben, keyOf, enter } = await realm();
  expect(await ben.isRefused(regenerateApiKey, typed(undefined))).toBe("Enter your password again.");
  expect(await ben.does(regenerateApiKey, "has the key")).toBe(keyOf(ben, 2));
  expect(await ben.does(regenerateApiKey, typed("right"))).toBe(keyOf(ben, 3));
  expect(E.isLeft(await enter("ben@example.com", keyOf(ben, 2)))).toBe(true);
  expect(E.isRight(await enter("ben@example.com", keyOf(ben, 3)))).toBe(true);
});

test("users end their own keys, and administrators and bots' owners those of others", async () => {
  const { ada, ben, cleo, owner, robot, user } = await realm();
  await ben.does(endOwnApiKey);
  expect((await user(ben)).apiKeyVersion).toBe(2);
  await ada.does(endApiKeyOfUser, ben.id);
  expect((await user(ben)).apiKeyVersion).toBe(3);
  await ben.does(endApiKeyOfUser, robot.id);
  expect((await user(robot)).apiKeyVersion).toBe(2);
  expect(await cleo.isRefused(endApiKeyOfUser, ben.id)).toBe("Insufficient permission");
  expect(await cleo.isRefused(endApiKeyOfUser, robot.id)).toBe("Insufficient permission");
  expect(await ada.isRefused(endApiKeyOfUser, owner.id)).toBe("Insufficient permission");
});

test("the list says when a key was made and last used, by the hour and network", async () => {
  const { ada, ben, cleo, keyOf, enter, clock, services } = await realm();
  expect(await ben.does(listOwnApiKeys)).toEqual([{ madeAt: null, lastUse: undefined }]);
  clock.advance(90 * 60_000);
  await enter("ben@example.com", keyOf(ben));
  await services.keyUseLog.settle();
  const [facts] = await ada.does(listApiKeysOfUser, ben.id);
  expect(facts).toMatchObject({ madeAt: null, lastUse: { usedAt: aMoment + 60 * 60_000, client: "test" } });
  await ben.does(endOwnApiKey);
  expect(await ben.does(listOwnApiKeys)).toEqual([{ madeAt: clock.now(), lastUse: undefined }]);
  expect(await cleo.isRefused(listApiKeysOfUser, ben.id)).toBe("Insufficient permission");
});

test("a caller whose key has ended changes nothing, even at a node that didn't know yet", async () => {
  const { services, ben, cleo, eventsOf } = await realm();
  const holder: Caller = { ...ben, apiKeyVersion: 1 };
  const to = { kind: "direct", recipients: [cleo.id] } as const;
  const requests: Readonly<Record<string, TaskEither<ApiError, unknown>>> = {
    "a new key": regenerateApiKey(services)(holder, "has the key"),
    "the end of the key": endOwnApiKey(services)(holder),
    "a message": sendMessage(services)(holder, { to, content: "hello", readBySender: true }),
    "an address": requestEmailChange(services)(holder, "mallory@example.com", typed("right")),
    "a read": listOwnApiKeys(services)(holder),
  };
  await ben.does(regenerateApiKey, "has the key");
  const events = await eventsOf(async () => {
    for (const [what, request] of Object.entries(requests))
      expect([what, refusalOf(await request())]).toEqual([what, notLoggedIn.message]);
  });
  expect(events).toEqual([]);
});
