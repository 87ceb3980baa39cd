import { type UserUpdate, updateUser } from "../../../src/application/accounts/update-user";
import { memoryRealm } from "../../support/application/memory-realm";

const none: UserUpdate = { fullName: undefined, role: undefined, profile: [], newEmail: undefined };
const realm = () =>
  memoryRealm({
    people: {
      ada: "administrator",
      ben: "member",
      cleo: "member",
      gus: "guest",
      bot: { botOf: "ben" },
    },
  });

test("administrators can rename anyone by id or address; bot owners can rename their bots", async () => {
  const { ada, ben, cleo, bot, user } = await realm();
  await ada.does(updateUser, ben.id, { ...none, fullName: " Benjamin " });
  await ada.does(updateUser, "cleo@example.com", { ...none, fullName: "Cleopatra" });
  await ben.does(updateUser, bot.id, { ...none, fullName: "Benbot" });
  expect([await user(ben), await user(cleo), await user(bot)]).toMatchObject([
    { fullName: "Benjamin" },
    { fullName: "Cleopatra" },
    { fullName: "Benbot" },
  ]);
  expect(await cleo.isRefused(updateUser, bot.id, { ...none, fullName: "x" })).toBe(
    "Insufficient permission",
  );
  expect(await ben.isRefused(updateUser, cleo.id, { ...none, fullName: "x" })).toBe(
    "Insufficient permission",
  );
  expect(await ada.isRefused(updateUser, 999, none)).toBe("No such user");
});

test("an unchanged value or an empty name changes nothing", async () => {
  const { ada, ben, eventsOf } = await realm();
  const events = await eventsOf(async () => {
    await ada.does(updateUser, ben.id, {
      ...none,
      fullName: "Ben",
      role: "member",
      newEmail: { address: "BEN@example.com", confirmation: "has the key" },
    });
    await ada.does(updateUser, ben.id, { ...none, fullName: "  " });
  });
  expect(events).toEqual([]);
});

test("only owners can promote and demote owners, and the only owner can't be demoted", async () => {
  const { owner, ada, ben, user } = await realm();
  const role = (one: UserUpdate["role"]): UserUpdate => ({ ...none, role: one });
  expect(await ada.isRefused(updateUser, ben.id, role("owner"))).toBe("Must be an organization owner");
  expect(await ada.isRefused(updateUser, owner.id, role("member"))).toBe("Must be an organization owner");
  expect(await owner.isRefused(updateUser, owner.id, role("member"))).toBe(
    "The owner permission cannot be removed from the only organization owner.",
  );
  await owner.does(updateUser, ben.id, role("owner"));
  await owner.does(updateUser, owner.id, role("member"));
  expect([(await user(owner)).role, (await user(ben)).role]).toEqual(["member", "owner"]);
});

test("owners of bots can't change their bots' roles, and guests can't become administrators", async () => {
  const { ada, ben, bot, gus } = await realm();
  expect(await ben.isRefused(updateUser, bot.id, { ...none, role: "guest" })).toBe(
    "Must be an organization administrator",
  );
  expect(await ada.isRefused(updateUser, gus.id, { ...none, role: "administrator" })).toBe(
    "Guests cannot be organization administrators",
  );
});

test("bots lose rights before their owner does, and get none back", async () => {
  const { ada, ben, bot, user, eventsOf } = await realm();
  const events = await eventsOf(() => ada.does(updateUser, ben.id, { ...none, role: "guest" }));
  expect(events.slice(0, 2)).toMatchObject([
    { type: "role_changed", userId: bot.id, from: "member", to: "guest" },
    { type: "role_changed", userId: ben.id, from: "member", to: "guest" },
  ]);
  await ada.does(updateUser, ben.id, { ...none, role: "member" });
  expect((await user(bot)).role).toBe("guest");
});

test("a user who becomes a guest still sees the people in their direct conversations", async () => {
  const { ada, ben, cleo, eventsOf } = await realm();
  await cleo.writes([ben]);
  expect(await eventsOf(() => ada.does(updateUser, ben.id, { ...none, role: "guest" }))).toContainEqual({
    type: "role_changed",
    userId: ben.id,
    from: "member",
    to: "guest",
    acquaintances: expect.arrayContaining([cleo.id]),
  });
});

test("only owners with the operator's permission can change addresses", async () => {
  const { owner, ada, ben, append, user, mails } = await realm();
  const to = (address: string): UserUpdate => ({
    ...none,
    newEmail: { address, confirmation: "has the key" },
  });
  expect(await ada.isRefused(updateUser, ben.id, to("b@example.com"))).toBe("Must be an organization owner");
  expect(await owner.isRefused(updateUser, ben.id, to("b@example.com"))).toBe(
    "User not authorized to change user emails",
  );
  await append({ type: "user_changed", userId: owner.id, change: { canChangeUserEmails: true } });
  expect(await owner.isRefused(updateUser, ben.id, to("b"))).toBe("Enter a valid email address.");
  expect(await owner.isRefused(updateUser, ben.id, to("ADA@example.com"))).toBe(
    "Email 'ADA@example.com' already in use",
  );
  await owner.does(updateUser, ben.id, to("b@example.com"));
  expect((await user(ben)).email).toBe("b@example.com");
  expect((await mails()).filter(({ letter }) => letter.kind === "address_changed")).toMatchObject([
    { to: "ben@example.com", letter: { newEmail: "b@example.com" } },
  ]);
});

test("an open browser changes no address without the password, not even its user's own", async () => {
  const { owner, ben, append, user } = await realm();
  await append({ type: "user_changed", userId: owner.id, change: { canChangeUserEmails: true } });
  const to = (password: string | undefined): UserUpdate => ({
    ...none,
    newEmail: { address: "evil@example.com", confirmation: { password, code: undefined } },
  });
  for (const { id } of [owner, ben]) {
    expect(await owner.isRefused(updateUser, id, to(undefined))).toBe("Enter your password again.");
    expect(await owner.isRefused(updateUser, id, to("a guess"))).toBe("Wrong password!");
  }
  expect([(await user(owner)).email, (await user(ben)).email]).toEqual([
    "owner@example.com",
    "ben@example.com",
  ]);
});

test("changes all fields or none", async () => {
  const { ada, ben, eventsOf } = await realm();
  const events = await eventsOf(async () => {
    await ada.isRefused(updateUser, ben.id, { ...none, fullName: "New", role: "owner" });
    await ada.isRefused(updateUser, ben.id, { ...none, role: "guest", fullName: "**" });
    await ada.isRefused(updateUser, ben.id, { ...none, role: "guest", profile: [{ id: 99, value: "x" }] });
  });
  expect(events).toEqual([]);
});
