import type { TaskEither } from "fp-ts/TaskEither";
import type { RealmId } from "../../domain/ids";
import type { InvitationError } from "../../domain/invitations/refusals";
import type { LinkError } from "../../domain/login/link-refusals";
import type { LoginMethod } from "../../domain/realm/login-method";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { LinkTokens } from "../ports/login/link-tokens";
import type { Clock } from "../ports/system/clock";
import { readTicket } from "./internal/read-ticket";
import type { ReadTicket, Ticket } from "./shared/ticket";

interface Ports {
  readonly directory: RealmDirectory;
  readonly linkTokens: LinkTokens;
  readonly offeredLogins: readonly LoginMethod[];
  readonly clock: Clock;
}

/** Reads a ticket. Fails if it no longer works. */
export const openTicket =
  (ports: Ports) =>
  (realmId: RealmId, ticket: Ticket): TaskEither<InvitationError | LinkError, ReadTicket> =>
  async () => {
    // Another node may have created the invitation a moment ago.
    const state = await ports.directory.newest(realmId);
    return readTicket(ports, state, ticket, ports.clock.now());
  };
