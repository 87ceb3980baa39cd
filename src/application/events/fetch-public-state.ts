import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import { type CallerError, notLoggedIn } from "../../domain/caller-refusals";
import type { RealmId } from "../../domain/ids";
import { isOpenToSpectators } from "../../domain/policy/channel-access";
import type { RealmState } from "../../domain/state/realm-state";
import { valuesOf } from "../../domain/state/values-of";
import type { User } from "../../domain/users/user";
import { readChannelMessages } from "../channel-activity/channel-activity";
import type { ChannelTraffic } from "../channel-activity/channel-traffic";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { RealmSnapshots, RealmView } from "../ports/events/realm-snapshots";
import type { Clock } from "../ports/system/clock";
import { publicPeople } from "../users/shared/public-people";
import { type MessageState, noMessages } from "./register-queue";
import { snapshotWithState } from "./snapshot-with-state";

interface Ports {
  readonly directory: RealmDirectory;
  readonly snapshots: RealmSnapshots;
  readonly traffic: ChannelTraffic;
  readonly clock: Clock;
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
  ({ directory, snapshots, traffic, clock }: Ports) =>
  (realmId: RealmId): TaskEither<CallerError, PublicState> =>
  async () => {
    const counts = await traffic.recentCounts(realmId);
    const publicStateIn = async ({ messages }: RealmView, state: RealmState) => {
      if (!state.realm.settings.enableSpectatorAccess) return E.left(notLoggedIn);
      const open = valuesOf(state.channels).filter((channel) => isOpenToSpectators(state, channel));
      const read = await readChannelMessages(messages, realmId, open, clock.now());
      const isKnown = await publicPeople(messages, state);
      return E.right({ state, isKnown, channels: { ...read, counts } });
    };
    const found = await snapshotWithState(directory, realmId, () =>
      snapshots.view(realmId, async (view) => {
        const state = await directory.at(realmId, view.position);
        return state && publicStateIn(view, state);
      }),
    );
    if (E.isLeft(found)) return found;
    const { state, isKnown, channels } = found.right;
    return E.right({ state, isKnown, messageState: { ...noMessages, channels } });
  };
