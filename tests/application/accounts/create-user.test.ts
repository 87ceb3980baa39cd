import { createUser } from "../../../src/application/accounts/create-user";
import { memoryRealm } from "../../support/application/memory-realm";

const nina = { email: " nina@example.com ", fullName: " Nina ", password: "seven blue elephants" };
const realm = () => memoryRealm({ people: { ada: "administrator", ben: "member" } });

test("administrators create a member in the default channels, who may log in", async () => {
  const { ada, state, services, realmId, user, person } = await realm();
  const id = await ada.does(createUser, nina);
  expect(await user(person(id))).toMatchObject({
    email: "nina@example.com",
    fullName: "Nina",
    role: "member",
    isActive: true,
  });
  const subscribed = (await state()).subscriptionsOf(id).map(({ channelId }) => channelId);
  const channels = [...(await state()).channels.values()];
  expect(channels.filter((one) => subscribed.includes(one.id)).map(({ name }) => name)).toEqual([
    "general",
    "random",
  ]);
  expect(await services.credentials.passwordHash(realmId, id)).toBe("hash of seven blue elephants");
});

test("members can't create users", async () => {
  const { ben, eventsOf } = await realm();
  const events = await eventsOf(async () => {
    expect(await ben.isRefused(createUser, nina)).toBe("Must be an organization administrator");
  });
  expect(events).toEqual([]);
});

test.each<[string, Partial<typeof nina>, string]>([
  ["a taken address", { email: "BEN@example.com" }, "Email 'BEN@example.com' already in use"],
  ["no address", { email: "nobody" }, "Enter a valid email address."],
  ["no name", { fullName: "  " }, "Name too short!"],
  ["a long name", { fullName: "n".repeat(101) }, "Name too long!"],
  ["a name that breaks mentions", { fullName: "**bold**" }, "Invalid characters in name!"],
  ["a password that is easy to guess", { password: "password" }, "The password is too weak."],
])("nobody is created with %s", async (_what, more, message) => {
  const { ada, eventsOf } = await realm();
  const events = await eventsOf(async () => {
    expect(await ada.isRefused(createUser, { ...nina, ...more })).toBe(message);
  });
  expect(events).toEqual([]);
});

test("addresses outside of the realm's domains are refused, and taken names where they must be unique", async () => {
  const { ada, set } = await realm();
  await set({ requireUniqueNames: true });
  expect(await ada.isRefused(createUser, { ...nina, fullName: "BEN" })).toBe(
    "Unique names required in this organization.",
  );
  await set({ emailsRestrictedToDomains: true });
  expect(await ada.isRefused(createUser, nina)).toBe(
    "Email 'nina@example.com' not allowed in this organization",
  );
});
