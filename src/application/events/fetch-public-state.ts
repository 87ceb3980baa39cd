import { isLeft, left, right } from "fp-ts/Either";
import { isOpenToSpectators } from "../../domain/channel-access";
import { notLoggedIn } from "../../domain/errors";
import type { RealmState } from "../../domain/realm-state";
import type { User } from "../../domain/user";
import type { Result } from "../caller";
import type { ChannelTraffic } from "../channels/channel-traffic";
import type { RealmSnapshots } from "../ports/realm-snapshots";
import type { RealmDirectory } from "../realm-directory";
import { peopleOpenToWeb } from "../users/people-open-to-web";
import { type MessageState, noMessages } from "./register-queue";
import { viewWithState } from "./view-with-state";

interface Ports {
  readonly directory: RealmDirectory;
  readonly snapshots: RealmSnapshots;
  readonly traffic: ChannelTraffic;
}

/** A realm as somebody without an account may see it. */
export interface PublicState {
  readonly state: RealmState;
  readonly messageState: MessageState;
  /** Whether they may know of somebody. */
  readonly isKnown: (user: User) => boolean;
}

/** What somebody without an account is shown first. No queue goes on from it. */
export const fetchPublicState =
  ({ directory, snapshots, traffic }: Ports) =>
  (realmId: number): Result<PublicState> =>
  async () => {
    const counts = await traffic.of(realmId);
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
