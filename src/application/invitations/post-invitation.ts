import type { Invitation } from "../../domain/invitation";
import type { User } from "../../domain/user";
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

/** Mails an invitation to the address that it is for. */
export const postInvitation = async (
  ports: LinkPorts,
  tx: Transaction,
  inviter: User,
  { id, email, role, expiresAt }: Invitation,
): Promise<void> => {
  const { realm } = tx.state;
  if (email === null) return;
  await tx.post({
    to: email,
    letter: {
      ...{ kind: "invitation", role, expiresAt },
      inviterName: inviter.fullName,
      inviterEmail: inviter.email,
      realmName: realm.name,
      link: invitationLink(ports, realm, id),
    },
  });
};
