import type { Request } from "express";
import { RecentCallers } from "../../../src/adapters/http/recent-callers";
import { aUser } from "../../support/builders";

const claiming = (authorization: string, hostname = "chat.example.com") =>
  ({ headers: { authorization }, hostname }) as unknown as Request;

const world = () => {
  const state = {
    realm: { id: 1, isDeactivated: false },
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

test("whoever was known a moment ago is known by the same words at the same place, and by no others", () => {
  const { recent, user } = world();
  const caller = { user: user(), realm: { id: 1 } };
  recent.remember(claiming("Basic abc"), caller);
  expect(recent.find(claiming("Basic abc"))).toBe(caller);
  expect(recent.find(claiming("Basic abd"))).toBeUndefined();
  expect(recent.find(claiming("Basic abc", "other.example.com"))).toBeUndefined();
});

test("any change of the user, a new key among them, ends it", () => {
  const { state, recent, user } = world();
  recent.remember(claiming("Basic abc"), { user: user(), realm: { id: 1 } });
  state.users.set(5, { ...user(), apiKeyVersion: 2 });
  expect(recent.find(claiming("Basic abc"))).toBeUndefined();
});

test("the realm's deactivation ends it", () => {
  const { state, recent, user } = world();
  recent.remember(claiming("Basic abc"), { user: user(), realm: { id: 1 } });
  state.realm = { id: 1, isDeactivated: true };
  expect(recent.find(claiming("Basic abc"))).toBeUndefined();
});

test("another setting of the realm ends it: keys may need a second factor now", () => {
  const { state, recent, user } = world();
  recent.remember(claiming("Basic abc"), { user: user(), realm: { id: 1 } });
  state.realm = { id: 1, isDeactivated: false };
  expect(recent.find(claiming("Basic abc"))).toBeUndefined();
});

test("a name that another realm answers at now, or that is to be looked up again, ends it", () => {
  const { known, recent, user } = world();
  recent.remember(claiming("Basic abc"), { user: user(), realm: { id: 1 } });
  known.at = "elsewhere";
  expect(recent.find(claiming("Basic abc"))).toBeUndefined();
});

test("whoever changed while they were being checked is not remembered", () => {
  const { state, recent, user } = world();
  const caller = { user: user(), realm: { id: 1 } };
  state.users.set(5, { ...user(), apiKeyVersion: 2 });
  recent.remember(claiming("Basic abc"), caller);
  expect(recent.find(claiming("Basic abc"))).toBeUndefined();
});

test("a request that says nothing is nobody's", () => {
  const { recent, user } = world();
  const silent = { headers: {}, hostname: "chat.example.com" } as unknown as Request;
  recent.remember(silent, { user: user(), realm: { id: 1 } });
  expect(recent.find(silent)).toBeUndefined();
});
