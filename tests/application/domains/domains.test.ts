import { updateUser } from "../../../src/application/accounts/update-user";
import type { Caller } from "../../../src/application/caller";
import { addDomain } from "../../../src/application/domains/add-domain";
import { changeDomain } from "../../../src/application/domains/change-domain";
import { listDomains } from "../../../src/application/domains/list-domains";
import { removeDomain } from "../../../src/application/domains/remove-domain";
import { updateRealm } from "../../../src/application/realm/update-realm";
import {
  type MemoryApplication,
  memoryApplication,
  refusalOf,
  successOf,
} from "../../support/application/memory-application";
import { eventsAfter } from "../../support/storage/commits";

let world: MemoryApplication;
beforeEach(async () => {
  world = await memoryApplication();
});

const attempt = (domain: string, by: Caller = world.owner) =>
  addDomain(world.services)(by, { domain, allowSubdomains: false })();
const state = () => world.services.directory.stateOf(world.realmId);
const eventsSince = async (position: number) =>
  (await eventsAfter(world.persistence.eventLog, world.realmId, position, 100)).map(({ event }) => event);

test("every user can list the domains, oldest first", async () => {
  const [a, b] = [successOf(await attempt("a.example")), successOf(await attempt("b.example"))];
  expect(successOf(await listDomains(world.services)(await world.newMember("Ann"))())).toEqual([a, b]);
  expect(b).toEqual({ id: expect.any(Number), domain: "b.example", allowSubdomains: false });
});

test.each([
  ["", "Domain can't be empty."],
  ["localhost", "Domain must have at least one dot (.)"],
  [`${"a".repeat(252)}.com`, "Domain is too long"],
  ["example.com.", "Domain cannot start or end with a dot (.)"],
  ["a..example.com", "Consecutive '.' are not allowed."],
  ["a-.example.com", "Subdomains cannot start or end with a '-'."],
  ["a b.example.com", "Domain can only have letters, numbers, '.' and '-'s."],
])("%j is not a domain", async (domain, problem) => {
  expect(refusalOf(await attempt(domain))).toBe(`Invalid domain: ${problem}`);
  expect((await state()).domains.size).toBe(0);
});

test("a domain cannot be added twice", async () => {
  successOf(await attempt("a.example"));
  expect(refusalOf(await attempt("a.example"))).toBe(
    "The domain a.example is already a part of your organization.",
  );
});

test("an update without changes logs no event", async () => {
  const domain = successOf(await attempt("a.example"));
  const { position } = await state();
  const change = (allowSubdomains: boolean) =>
    changeDomain(world.services)(world.owner, { domain: "a.example", allowSubdomains })();
  successOf(await change(false));
  expect(await eventsSince(position)).toEqual([]);
  successOf(await change(true));
  expect(await eventsSince(position)).toEqual([
    { type: "domain_changed", domain: { ...domain, allowSubdomains: true } },
  ]);
});

test("removing the last domain lifts the restriction to allowed domains", async () => {
  for (const name of ["a.example", "b.example"]) successOf(await attempt(name));
  const restriction = {
    name: undefined,
    description: undefined,
    loginMethods: undefined,
    permissions: {},
    settings: { emailsRestrictedToDomains: true },
  };
  successOf(await updateRealm(world.services)(world.owner, restriction)());
  const restricted = async () => (await state()).realm.settings.emailsRestrictedToDomains;
  successOf(await removeDomain(world.services)(world.owner, "a.example")());
  expect(await restricted()).toBe(true);
  const { position } = await state();
  successOf(await removeDomain(world.services)(world.owner, "b.example")());
  expect(await restricted()).toBe(false);
  expect(await eventsSince(position)).toMatchObject([
    { type: "domain_removed", domain: { domain: "b.example" } },
    { type: "realm_changed", change: { settings: { emailsRestrictedToDomains: false } } },
  ]);
});

test("administrators who are not owners can only list domains", async () => {
  successOf(await attempt("a.example"));
  const ann = await world.newMember("Ann");
  const role = { fullName: undefined, role: "administrator", profile: [], newEmail: undefined } as const;
  successOf(await updateUser(world.services)(world.owner, ann.userId, role)());
  const refusals = [
    await attempt("b.example", ann),
    await changeDomain(world.services)(ann, { domain: "a.example", allowSubdomains: true })(),
    await removeDomain(world.services)(ann, "a.example")(),
  ].map(refusalOf);
  expect(new Set(refusals)).toEqual(new Set(["Must be an organization owner"]));
  expect((await state()).domains.size).toBe(1);
});

test("an unknown domain can be neither changed nor removed", async () => {
  const unknown = "No entry found for domain x.example.";
  const change = { domain: "x.example", allowSubdomains: true };
  expect(refusalOf(await changeDomain(world.services)(world.owner, change)())).toBe(unknown);
  expect(refusalOf(await removeDomain(world.services)(world.owner, "x.example")())).toBe(unknown);
});
