import type { InvitationId, RealmId } from "../../../domain/ids";
import type { Invitation } from "../../../domain/invitations/invitation";
import type { Mail } from "../../../domain/mail/mail";
import type { User } from "../../../domain/users/user";
import { type LinkPorts, linkTo } from "../../links/realm-links";
import { mailJob } from "../../mail/mail-payload";
import type { Transaction } from "../../transaction";

/** The URL of an invitation's page. */
export const invitationLink = (
  ports: LinkPorts,
  realm: { readonly id: RealmId; readonly subdomain: string },
  invitationId: InvitationId,
): string => {
  const token = ports.linkTokens.write("invitation", { realm: realm.id, invitation: invitationId });
  return linkTo(ports, realm, `/join/${token}`);
};

/** Mails invitations to their addresses. */
export const postInvitations = (
  ports: LinkPorts,
  tx: Transaction,
  inviter: User,
  invitations: readonly Invitation[],
): void => {
  const { realm } = tx.state;
  const mails = invitations.flatMap(({ id, email, role, expiresAt }): readonly Mail[] =>
    email === null
      ? []
      : [
          {
            to: email,
            letter: {
              kind: "invitation",
              role,
              expiresAt,
              realmName: realm.name,
              inviterName: inviter.fullName,
              inviterEmail: inviter.email,
              link: invitationLink(ports, realm, id),
            },
          },
        ],
  );
  tx.enqueue(...mails.map((mail) => mailJob(mail, tx.now)));
};
