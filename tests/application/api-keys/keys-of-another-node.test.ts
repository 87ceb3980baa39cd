import { signedLinks } from "../../../src/adapters/security/temporary-links";
import { authenticate } from "../../../src/application/api-keys/authenticate";
import { authenticateByKey } from "../../../src/application/api-keys/authenticate-by-key";
import { restMilliseconds } from "../../../src/application/held-realms/second-looks";
import { logInByToken } from "../../../src/application/login/log-in-by-token";
import { logInForDevelopment } from "../../../src/application/login/log-in-for-development";
import { authenticateSession } from "../../../src/application/sessions/authenticate-session";
import { openSession } from "../../../src/application/sessions/open-session";
import { createTemporaryLink } from "../../../src/application/uploads/create-temporary-link";
import { followTemporaryLink } from "../../../src/application/uploads/follow-temporary-link";
import type { RealmEvent } from "../../../src/domain/events/event";
import { plainCodes } from "../../support/application/factor-fakes";
import { keyRealm } from "../../support/application/key-realm";
import { giveApp, visitorFrom } from "../../support/application/logins";
import { newProcess, refusalOf, successOf } from "../../support/application/memory-application";
import { plainLoginTokens } from "../../support/application/outside-fakes";
import { uploadBy } from "../../support/application/uploads";
import { aUser } from "../../support/builders/entities";

const holder = { client: "test", remoteAddress: "::1" };
const dan = aUser({ id: 99, email: "dan@example.com" });
const danJoins: RealmEvent = { type: "user_created", user: dan };

/** A second node that no bus notifies, and has seen the realm before `happen` lets events happen at the first. */
const twoNodes = async () => {
  const found = await keyRealm();
  const { realmId, world } = found;
  const other = newProcess(world.outside);
  await other.directory.stateOf(realmId);
  await authenticateByKey(other)(realmId, found.keyOf(found.ben), holder);
  const key = (userId: number, version = 1) => other.apiKeys.keyOf(realmId, userId, version);
  return { ...found, other, key };
};

const cases: Readonly<Record<string, readonly [readonly RealmEvent[], number]>> = {
  "of a new account": [[danJoins], 1],
  "that was just renewed": [
    [danJoins, { type: "user_changed", userId: 99, change: { apiKeyVersion: 2 } }],
    2,
  ],
  "of an account that was just reactivated": [
    [
      danJoins,
      { type: "user_deactivated", userId: 99, firstMessageId: 1 },
      { type: "user_reactivated", userId: 99, firstMessageId: 1, apiKeyVersion: 3 },
    ],
    3,
  ],
};

test.each(Object.entries(cases))(
  "a node knows a key %s on another node, though no bus notifies it",
  async (_, [events, version]) => {
    const { other, key, realmId, append } = await twoNodes();
    // The other node knows each state before the last event.
    for (const event of events) {
      await other.directory.newest(realmId);
      await append(event);
    }
    const entered = [
      await authenticate(other)(realmId, dan.email, key(99, version), holder),
      await authenticateByKey(other)(realmId, key(99, version), holder),
    ];
    expect(entered.map((one) => successOf(one).id)).toEqual([99, 99]);
  },
);

test("a node knows a key without an address that was just made on another node", async () => {
  const { other, key, realmId, append } = await twoNodes();
  await append(danJoins);
  expect(successOf(await authenticateByKey(other)(realmId, key(99), holder)).id).toBe(99);
});

test("a key works again as soon as another node has reactivated the organization, or stored a second factor", async () => {
  const { other, key, realmId, append, set, ben, ...found } = await twoNodes();
  const enter = () => authenticate(other)(realmId, "ben@example.com", key(ben.id), holder);
  await append({ type: "realm_changed", change: { isDeactivated: true } });
  await other.directory.newest(realmId);
  expect(refusalOf(await enter())).toBe("This organization has been deactivated");
  await append({ type: "realm_changed", change: { isDeactivated: false } });
  successOf(await enter());
  await set({ requireTwoFactors: true });
  await other.directory.newest(realmId);
  refusalOf(await enter());
  await giveApp(found, ben);
  successOf(await enter());
});

test("a session of an account that another node has just reactivated signs in", async () => {
  const { other, realmId, append, services, ben } = await twoNodes();
  await append({ type: "realm_changed", change: { isDeactivated: true } });
  await other.directory.newest(realmId);
  await append({ type: "realm_changed", change: { isDeactivated: false } });
  const opened = await openSession(services)(realmId, ben.id, { name: "Firefox", remoteAddress: "::1" })();
  expect(opened).toMatchObject({ _tag: "Right" });
  expect(successOf(await authenticateSession(other)(realmId, "token-1")).user.id).toBe(ben.id);
});

test("a program's token and a development login find an account that another node has just made", async () => {
  const visitor = async () => {
    const { other, realmId, append } = await twoNodes();
    await append(danJoins);
    return { other: { ...other, oneTimeCodes: plainCodes() }, by: visitorFrom(realmId) };
  };
  const first = await visitor();
  const ports = { ...first.other, loginTokens: plainLoginTokens() };
  expect(successOf(await logInByToken(ports)(first.by, dan.email, undefined)()).user.id).toBe(99);
  const second = await visitor();
  const open = { ...second.other, offeredLogins: ["Dev"] as const };
  expect(successOf(await logInForDevelopment(open)(second.by, dan.email, undefined)()).user.id).toBe(99);
});

test("a temporary link works on a node that doesn't know yet who made it", async () => {
  const { other, realmId, append, services, person } = await twoNodes();
  await append(danJoins);
  const links = signedLinks("a secret of thirty-two characters or more");
  const { path } = await uploadBy(person(99), "hello", "file.txt");
  const { token } = successOf(await createTemporaryLink({ ...services, links })(person(99), path)());
  successOf(await followTemporaryLink({ ...other, links })(realmId, token, "file.txt")());
});

test("guesses at keys share reads of the newest state: at most ten a second", async () => {
  const { other, key, realmId } = await twoNodes();
  const looks = jest.spyOn(other.directory, "newest");
  const guess = () => authenticate(other)(realmId, "ben@example.com", key(7, 9), holder);
  const began = performance.now();
  for (let round = 0; round < 3; round += 1)
    for (const outcome of await Promise.all(Array.from({ length: 100 }, guess)))
      expect(refusalOf(outcome)).toBe("Invalid API key");
  const rests = Math.ceil((performance.now() - began) / restMilliseconds);
  expect(looks.mock.calls.length).toBeLessThanOrEqual(rests + 1);
  looks.mockClear();
  refusalOf(await authenticate(other)(realmId, "ben@example.com", "malformed", holder));
  expect(looks).not.toHaveBeenCalled();
});
