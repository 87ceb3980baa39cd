import { logIn } from "../../../src/application/login/log-in";
import { createRealm } from "../../../src/application/realm/create-realm";
import { findRealm } from "../../../src/application/realm/find-realm";
import { aVisitor } from "../../support/application/fakes";
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

const another = { name: "Another", subdomain: "another", ownerEmail: "ada@example.com", ownerName: "Ada" };

test("a new realm has its groups, a notification bot, and two default channels with its owner as subscriber", async () => {
  const state = await world.services.directory.stateOf(world.realmId);
  expect([...state.groups.values()].map(({ name }) => name)).toContain("role:nobody");
  expect(
    [...state.users.values()].map(({ fullName, role, isSystemBot }) => [fullName, role, isSystemBot]),
  ).toEqual([
    ["Olive", "owner", false],
    ["Notification Bot", "member", true],
  ]);
  expect([...state.defaultChannels].map((id) => state.channels.get(id)?.name)).toEqual(["general", "random"]);
  expect(state.subscriptionsOf(1).map(({ isActive }) => isActive)).toEqual([true, true]);
});

test("without a password, one is generated, and the owner can log in with it", async () => {
  const { realmId, generatedPassword = "" } = successOf(await createRealm(world.services)(another)());
  const typed = { email: "ADA@example.com", password: generatedPassword, code: undefined };
  expect(successOf(await logIn(world.services)(aVisitor(realmId), typed)()).user.role).toBe("owner");
  const given = await createRealm(world.services)({
    ...another,
    subdomain: "third",
    ownerPassword: "my own",
  })();
  expect(successOf(given).generatedPassword).toBeUndefined();
});

test.each([
  ["a subdomain that is taken", { subdomain: "" }, "Subdomain '' is in use"],
  [
    "a subdomain that is none",
    { subdomain: "a.b" },
    "A subdomain has lowercase letters, digits and inner hyphens, 40 at most",
  ],
  ["no name", { name: " " }, "An organization's name must have 1 to 40 characters"],
  ["an address that is none", { ownerEmail: "ada" }, "Enter a valid email address."],
  ["a name that breaks mentions", { ownerName: "a*b" }, "Invalid characters in name!"],
])("refuses %s and creates no realm", async (_what, change, message) => {
  expect(refusalOf(await createRealm(world.services)({ ...another, ...change })())).toBe(message);
  expect(await world.persistence.registry.page(0, 9)).toHaveLength(1);
});

test("a subdomain that another node took a moment ago is refused in the same words", async () => {
  const { registry } = world.services;
  // What this node saw before the other one committed.
  const late = { ...world.services, registry: { ...registry, bySubdomain: async () => undefined } };
  expect(refusalOf(await createRealm(late)({ ...another, subdomain: "" })())).toBe("Subdomain '' is in use");
  expect(await registry.page(0, 9)).toHaveLength(1);
});

test("a request finds the realm by the first label of its host, or else the one at the server's own address", async () => {
  const { realmId } = successOf(await createRealm(world.services)(another)());
  const found = async (host: string) => successOf(await findRealm(world.services)(host)()).realm.id;
  expect(await found("another.chat.example.com")).toBe(realmId);
  expect(await found("chat.example.com")).toBe(world.realmId);
  expect(await found("127.0.0.1")).toBe(world.realmId);
});

test("a new realm is found at its subdomain at once, even if the root realm answered there a moment ago", async () => {
  const at = async () => successOf(await findRealm(world.services)("another.example.com")()).realm.id;
  expect(await at()).toBe(world.realmId);
  const { realmId } = successOf(await createRealm(world.services)(another)());
  expect(await at()).toBe(realmId);
});
