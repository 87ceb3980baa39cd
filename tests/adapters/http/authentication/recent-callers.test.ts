import type { Request } from "express";
import { RecentCallers } from "../../../../src/adapters/http/authentication/recent-callers";
import { defaultRealmSettings } from "../../../../src/domain/realm/realm-settings";
import { aRealm, aUser } from "../../../support/builders/entities";

const claiming = (authorization: string, hostname = "chat.example.com") =>
  ({ headers: { authorization }, hostname }) as unknown as Request;

const world = () => {
  const state = {
    realm: aRealm(),
    users: new Map([[5, aUser({ id: 5 })]]),
  };
  const known = { at: "chat" };
  const recent = new RecentCallers({
    directory: { peek: () => state as never },
    knownRealms: { isKnownAt: (subdomain) => subdomain === known.at },
  });
  const user = () => state.users.get(5) ?? aUser({ id: 5 });
  return { state, recent, user, known };
};

test("a recent caller is recognized by the same credentials at the same host, and by no others", () => {
  const { recent, user } = world();
  const caller = { user: user(), realm: { id: 1 } };
  recent.remember(claiming("Basic abc"), caller);
  expect(recent.find(claiming("Basic abc"))).toBe(caller);
  expect(recent.find(claiming("Basic abd"))).toBeUndefined();
  expect(recent.find(claiming("Basic abc", "other.example.com"))).toBeUndefined();
});

test("one person who spells their credentials in many ways pushes nobody else out", () => {
  const { state, recent, user } = world();
  const ann = { user: user(), realm: { id: 1 } };
  const mallory = { user: aUser({ id: 6 }), realm: { id: 1 } };
  state.users.set(6, mallory.user);
  recent.remember(claiming("Basic ann"), ann);
  const spellings = Array.from({ length: 20_001 }, (_, index) => claiming(`Basic mallory x${index}`));
  for (const spelling of spellings) recent.remember(spelling, mallory);
  expect(recent.find(claiming("Basic ann"))).toBe(ann);
  const known = spellings.flatMap((spelling, index) => (recent.find(spelling) ? [index] : []));
  expect(known).toEqual([19_993, 19_994, 19_995, 19_996, 19_997, 19_998, 19_999, 20_000]);
});

test("nor do several hosts, and a spelling that is checked again takes no further place", () => {
  const { recent, user } = world();
  const caller = { user: user(), realm: { id: 1 } };
  const at = (host: number) => claiming("Basic abc", `chat.example${host}.com`);
  for (let times = 0; times < 3; times += 1)
    for (let host = 0; host < 8; host += 1) recent.remember(at(host), caller);
  expect([0, 7].map((host) => recent.find(at(host)))).toEqual([caller, caller]);
  recent.remember(at(8), caller);
  expect([0, 1, 8].map((host) => recent.find(at(host)))).toEqual([undefined, caller, caller]);
});

test("credentials that now belong to somebody else count as theirs", () => {
  const { state, recent, user } = world();
  const [ann, ben] = [user(), aUser({ id: 6 })].map((one) => ({ user: one, realm: { id: 1 } }));
  if (ann === undefined || ben === undefined) throw new Error("nobody");
  state.users.set(6, ben.user);
  recent.remember(claiming("Basic abc"), ann);
  recent.remember(claiming("Basic abc"), ben);
  for (let count = 0; count < 8; count += 1) recent.remember(claiming(`Basic ann${count}`), ann);
  expect(recent.find(claiming("Basic abc"))).toBe(ben);
  expect(recent.find(claiming("Basic ann0"))).toBe(ann);
});

test("any change of the user, such as a new key, ends the recognition", () => {
  const { state, recent, user } = world();
  recent.remember(claiming("Basic abc"), { user: user(), realm: { id: 1 } });
  state.users.set(5, { ...user(), apiKeyVersion: 2 });
  expect(recent.find(claiming("Basic abc"))).toBeUndefined();
});

test("deactivating the realm ends the recognition", () => {
  const { state, recent, user } = world();
  recent.remember(claiming("Basic abc"), { user: user(), realm: { id: 1 } });
  state.realm = aRealm({ isDeactivated: true });
  expect(recent.find(claiming("Basic abc"))).toBeUndefined();
});

test("a user whose realm was deactivated while they were checked isn't remembered", () => {
  const { state, recent, user } = world();
  state.realm = aRealm({ isDeactivated: true });
  recent.remember(claiming("Basic abc"), { user: user(), realm: { id: 1 } });
  expect(recent.find(claiming("Basic abc"))).toBeUndefined();
});

test("nor is one whose key has needed a second factor since then", () => {
  const { state, recent, user } = world();
  state.realm = aRealm({ settings: { ...defaultRealmSettings, requireTwoFactors: true } });
  recent.remember(claiming("Basic abc"), { user: user(), realm: { id: 1 } });
  expect(recent.find(claiming("Basic abc"))).toBeUndefined();
});

test("changing a realm setting ends the recognition, because keys may now need a second factor", () => {
  const { state, recent, user } = world();
  recent.remember(claiming("Basic abc"), { user: user(), realm: { id: 1 } });
  state.realm = aRealm();
  expect(recent.find(claiming("Basic abc"))).toBeUndefined();
});

test("a host that another realm now answers, or that must be looked up again, ends the recognition", () => {
  const { known, recent, user } = world();
  recent.remember(claiming("Basic abc"), { user: user(), realm: { id: 1 } });
  known.at = "elsewhere";
  expect(recent.find(claiming("Basic abc"))).toBeUndefined();
});

test("a user who changed while being checked isn't remembered", () => {
  const { state, recent, user } = world();
  const caller = { user: user(), realm: { id: 1 } };
  state.users.set(5, { ...user(), apiKeyVersion: 2 });
  recent.remember(claiming("Basic abc"), caller);
  expect(recent.find(claiming("Basic abc"))).toBeUndefined();
});

test("a request without credentials isn't remembered", () => {
  const { recent, user } = world();
  const silent = { headers: {}, hostname: "chat.example.com" } as unknown as Request;
  recent.remember(silent, { user: user(), realm: { id: 1 } });
  expect(recent.find(silent)).toBeUndefined();
});
