import type { RealmState } from "../realm-state";

/** Measured on realms of ten thousand people, rounded up. */
const bytesOf = { realm: 40_000, user: 1500, subscription: 140, member: 8, channel: 900 } as const;

/** About how much memory a state takes by itself. Costs a look at each channel, none at people. */
export const estimatedBytes = (state: RealmState): number => {
  let subscriptions = 0;
  for (const channelId of state.channels.keys()) subscriptions += state.subscribers(channelId).size;
  let members = 0;
  for (const groupId of state.groups.keys()) members += state.membersOf(groupId).size;
  return (
    bytesOf.realm +
    state.users.size * bytesOf.user +
    state.channels.size * bytesOf.channel +
    subscriptions * bytesOf.subscription +
    members * bytesOf.member
  );
};
