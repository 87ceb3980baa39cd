import { SharedParts } from "../../../src/domain/state/shared-parts";
import { defaultUserSettings } from "../../../src/domain/users/user-settings";
import { aUser } from "../../support/builders/entities";

const own = (more: object) => ({ ...defaultUserSettings, ...more });

test("users with equal settings share one object, and others have their own", () => {
  const parts = new SharedParts();
  const users = Array.from({ length: 60 }, (_, index) =>
    aUser({
      id: index + 1,
      settings: own({ webFontSizePx: 10 + (index % 3) }),
      alertWords: index === 7 ? ["lunch"] : [],
      status: { text: index === 8 ? "away" : "", emoji: null, isAway: false },
    }),
  );
  const shared = users.map((user) => parts.withSharedParts(user));
  expect(shared).toEqual(users);
  expect(new Set(shared.map(({ settings }) => settings)).size).toBe(3);
  expect(new Set(shared.map(({ status }) => status)).size).toBe(2);
});

test("comparisons stay few, however many distinct settings there are", () => {
  const parts = new SharedParts();
  const users = Array.from({ length: 5000 }, (_, index) =>
    aUser({ id: index + 1, settings: own({ emailNotificationsBatchingPeriodSeconds: index }) }),
  );
  for (const user of users) parts.withSharedParts(user);
  const first = parts.withSharedParts(
    aUser({ id: 1, settings: own({ emailNotificationsBatchingPeriodSeconds: 0 }) }),
  );
  expect(first.settings).not.toBe(users[0]?.settings);
  const last = parts.withSharedParts(
    aUser({ id: 2, settings: own({ emailNotificationsBatchingPeriodSeconds: 4999 }) }),
  );
  expect(last.settings).toBe(users[4999]?.settings);
});
