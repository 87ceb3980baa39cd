import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import { type CallerError, notLoggedIn } from "../../domain/caller-refusals";
import type { RealmId } from "../../domain/ids";
import type { RealmState } from "../../domain/state/realm-state";
import type { User } from "../../domain/users/user";
import { channelMessagesOf } from "../channel-activity/channel-activity";
import type { ChannelTraffic } from "../channel-activity/channel-traffic";
import type { KnownMessageSpans } from "../channel-activity/known-message-spans";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { RealmSnapshots, RealmView } from "../ports/events/realm-snapshots";
import { publicPeople } from "../users/shared/public-people";
import { type MessageState, noMessages } from "./register-queue";
import { snapshotWithState } from "./snapshot-with-state";

interface Ports {
  readonly directory: RealmDirectory;
  readonly snapshots: RealmSnapshots;
  readonly messageSpans: KnownMessageSpans;
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
  (ports: Ports) =>
  (realmId: RealmId): TaskEither<CallerError, PublicState> =>
  async () => {
    const { directory, snapshots } = ports;
    const publicStateIn = async ({ messages }: RealmView, state: RealmState) => {
      if (!state.realm.settings.enableSpectatorAccess) return E.left(notLoggedIn);
      return E.right({ state, isKnown: await publicPeople(messages, state) });
    };
    const found = await snapshotWithState(directory, realmId, () =>
      snapshots.view(realmId, async (view) => {
        const state = await directory.at(realmId, view.position);
        return state && publicStateIn(view, state);
      }),
    );
    if (E.isLeft(found)) return found;
    const { state, isKnown } = found.right;
    const channels = await channelMessagesOf(ports, state);
    return E.right({ state, isKnown, messageState: { ...noMessages, channels } });
  };
