import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import { type CallerError, notForGuests } from "../../domain/caller-refusals";
import { type Invitation, isOpen } from "../../domain/invitations/invitation";
import { allows } from "../../domain/users/role";
import { readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { LinkPorts } from "../links/realm-links";
import type { Clock } from "../ports/system/clock";
import { invitationLink } from "./internal/post-invitation";

interface Ports extends LinkPorts {
  readonly directory: RealmDirectory;
  readonly clock: Clock;
}

/** An open invitation, for users who may revoke it. */
export interface ListedInvitation {
  readonly invitation: Invitation;
  /** The URL of a reusable link; undefined for mailed invitations. */
  readonly link: string | undefined;
}

/** Lists the open invitations that the caller may change: their own, or everyone's for administrators. */
export const listInvitations =
  (ports: Ports) =>
  (caller: Caller): TaskEither<CallerError, readonly ListedInvitation[]> =>
    readAsCaller(ports.directory, caller, async (state, user) => {
      const { id, role } = user;
      if (role === "guest") return E.left(notForGuests);
      const now = ports.clock.now();
      const changeable = [...state.invitations.values()].filter(
        (invitation) =>
          isOpen(invitation, now) &&
          (allows(role, "administrator") || invitation.inviterId === id) &&
          // Anyone who sees a link can join with its role.
          (invitation.email !== null || allows(role, invitation.role)),
      );
      // Mailed ones first, as clients expect them.
      const ordered = [
        ...changeable.filter(({ email }) => email !== null),
        ...changeable.filter(({ email }) => email === null),
      ];
      return E.right(
        ordered.map((invitation) => ({
          invitation,
          link: invitation.email === null ? invitationLink(ports, state.realm, invitation.id) : undefined,
        })),
      );
    });
