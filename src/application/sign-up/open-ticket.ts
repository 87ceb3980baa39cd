import type { LoginMethod } from "../../domain/login-method";
import type { Result } from "../caller";
import type { Clock } from "../ports/clock";
import type { LinkTokens } from "../ports/link-tokens";
import type { RealmDirectory } from "../realm-directory";
import { type ReadTicket, readTicket, type Ticket } from "./ticket";

interface Ports {
  readonly directory: RealmDirectory;
  readonly linkTokens: LinkTokens;
  readonly offeredLogins: readonly LoginMethod[];
  readonly clock: Clock;
}

/** What a ticket is good for. Fails where it no longer works. */
export const openTicket =
  (ports: Ports) =>
  (realmId: number, ticket: Ticket): Result<ReadTicket> =>
  async () => {
    // Another node may have made the invitation a moment ago.
    const state = await ports.directory.newest(realmId);
    return readTicket(ports, state, ticket, ports.clock.now());
  };
