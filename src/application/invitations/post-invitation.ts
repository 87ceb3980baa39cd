import type { Invitation } from "../../domain/invitation";
import type { Mail } from "../../domain/letter";
import type { User } from "../../domain/user";
import { mailJob } from "../jobs/mail-payload";
import { type LinkPorts, linkTo } from "../realm-links";
import type { Transaction } from "../transaction";

/** The page that an invitation opens. */
export const invitationLink = (
  ports: LinkPorts,
  realm: { readonly id: number; readonly subdomain: string },
  invitationId: number,
): string => {
  const token = ports.linkTokens.write("invitation", { realm: realm.id, invitation: invitationId });
  return linkTo(ports, realm, `/join/${token}`);
};

/** Mails invitations to the addresses that they are for. */
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
