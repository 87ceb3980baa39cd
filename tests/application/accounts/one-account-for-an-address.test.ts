import { createUser } from "../../../src/application/accounts/create-user";
import { updateUser } from "../../../src/application/accounts/update-user";
import { memoryRealm } from "../../support/application/memory-realm";

const newUser = { fullName: "Kim", password: "a long enough password" };
const realm = async () => {
  const world = await memoryRealm({ people: { ben: "member" } });
  const { owner, append } = world;
  await append({
    type: "user_changed",
    userId: owner.id,
    change: { canChangeUserEmails: true },
  });
  const give = (address: string) => ({
    fullName: undefined,
    role: undefined,
    profile: [],
    newEmail: { address, confirmation: "has the key" as const },
  });
  return { ...world, give };
};

test("one account for an address: no second one may fold to it", async () => {
  const { owner, ben, give } = await realm();
  await owner.does(createUser, { ...newUser, email: "kim@example.com" });
  for (const email of ["KIM@example.com", "\u212Aim@example.com", "kİm@example.com"]) {
    const taken = `Email '${email}' already in use`;
    expect(await owner.isRefused(createUser, { ...newUser, email })).toBe(taken);
    expect(await owner.isRefused(updateUser, ben.id, give(email))).toBe(taken);
  }
});

test("an address is corrected to a spelling that folds to the same one, for the same person", async () => {
  const { owner, ben, give, user } = await realm();
  for (const email of ["\u0130ris@example.com", "iris@example.com", "\u0130ris@example.com"]) {
    await owner.does(updateUser, ben.id, give(email));
    expect((await user(ben)).email).toBe(email);
  }
});
