import { isLeft, left, right } from "fp-ts/Either";
import { type CallerError, notLoggedIn } from "../../domain/caller-refusals";
import type { RealmId } from "../../domain/ids";
import { isOpenToSpectators } from "../../domain/policy/channel-access";
import type { RealmState } from "../../domain/state/realm-state";
import type { User } from "../../domain/users/user";
import type { Result } from "../caller";
import type { ChannelTraffic } from "../channel-activity/channel-traffic";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { RealmSnapshots } from "../ports/events/realm-snapshots";
import { peopleOpenToWeb } from "../users/shared/people-open-to-web";
import { type MessageState, noMessages } from "./register-queue";
import { viewWithState } from "./view-with-state";

interface Ports {
  readonly directory: RealmDirectory;
  readonly snapshots: RealmSnapshots;
  readonly traffic: ChannelTraffic;
}

/** A realm as spectators may see it. */
export interface PublicState {
  readonly state: RealmState;
  readonly messageState: MessageState;
  /** Whether spectators may see the user. */
  readonly isKnown: (user: User) => boolean;
}

/** The initial state for spectators, who get no queue. */
export const fetchPublicState =
  ({ directory, snapshots, traffic }: Ports) =>
  (realmId: RealmId): Result<PublicState, CallerError> =>
  async () => {
    const counts = await traffic.recentCounts(realmId);
    const found = await viewWithState({ directory, snapshots }, realmId, async ({ messages }, state) => {
      if (!state.realm.settings.enableSpectatorAccess) return left(notLoggedIn);
      const conversationIds = [...state.channels.values()]
        .filter((channel) => isOpenToSpectators(state, channel))
        .map(({ conversationId }) => conversationId);
      const firstMessageIds = await messages.firstIds(realmId, conversationIds);
      const newestSentAt = await messages.newestSentAt(realmId, conversationIds);
      const isKnown = await peopleOpenToWeb(messages, state);
      return right({ state, isKnown, channels: { firstMessageIds, newestSentAt, counts } });
    });
    if (isLeft(found)) return found;
    const { state, isKnown, channels } = found.right;
    return right({ state, isKnown, messageState: { ...noMessages, channels } });
  };
