import { seenChannels, seenChannelsKey } from "../../../../src/adapters/zulip-wire/events/seen-channels";
import { canSeeChannel } from "../../../../src/domain/policy/channel-access";
import type { RealmState } from "../../../../src/domain/state/realm-state";
import { roles } from "../../../../src/domain/users/role";
import { aChannel, aRealmState, aSubscription, aUser } from "../../../support/builders/entities";

const now = 1_700_000_000_000;
const privacies = ["public", "private", "private", "web-public"] as const;

/** Thirty people of all roles, each in every third channel. */
const realmOf = (channels: number): RealmState => {
  const users = Array.from({ length: 30 }, (_, index) =>
    aUser({
      id: index + 1,
      email: `${index + 1}@example.com`,
      role: roles[index % roles.length] ?? "member",
    }),
  );
  const all = Array.from({ length: channels }, (_, index) =>
    aChannel({
      id: index + 1,
      name: `channel ${index + 1}`,
      conversationId: index + 1,
      privacy: privacies[index % privacies.length] ?? "public",
      creatorId: 1 + (index % 30),
    }),
  );
  return aRealmState({
    users,
    channels: all,
    subscriptions: users.flatMap(({ id }) =>
      all.filter((channel) => (channel.id + id) % 3 === 0).map((channel) => aSubscription(id, channel.id)),
    ),
  });
};

test.each([3, 40])(
  "of %d channels, readers see those that they may, and share a key with those who see the same",
  (count) => {
    const state = realmOf(count);
    const ids = [...state.channels.keys(), 999].toReversed();
    const keys = new Map<string, string>();
    for (const user of state.users.values()) {
      const reader = { state, user, now };
      const seen = seenChannels(ids, reader);
      expect(seen).toEqual(
        ids.filter((id) => {
          const channel = state.channels.get(id);
          return channel !== undefined && canSeeChannel(state, user, channel, now);
        }),
      );
      const key = seenChannelsKey(ids, reader);
      expect(keys.get(key) ?? seen.join()).toBe(seen.join());
      keys.set(key, seen.join());
    }
    expect(keys.size).toBeGreaterThan(2);
    expect(keys.size).toBeLessThan(state.users.size);
  },
);
