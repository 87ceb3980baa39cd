import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { InvitationId, RealmId } from "../../domain/ids";
import { type InvitationError, invitationRequired } from "../../domain/invitations/refusals";
import type { LimitError } from "../../domain/limit-refusals";
import type { LinkError } from "../../domain/login/link-refusals";
import { type LoginError, passwordLoginDisabled } from "../../domain/login/refusals";
import type { MailContent } from "../../domain/mail/mail";
import { loginMethodsOf } from "../../domain/realm/login-method";
import { networkOf } from "../../domain/realm/network";
import { alreadyHasAccount, type UserError } from "../../domain/users/refusals";
import { asVisitor } from "../as-visitor";
import { byServer } from "../caller";
import { checkJoinAddress } from "../domains/shared/check-join-address";
import { type LinkPorts, linkTo, linkValidMilliseconds } from "../links/realm-links";
import { limitMail } from "../mail/limit-mail";
import { mailJob } from "../mail/mail-payload";
import type { DisposableDomains } from "../ports/mail/disposable-domains";
import type { Throttle } from "../ports/system/throttle";
import type { InTransaction, Transaction } from "../transaction";
import { readTicket } from "./internal/read-ticket";
import { type AddressProof, provesAddresses } from "./shared/proves-addresses";

interface SignUpRequest {
  readonly email: string;
  /** The token of a reusable link. */
  readonly invitationToken?: string;
  /** The address that the request comes from. */
  readonly remoteAddress: string;
}

interface Ports extends LinkPorts, AddressProof {
  readonly inTransaction: InTransaction;
  readonly disposableDomains: DisposableDomains;
  readonly throttle: Throttle;
}

/**
 * How somebody who wants to join continues: with a mailed link, or right away with the token that the link
 * would have contained.
 */
export type SignUpRequested =
  | { readonly kind: "mailed" }
  | { readonly kind: "admitted"; readonly token: string };

type RequestError = InvitationError | LinkError | LoginError | UserError;

/**
 * Mails a confirmation link to an address that wants to join. Only the mail reveals whether the address already has an
 * account. On a server that can't prove addresses by mail, anyone with an invitation link joins with the address that
 * they name.
 */
export const requestSignUp =
  (ports: Ports) =>
  (
    realmId: RealmId,
    { email: address, invitationToken, remoteAddress }: SignUpRequest,
  ): TaskEither<CallerError | LimitError | RequestError, SignUpRequested> =>
  async () => {
    const email = address.trim();
    const limit = await limitMail(ports.throttle, realmId, email, { network: networkOf(remoteAddress) });
    if (E.isLeft(limit)) return limit;
    return asVisitor(
      ports.inTransaction,
      byServer(realmId),
      async (tx): Promise<E.Either<RequestError, SignUpRequested>> => {
        const { realm } = tx.state;
        // People without an invitation prove their address at the sign-on service.
        const takesPasswords = loginMethodsOf(ports.offeredLogins, realm.settings).has("Email");
        if (!takesPasswords && invitationToken === undefined) return E.left(passwordLoginDisabled);
        const invitation = invitationIn(ports, tx, invitationToken);
        if (E.isLeft(invitation)) return invitation;
        const allowed = checkJoinAddress(tx.state, email, ports.disposableDomains);
        if (E.isLeft(allowed)) return allowed;
        if (invitation.right !== undefined && !provesAddresses(ports)) {
          if (tx.state.holderOfEmail(email)) return E.left(alreadyHasAccount);
          return E.right({ kind: "admitted", token: signUpToken(ports, tx, email, invitation.right) });
        }
        const letter = mailTo(ports, tx, email, invitation.right);
        tx.enqueue(mailJob({ to: email, letter }, tx.now));
        return E.right({ kind: "mailed" });
      },
    )();
  };

/** The id of the invitation link that they used; undefined where anyone may join. */
const invitationIn = (
  ports: Ports,
  tx: Transaction,
  token: string | undefined,
): E.Either<InvitationError | LinkError, InvitationId | undefined> => {
  if (token === undefined)
    return tx.state.realm.settings.inviteRequired ? E.left(invitationRequired) : E.right(undefined);
  return pipe(
    readTicket(ports, tx.state, { purpose: "invitation", token }, tx.now),
    E.map(({ invitation }) => invitation?.id),
  );
};

const signUpToken = (
  { linkTokens }: Pick<Ports, "linkTokens">,
  { state, now }: Transaction,
  email: string,
  invitation: InvitationId | undefined,
): string =>
  linkTokens.write("sign_up", {
    realm: state.realm.id,
    email,
    expiresAt: now + linkValidMilliseconds,
    ...(invitation !== undefined && { invitation }),
  });

const mailTo = (
  ports: LinkPorts,
  tx: Transaction,
  email: string,
  invitation: InvitationId | undefined,
): MailContent => {
  const { state } = tx;
  const { realm } = state;
  if (state.holderOfEmail(email))
    return { kind: "already_joined", realmName: realm.name, link: linkTo(ports, realm, "/login") };
  const token = signUpToken(ports, tx, email, invitation);
  return {
    kind: "confirm_sign_up",
    realmName: realm.name,
    link: linkTo(ports, realm, `/accounts/confirm/${token}`),
  };
};
