import { setImmediate as nextTurn } from "node:timers/promises";
import { KeyIndex } from "../../../src/application/api-keys/key-index";
import type { ApiKeys } from "../../../src/application/ports/api-keys/api-keys";
import type { RealmEvent } from "../../../src/domain/events/event";
import { apply } from "../../../src/domain/state/apply";
import type { RealmState } from "../../../src/domain/state/realm-state";
import { plainApiKeys } from "../../support/application/fakes";
import { aRealmState, aUser } from "../../support/builders/entities";

const size = 10_000;
const crowd = aRealmState({
  users: Array.from({ length: size }, (_, index) => {
    const id = index + 1;
    return aUser({ id, email: `person${id}@example.com` });
  }),
});
const realmId = crowd.realm.id;

/** An index that counts computed keys, in total and within one turn of the event loop. */
const counted = () => {
  const made = { all: 0, inTurn: 0, mostInTurn: 0 };
  const apiKeys: ApiKeys = {
    ...plainApiKeys,
    keyOf: (...given) => {
      made.all += 1;
      made.inTurn += 1;
      made.mostInTurn = Math.max(made.mostInTurn, made.inTurn);
      if (made.inTurn === 1)
        setImmediate(() => {
          made.inTurn = 0;
        });
      return plainApiKeys.keyOf(...given);
    },
  };
  return { made, index: new KeyIndex({ apiKeys }) };
};

const keyOf = (userId: number, version = 1): string => plainApiKeys.keyOf(realmId, userId, version);

/** The state after the event, with the index informed. */
const follow = (index: KeyIndex, before: RealmState, event: RealmEvent): RealmState => {
  const after = apply(before, event);
  index.follow(realmId, { position: after.position, before, event, after });
  return after;
};

const renewed = (userId: number, apiKeyVersion: number): RealmEvent => ({
  type: "user_changed",
  userId,
  change: { apiKeyVersion },
});

test("finds a user by their key, and nobody by an unknown key", async () => {
  const { index } = counted();
  expect((await index.find(crowd, keyOf(1)))?.id).toBe(1);
  expect((await index.find(crowd, keyOf(size)))?.id).toBe(size);
  expect(await index.find(crowd, keyOf(size + 1))).toBeUndefined();
});

test("computes the keys of a large realm in small portions, with turns for others between", async () => {
  const { index, made } = counted();
  const finding = index.find(crowd, keyOf(size));
  let turns = 0;
  const counting = (async () => {
    while (made.all < size) {
      turns += 1;
      await nextTurn();
    }
  })();
  expect((await finding)?.id).toBe(size);
  await counting;
  expect(made.mostInTurn).toBeLessThanOrEqual(500);
  expect(turns).toBeGreaterThanOrEqual(size / 500);
});

test("concurrent lookups wait for one computation of the keys", async () => {
  const { index, made } = counted();
  const found = await Promise.all([1, 2, 3, 4].map((id) => index.find(crowd, keyOf(id))));
  expect(found.map((user) => user?.id)).toEqual([1, 2, 3, 4]);
  expect(made.all).toBe(size);
});

test("a change of a user computes only that user's key, without looking at others", async () => {
  const { index, made } = counted();
  await index.find(crowd, keyOf(1));
  const before = made.all;
  const after = follow(index, crowd, renewed(7, 2));
  const looks = jest.spyOn(after.users, "values");
  expect(await index.find(after, keyOf(7, 1))).toBeUndefined();
  expect((await index.find(after, keyOf(7, 2)))?.id).toBe(7);
  expect((await index.find(after, keyOf(8)))?.id).toBe(8);
  expect(looks).not.toHaveBeenCalled();
  expect(made.all - before).toBe(1);
});

test("events that change no key compute none", async () => {
  const { index, made } = counted();
  await index.find(crowd, keyOf(1));
  const before = made.all;
  const after = follow(index, crowd, { type: "user_changed", userId: 7, change: { fullName: "Anna" } });
  expect((await index.find(after, keyOf(7)))?.fullName).toBe("Anna");
  expect(made.all).toBe(before);
});

test("finds new users, and reactivated users by their new key", async () => {
  const { index } = counted();
  await index.find(crowd, keyOf(1));
  const user = aUser({ id: size + 1, email: "new@example.com" });
  const joined = follow(index, crowd, { type: "user_created", user });
  const gone = follow(index, joined, { type: "user_deactivated", userId: 3, firstMessageId: 1 });
  const back = follow(index, gone, {
    type: "user_reactivated",
    userId: 3,
    firstMessageId: 1,
    apiKeyVersion: 2,
  });
  expect((await index.find(back, keyOf(size + 1)))?.id).toBe(size + 1);
  expect((await index.find(back, keyOf(3, 2)))?.id).toBe(3);
  expect(await index.find(back, keyOf(3, 1))).toBeUndefined();
});

test("a key renewed while keys are being computed is found in its new form", async () => {
  const { index } = counted();
  const finding = index.find(crowd, keyOf(9000));
  await nextTurn();
  const once = follow(index, crowd, renewed(9000, 2));
  const twice = follow(index, once, renewed(1, 2));
  // It is no longer theirs when the table is complete.
  expect(await finding).toBeUndefined();
  expect((await index.find(twice, keyOf(9000, 2)))?.id).toBe(9000);
  expect((await index.find(twice, keyOf(1, 2)))?.id).toBe(1);
  expect(await index.find(twice, keyOf(1, 1))).toBeUndefined();
});

test("computes the keys again after events were skipped", async () => {
  const { index } = counted();
  await index.find(crowd, keyOf(1));
  const after = apply(crowd, renewed(7, 2));
  index.passedOver(realmId);
  expect((await index.find(after, keyOf(7, 2)))?.id).toBe(7);
});

test("keeps nothing of a released realm, even one whose keys were being computed", async () => {
  const { index, made } = counted();
  const finding = index.find(crowd, keyOf(1));
  index.release(realmId);
  expect((await finding)?.id).toBe(1);
  const before = made.all;
  follow(index, crowd, renewed(7, 2));
  expect(made.all).toBe(before);
});
