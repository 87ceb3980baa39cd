import type { Request } from "express";
import { RecentCallers } from "../../../../src/adapters/http/authentication/recent-callers";
import { aUser } from "../../../support/builders/entities";

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

test("a recent caller is recognized by the same credentials at the same host, and by no others", () => {
  const { recent, user } = world();
  const caller = { user: user(), realm: { id: 1 } };
  recent.remember(claiming("Basic abc"), caller);
  expect(recent.find(claiming("Basic abc"))).toBe(caller);
  expect(recent.find(claiming("Basic abd"))).toBeUndefined();
  expect(recent.find(claiming("Basic abc", "other.example.com"))).toBeUndefined();
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
  state.realm = { id: 1, isDeactivated: true };
  expect(recent.find(claiming("Basic abc"))).toBeUndefined();
});

test("changing a realm setting ends the recognition, because keys may now need a second factor", () => {
  const { state, recent, user } = world();
  recent.remember(claiming("Basic abc"), { user: user(), realm: { id: 1 } });
  state.realm = { id: 1, isDeactivated: false };
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
