import { guardedByRealm } from "../../../../src/adapters/decorators/guarded-by-realm";
import type { RealmBreakers } from "../../../../src/adapters/persistence/breakers/realm-breakers";
import { realmBreakersIn, silence } from "../../../support/storage/realm-breakers";

interface Reader {
  find(realmId: number): Promise<string>;
  all(): Promise<string>;
}

let now: number;
let isApart: boolean;
let isSilent: boolean;
let checked: number[];
let answer: (realmId: number) => Promise<string>;
let asked: number[];
let realms: RealmBreakers;
let reader: Reader;

beforeEach(() => {
  now = 0;
  isApart = true;
  isSilent = true;
  asked = [];
  checked = [];
  answer = (realmId) => (realmId === 1 ? Promise.reject(silence) : Promise.resolve("here"));
  realms = realmBreakersIn({
    now: () => now,
    isApart: async () => isApart,
    answers: async (realmId) => {
      checked.push(realmId);
      return !isSilent;
    },
  });
  reader = guardedByRealm<Reader>(
    {
      find: (realmId) => {
        asked.push(realmId);
        return answer(realmId);
      },
      all: () => answer(1),
    },
    realms,
  );
});

/** Asks about realms one after the other, whether they answer or not. */
const ask = async (...realmIds: readonly number[]) => {
  for (const realmId of realmIds) await reader.find(realmId).catch(() => undefined);
};

const refused = /^The storage of realm 1 didn't answer, and isn't asked again for a while$/;

test("a realm whose storage didn't answer isn't asked for a while, and others are", async () => {
  await expect(reader.find(1)).rejects.toBe(silence);
  await expect(reader.find(1)).rejects.toThrow(refused);
  await expect(reader.find(1)).rejects.toHaveProperty("cause", silence);
  await expect(reader.find(2)).resolves.toBe("here");
  expect(asked).toEqual([1, 2]);
});

test("one call asks after five seconds, and after an answer all do", async () => {
  await ask(1);
  now = 4999;
  await ask(1);
  expect(asked).toHaveLength(1);
  now = 5000;
  let give: (text: string) => void = () => {};
  answer = () =>
    new Promise((resolve) => {
      give = resolve;
    });
  const asking = reader.find(1);
  await new Promise(setImmediate);
  await expect(reader.find(1)).rejects.toThrow(refused);
  give("back");
  await expect(asking).resolves.toBe("back");
  answer = () => Promise.resolve("here");
  await expect(reader.find(1)).resolves.toBe("here");
});

test("the backoff doubles up to half a minute", async () => {
  for (now = 0; now < 300_000; now += 1000) await ask(1);
  // At 0, 5, 15, 35, 65 and so on.
  expect(asked).toHaveLength(4 + 8);
});

test("two breakers are half open at a time", async () => {
  answer = () => Promise.reject(silence);
  await ask(1, 2, 3);
  now = 5000;
  answer = () => new Promise(() => {});
  for (const realmId of [1, 2, 3]) reader.find(realmId).catch(() => undefined);
  await new Promise(setImmediate);
  expect(asked.slice(3)).toEqual([1, 2]);
});

test("an error of another kind lets the next call ask", async () => {
  await ask(1);
  now = 5000;
  answer = () => Promise.reject(new Error("no connection"));
  await ask(1, 1);
  expect(asked).toHaveLength(3);
});

test("where all realms' storage is one, each call asks, as do calls for no realm", async () => {
  isApart = false;
  await ask(1, 1);
  expect(asked).toHaveLength(2);
  isApart = true;
  await expect(reader.all()).rejects.toBe(silence);
  await expect(reader.all()).rejects.toBe(silence);
});

test("a slow call to storage that answers lets the next call ask", async () => {
  isSilent = false;
  await ask(1, 1);
  expect(asked).toEqual([1, 1]);
  expect(checked).toEqual([1, 1]);
});

test("once storage answers again, all calls ask, even after a slow probe", async () => {
  await ask(1);
  now = 5000;
  isSilent = false;
  await ask(1, 1);
  expect(asked).toEqual([1, 1, 1]);
});

test("calls that time out together share one check", async () => {
  await Promise.all([ask(1), ask(1), ask(1)]);
  expect(asked).toEqual([1, 1, 1]);
  expect(checked).toEqual([1]);
});

test("where all realms' storage is one, and after other errors, nothing is checked", async () => {
  isApart = false;
  await ask(1);
  isApart = true;
  answer = () => Promise.reject(new Error("no connection"));
  await ask(2);
  expect(checked).toEqual([]);
});
