import { identifySession } from "../../../src/application/sessions/identify-session";
import { openSession } from "../../../src/application/sessions/open-session";
import { giveApp } from "../../support/application/logins";
import { memoryRealm } from "../../support/application/memory-realm";

const hour = 3_600_000;
const realm = async () => {
  const found = await memoryRealm({ people: { ann: "member" } });
  const { services, realmId, ann } = found;
  await openSession(services)(realmId, ann.id, { name: "Firefox", remoteAddress: "::1" })();
  const identify = async (token = "token-1") => {
    const outcome = await identifySession(services)(realmId, token);
    return outcome._tag === "Left" ? outcome.left.code : outcome.right.user.id;
  };
  return { ...found, identify, sessions: () => services.sessions.list(realmId, ann.id) };
};

test("a valid token identifies its user; any other token nobody", async () => {
  const { ann, identify } = await realm();
  expect(await identify()).toBe(ann.id);
  for (const token of ["token-9", "no token", ""]) expect(await identify(token)).toBe("UNAUTHORIZED");
});

test("a session ends after the organization's idle limit; use extends it", async () => {
  const { ann, identify, clock, set } = await realm();
  for (let time = 0; time < 3; time += 1) {
    clock.advance(29 * 24 * hour);
    expect(await identify()).toBe(ann.id);
  }
  await set({ sessionIdleHours: 2 });
  clock.advance(2 * hour);
  expect(await identify()).toBe(ann.id);
  clock.advance(2 * hour + 1);
  expect(await identify()).toBe("UNAUTHORIZED");
});

test("a session ends when it has lasted as long as the organization allows, however much it is used", async () => {
  const { ann, identify, clock, set } = await realm();
  await set({ sessionLifetimeHours: 12 });
  for (let time = 0; time < 12; time += 1) {
    clock.advance(hour);
    expect(await identify()).toBe(ann.id);
  }
  clock.advance(1);
  expect(await identify()).toBe("UNAUTHORIZED");
});

test("use is recorded once a minute", async () => {
  const { identify, clock, sessions } = await realm();
  const opened = clock.now();
  clock.advance(60_000);
  await identify();
  expect(await sessions()).toMatchObject([{ lastSeenAt: opened }]);
  clock.advance(1);
  await identify();
  expect(await sessions()).toMatchObject([{ lastSeenAt: clock.now() }]);
});

test("a session that was opened by the password alone ends with the first second factor", async () => {
  const { ann, identify, ...found } = await realm();
  await giveApp(found, ann);
  expect(await identify()).toBe("UNAUTHORIZED");
});

test("a deactivated realm lets nobody in", async () => {
  const { identify, append } = await realm();
  await append({ type: "realm_changed", change: { isDeactivated: true } });
  expect(await identify()).toBe("REALM_DEACTIVATED");
});
