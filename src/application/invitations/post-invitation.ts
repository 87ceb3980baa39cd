import type { Invitation } from "../../domain/invitation";
import { realmUrl } from "../../domain/realm-address";
import type { User } from "../../domain/user";
import type { LinkTokens } from "../ports/link-tokens";
import type { Transaction } from "../transaction";

/** What links are made from. */
export interface LinkPorts {
  readonly linkTokens: LinkTokens;
  /** Where people reach the server: known once it listens. */
  readonly siteUrl: () => string;
}

/** The page that an invitation opens. */
export const invitationLink = (
  { linkTokens, siteUrl }: LinkPorts,
  realm: { readonly id: number; readonly subdomain: string },
  invitationId: number,
): string => {
  const token = linkTokens.write("invitation", { realm: realm.id, invitation: invitationId });
  return `${realmUrl(siteUrl(), realm)}/join/${token}`;
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
