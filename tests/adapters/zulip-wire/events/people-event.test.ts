import type { EventReader } from "../../../../src/adapters/zulip-wire/encode/event-reader";
import { userAdded } from "../../../../src/adapters/zulip-wire/events/people-event";
import { aRealmState, aUser } from "../../../support/builders/entities";

const shown = (reader: Pick<EventReader, "clientGravatar" | "realm" | "state" | "user">): unknown => {
  const { body } = userAdded(newcomer, reader as EventReader);
  const text = typeof body === "function" ? body() : body;
  return JSON.parse(String(text)).person;
};

const settings = { ...aUser().settings, emailAddressVisibility: "administrators" } as const;
const newcomer = aUser({
  id: 3,
  email: "new@example.com",
  settings,
  avatar: { ...aUser().avatar, source: "gravatar" },
});

test("an introduction that readers share shows the address to those who may see it, and to nobody else", () => {
  const [administrator, member] = [aUser({ id: 1, role: "administrator" }), aUser({ id: 2 })];
  const state = aRealmState({ users: [administrator, member, newcomer] });
  const realm = { id: 1, host: "a.test" } as EventReader["realm"];
  const to = (user: typeof member, more: Partial<EventReader> = {}) =>
    shown({ clientGravatar: false, realm, state, user, ...more });
  for (const reader of [administrator, member, administrator, newcomer])
    expect(to(reader)).toMatchObject({
      delivery_email: reader === member ? null : "new@example.com",
      email: reader === member ? "user3@a.test" : "new@example.com",
    });
  expect(to(administrator, { clientGravatar: true })).toMatchObject({ avatar_url: null });
  expect(to(administrator)).not.toMatchObject({ avatar_url: null });
  const elsewhere = { ...realm, host: "b.test" };
  expect(to(member, { realm: elsewhere })).toMatchObject({ email: "user3@b.test" });
});
