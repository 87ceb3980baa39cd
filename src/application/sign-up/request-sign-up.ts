import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type ApiError, badRequest, passwordLoginDisabled, realmDeactivated } from "../../domain/errors";
import type { Letter } from "../../domain/letter";
import { type LoginMethod, loginMethodsOf } from "../../domain/login-method";
import { networkOf } from "../../domain/network";
import { byServer, type Result } from "../caller";
import { type AddressProblem, problemOfAddress } from "../invitations/check-addresses";
import { mailJob } from "../jobs/mail-payload";
import { limitMail } from "../mail/limit-mail";
import type { DisposableDomains } from "../ports/disposable-domains";
import type { Throttle } from "../ports/throttle";
import { type LinkPorts, linkTo, linkValidMilliseconds } from "../realm-links";
import type { InTransaction, Transaction } from "../transaction";
import { needsInvitation, readTicket } from "./ticket";

interface SignUpRequest {
  readonly email: string;
  /** Of a link that many may use. */
  readonly invitationToken?: string;
  /** Where the request comes from. */
  readonly remoteAddress: string;
}

interface Ports extends LinkPorts {
  readonly inTransaction: InTransaction;
  readonly disposableDomains: DisposableDomains;
  readonly throttle: Throttle;
  readonly offeredLogins: readonly LoginMethod[];
}

const words: Readonly<Record<AddressProblem, string>> = {
  invalid: "Enter a valid email address.",
  outside: "Your address is not of a domain whose addresses may join this organization.",
  plus: "Addresses that contain + can't join this organization.",
  disposable: "Please use your real email address.",
};

/** Fails with why an address may not join the realm. */
export const refusalOfAddress = (
  ...given: Parameters<typeof problemOfAddress>
): Either<ApiError, undefined> => {
  const problem = problemOfAddress(...given);
  return problem === undefined ? right(undefined) : left(badRequest(words[problem]));
};

/**
 * Mails a link to whoever wants to join, so that they show that the address is theirs. Whether it has an account
 * already is told in that mail alone.
 */
export const requestSignUp =
  (ports: Ports) =>
  (realmId: number, { email: given, invitationToken, remoteAddress }: SignUpRequest): Result<void> =>
  async () => {
    const email = given.trim();
    const limit = await limitMail(ports.throttle, realmId, email, { network: networkOf(remoteAddress) });
    if (limit) return left(limit);
    return ports.inTransaction(byServer(realmId), (tx) => async () => {
      const { realm } = tx.state;
      if (realm.isDeactivated) return left(realmDeactivated);
      // Who has no invitation proves their address at the other service.
      const takesPasswords = loginMethodsOf(ports.offeredLogins, realm.settings).has("Email");
      if (!takesPasswords && invitationToken === undefined) return left(passwordLoginDisabled);
      const invitation = invitationIn(ports, tx, invitationToken);
      if (isLeft(invitation)) return invitation;
      const refusal = refusalOfAddress(tx.state, email, ports.disposableDomains);
      if (isLeft(refusal)) return refusal;
      const letter = letterTo(ports, tx, email, invitation.right);
      tx.enqueue(mailJob({ to: email, letter }, tx.now));
      return right(undefined);
    })();
  };

/** The id of the link that brought them; undefined where anyone may join. */
const invitationIn = (
  ports: Ports,
  tx: Transaction,
  token: string | undefined,
): Either<ApiError, number | undefined> => {
  if (token === undefined)
    return tx.state.realm.settings.inviteRequired ? left(needsInvitation) : right(undefined);
  const read = readTicket(ports, tx.state, { purpose: "invitation", token }, tx.now);
  return isLeft(read) ? read : right(read.right.invitation?.id);
};

const letterTo = (
  ports: LinkPorts,
  { state, now }: Transaction,
  email: string,
  invitation: number | undefined,
): Letter => {
  const { realm } = state;
  if (state.userByEmail(email))
    return { kind: "already_joined", realmName: realm.name, link: linkTo(ports, realm, "/login") };
  const token = ports.linkTokens.write("sign_up", {
    realm: realm.id,
    email,
    expiresAt: now + linkValidMilliseconds,
    ...(invitation !== undefined && { invitation }),
  });
  return {
    kind: "confirm_sign_up",
    realmName: realm.name,
    link: linkTo(ports, realm, `/accounts/confirm/${token}`),
  };
};
