import { everyoneIn } from "../../../../src/adapters/zulip-wire/encode/user-lists";
import { apply } from "../../../../src/domain/state/apply";
import type { RealmState } from "../../../../src/domain/state/realm-state";
import { aRealmState, aUser } from "../../../support/builders/entities";

const plain = aUser();
const users = Array.from({ length: 1000 }, (_, index) => aUser({ id: index + 1 }));
const bot = aUser({
  id: 1001,
  isSystemBot: true,
  bot: {
    type: "generic",
    ownerId: null,
    defaultSendingChannelId: null,
    defaultEventsChannelId: null,
    defaultAllPublicChannels: false,
    service: null,
    config: {},
  },
});

/** How many users of a state are sorted into lists, which are checked. */
const sortings = (state: RealmState): number => {
  let looks = 0;
  for (const user of state.users.values())
    Object.defineProperty(user, "isSystemBot", {
      configurable: true,
      enumerable: true,
      get: () => {
        looks += 1;
        return user.id === bot.id;
      },
    });
  const { lists, accounts, bots, withStatus } = everyoneIn(state);
  const times = looks;
  const all = [...state.users.values()];
  const people = all.filter(({ id }) => id !== bot.id);
  expect([lists.active.flat(), lists.inactive.flat(), lists.systemBots.flat(), accounts.flat()]).toEqual([
    people.filter(({ isActive }) => isActive),
    people.filter(({ isActive }) => !isActive),
    all.filter(({ id }) => id === bot.id),
    people,
  ]);
  expect([bots, withStatus]).toEqual([
    all.filter((one) => one.bot !== null),
    people.filter(({ isActive, status }) => isActive && status.text !== ""),
  ]);
  return times;
};

test("a change to one user sorts only the users with neighbouring ids again", () => {
  const start = aRealmState({ users: [...users, bot] });
  expect(sortings(start)).toBeGreaterThan(1000);
  const renamed = apply(start, { type: "user_changed", userId: 500, change: { fullName: "Anna" } });
  const gone = apply(renamed, { type: "user_deactivated", userId: 700, firstMessageId: 1 });
  const away = apply(gone, {
    type: "user_status_changed",
    userId: 3,
    change: { text: "At lunch" },
  });
  const joined = apply(away, { type: "user_created", user: { ...plain, id: 1002, email: "z@example.com" } });
  // Each of a run's users is looked at four times.
  for (const state of [renamed, gone, away, joined]) expect(sortings(state)).toBeLessThanOrEqual(4 * 128);
  expect(sortings(start)).toBe(0);
});
