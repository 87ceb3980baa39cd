import { isLeft, left, right } from "fp-ts/Either";
import { notForGuests } from "../../domain/errors";
import { type Invitation, isOpen } from "../../domain/invitation";
import { allows } from "../../domain/role";
import { type Caller, callerIn, type Result } from "../caller";
import type { Clock } from "../ports/clock";
import type { RealmDirectory } from "../realm-directory";
import type { LinkPorts } from "../realm-links";
import { invitationLink } from "./post-invitation";

interface Ports extends LinkPorts {
  readonly directory: RealmDirectory;
  readonly clock: Clock;
}

/** An open invitation, as those see it who may withdraw it. */
export interface ListedInvitation {
  readonly invitation: Invitation;
  /** Of an invitation that isn't mailed. */
  readonly link: string | undefined;
}

/** The open invitations that the caller may deal with: their own, and for administrators everyone's. */
export const listInvitations =
  (ports: Ports) =>
  (caller: Caller): Result<readonly ListedInvitation[]> =>
  async () => {
    const state = await ports.directory.of(caller.realmId);
    const user = callerIn(state, caller);
    if (isLeft(user)) return user;
    const { id, role } = user.right;
    if (role === "guest") return left(notForGuests);
    const now = ports.clock.now();
    const own = [...state.invitations.values()].filter(
      (invitation) =>
        isOpen(invitation, now) && (allows(role, "administrator") || invitation.inviterId === id),
    );
    // Mailed ones first, as clients expect them.
    const ordered = [
      ...own.filter(({ email }) => email !== null),
      ...own.filter(({ email }) => email === null),
    ];
    return right(
      ordered.map((invitation) => ({
        invitation,
        link: invitation.email === null ? invitationLink(ports, state.realm, invitation.id) : undefined,
      })),
    );
  };
