import { findChannelId } from "./channels/find-channel-id";
import { listChannels } from "./channels/list-channels";
import { listSubscriptions } from "./channels/list-subscriptions";
import { subscribe } from "./channels/subscribe";
import { unsubscribe } from "./channels/unsubscribe";
import { deleteQueue } from "./events/delete-queue";
import { fetchEvents } from "./events/fetch-events";
import { LiveQueues } from "./events/live-queues";
import { registerQueue } from "./events/register-queue";
import { relaySignal } from "./events/relay-signal";
import { sweep } from "./events/sweep";
import { createGroup } from "./groups/create-group";
import { changeFlags } from "./messages/change-flags";
import { fetchMessage } from "./messages/fetch-message";
import { fetchMessages } from "./messages/fetch-messages";
import { sendMessage } from "./messages/send-message";
import type { ApiKeys } from "./ports/api-keys";
import type { Clock } from "./ports/clock";
import type { CredentialReader } from "./ports/credentials";
import type { EventLog } from "./ports/event-log";
import type { EventQueueStore } from "./ports/event-queue-store";
import type { MessageReader } from "./ports/message-reader";
import type { MessageRenderer } from "./ports/message-renderer";
import type { PasswordHasher } from "./ports/password-hasher";
import type { PresenceStore } from "./ports/presence-store";
import type { RandomTokens } from "./ports/random-tokens";
import type { ReadStateReader } from "./ports/read-state-reader";
import type { RealmRegistry } from "./ports/realm-registry";
import type { RealmSnapshots } from "./ports/realm-snapshots";
import type { RealmTransactions } from "./ports/realm-transactions";
import type { Wakeup } from "./ports/wakeup";
import { fetchPresence } from "./presence/fetch-presence";
import { listPresence } from "./presence/list-presence";
import { PresenceBoard } from "./presence/presence-board";
import { reportPresence } from "./presence/report-presence";
import { findRealm } from "./realm/find-realm";
import { foundRealm } from "./realm/found-realm";
import { RealmDirectory } from "./realm-directory";
import { realmLanes } from "./realm-lanes";
import { authenticate } from "./users/authenticate";
import { createUser } from "./users/create-user";
import { fetchOwnUser } from "./users/fetch-own-user";
import { fetchUser } from "./users/fetch-user";
import { listUsers } from "./users/list-users";
import { logIn } from "./users/log-in";
import { logInForDevelopment } from "./users/log-in-for-development";

/** All that the application needs from outside. */
export interface Ports {
  readonly apiKeys: ApiKeys;
  readonly clock: Clock;
  readonly credentials: CredentialReader;
  readonly eventLog: EventLog;
  readonly queueStore: EventQueueStore;
  readonly presenceStore: PresenceStore;
  readonly messages: MessageReader;
  readonly renderer: MessageRenderer;
  readonly passwords: PasswordHasher;
  readonly tokens: RandomTokens;
  readonly readStates: ReadStateReader;
  readonly registry: RealmRegistry;
  readonly snapshots: RealmSnapshots;
  readonly transactions: RealmTransactions;
  readonly wakeup: Wakeup;
  /**
   * Storage for the realms' states, on connections of its own: whoever holds a connection may wait for a state
   * to catch up, which must not wait for a connection in turn.
   */
  readonly following: { readonly snapshots: RealmSnapshots; readonly eventLog: EventLog };
  /** How long a poll for events waits, in milliseconds. */
  readonly heartbeatAfter: () => number;
}

/** Every use case, with its ports filled in: what the outside may ask of the application. */
export const useCases = (outside: Ports) => {
  const directory = new RealmDirectory(outside.following);
  const inTransaction = realmLanes({ ...outside, directory });
  const liveQueues = new LiveQueues({ ...outside, directory });
  const presence = new PresenceBoard(outside);
  const ports = { ...outside, directory, inTransaction, liveQueues, presence };
  return {
    /** The realms' states and queues of this process, for those who run it. */
    directory,
    liveQueues,
    channels: {
      findId: findChannelId(ports),
      list: listChannels(ports),
      listSubscriptions: listSubscriptions(ports),
      subscribe: subscribe(ports),
      unsubscribe: unsubscribe(ports),
    },
    events: {
      deleteQueue: deleteQueue(ports),
      fetch: fetchEvents(ports),
      register: registerQueue(ports),
      relaySignal: relaySignal(ports),
      sweep: sweep(ports),
    },
    groups: { create: createGroup(ports) },
    messages: {
      changeFlags: changeFlags(ports),
      fetch: fetchMessages(ports),
      fetchOne: fetchMessage(ports),
      send: sendMessage(ports),
    },
    presence: {
      board: presence,
      fetch: fetchPresence(ports),
      list: listPresence(ports),
      report: reportPresence(ports),
    },
    realms: { find: findRealm(ports), found: foundRealm(ports), list: () => outside.registry.list() },
    users: {
      authenticate: authenticate(ports),
      create: createUser(ports),
      fetch: fetchUser(ports),
      fetchOwn: fetchOwnUser(ports),
      list: listUsers(ports),
      logIn: logIn(ports),
      logInForDevelopment: logInForDevelopment(ports),
    },
  };
};

export type UseCases = ReturnType<typeof useCases>;
