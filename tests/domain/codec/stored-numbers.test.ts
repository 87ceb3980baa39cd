import * as E from "fp-ts/Either";
import { numberOr, storedAsNumber } from "../../../src/domain/codec/stored-numbers";
import type { RealmEvent } from "../../../src/domain/events/event";
import { decodeLoggedEvent, encodeLoggedEvent } from "../../../src/domain/events/event-codec";
import { encodeUndo, readUndos } from "../../../src/domain/state/state-change-codec";
import { aChannel, aRealm } from "../../support/builders/entities";

const color = storedAsNumber({ automatic: 1, dark: 2 });
const days = numberOr({ forever: -1 });

test("a word is stored as its number, and read from either", () => {
  expect(color.encode("dark")).toBe(2);
  expect(color.decode(2)).toEqual(E.right("dark"));
  expect(color.decode("dark")).toEqual(E.right("dark"));
  for (const unknown of [0, 3, "light", "1", null, undefined]) {
    expect(E.isLeft(color.decode(unknown))).toBe(true);
    expect(color.is(unknown)).toBe(false);
  }
});

test("a reserved number is read as its word, and as no number", () => {
  expect(days.decode(-1)).toEqual(E.right("forever"));
  expect(days.decode(7)).toEqual(E.right(7));
  expect([days.is(-1), days.is(7), days.is("forever")]).toEqual([false, true, true]);
  expect([days.encode("forever"), days.encode(7)]).toEqual([-1, 7]);
  expect(E.isLeft(days.decode("always"))).toBe(true);
});

const changed: RealmEvent = {
  type: "realm_changed",
  change: {
    settings: { gifRatingPolicy: "pg", messageRetentionDays: "forever", videoChatProvider: "galene" },
    userDefaults: { automaticallyFollowTopicsPolicy: "never" },
  },
};

test("the log has the numbers that it had before the words", () => {
  expect(encodeLoggedEvent(changed)).toEqual({
    type: "realm_changed",
    change: {
      settings: { gifRatingPolicy: 3, messageRetentionDays: -1, videoChatProvider: 1000 },
      userDefaults: { automaticallyFollowTopicsPolicy: 4 },
    },
  });
  expect(decodeLoggedEvent(encodeLoggedEvent(changed))).toEqual(E.right(changed));
});

test("undo data stores the same numbers", () => {
  const undo = [
    { part: "realm", value: aRealm() },
    { part: "channels", id: 1, value: aChannel({ messageRetentionDays: "forever" }) },
  ] as const;
  const stored = encodeUndo(undo);
  expect(stored).toMatchObject([
    { value: { settings: { orgType: 0, videoChatProvider: 1 }, userDefaults: { colorScheme: 1 } } },
    { value: { messageRetentionDays: -1 } },
  ]);
  expect(readUndos([JSON.parse(JSON.stringify(stored))])).toEqual([undo]);
});
