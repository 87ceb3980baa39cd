import { map } from "fp-ts/Either";
import type { Result } from "../caller";
import type { Clock } from "../ports/clock";
import type { LinkTokens } from "../ports/link-tokens";
import type { RealmDirectory } from "../realm-directory";
import { readTicket, type Ticket } from "./ticket";

interface Ports {
  readonly directory: RealmDirectory;
  readonly linkTokens: LinkTokens;
  readonly clock: Clock;
}

/** The address that a ticket is for; undefined where it leaves that open. Fails where it no longer works. */
export const openTicket =
  (ports: Ports) =>
  (realmId: number, ticket: Ticket): Result<string | undefined> =>
  async () => {
    // Another node may have made the invitation a moment ago.
    const state = await ports.directory.newest(realmId);
    return map(({ email }: { readonly email: string | undefined }) => email)(
      readTicket(ports, state, ticket, ports.clock.now()),
    );
  };
