import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type ApiError, badRequest, linkRefused, realmDeactivated } from "../../domain/errors";
import type { LoginMethod } from "../../domain/login-method";
import type { RealmState } from "../../domain/realm-state";
import type { Result, Visitor } from "../caller";
import type { Clock } from "../ports/clock";
import type { DisposableDomains } from "../ports/disposable-domains";
import type { LinkTokens } from "../ports/link-tokens";
import type { PasswordHasher } from "../ports/password-hasher";
import type { PasswordStrength } from "../ports/password-strength";
import type { SignOnIdentities } from "../ports/sign-on-identities";
import type { RealmDirectory } from "../realm-directory";
import type { InTransaction } from "../transaction";
import { checkPassword } from "../users/check-password";
import { checkFullName, checkOwnName } from "../users/check-profile";
import { admitUser } from "./admit-user";
import { refusalOfAddress } from "./request-sign-up";
import { type ReadTicket, readTicket, type Ticket } from "./ticket";

interface AccountWanted {
  readonly fullName: string;
  readonly password: string;
  /** Ids of groups of default channels that they choose. */
  readonly channelGroupIds?: readonly number[];
  /** Whether they accept the terms of the organization. */
  readonly acceptsTerms: boolean;
}

type ProvenTicket = ReadTicket & { readonly email: string };

interface Ports {
  readonly inTransaction: InTransaction;
  readonly directory: RealmDirectory;
  readonly linkTokens: LinkTokens;
  readonly disposableDomains: DisposableDomains;
  readonly passwords: PasswordHasher;
  readonly passwordStrength: PasswordStrength;
  readonly signOnIdentities: SignOnIdentities;
  readonly offeredLogins: readonly LoginMethod[];
  readonly clock: Clock;
}

/** Makes the account that a ticket is good for; answers with its user's id. A ticket makes one account. */
export const joinRealm =
  (ports: Ports) =>
  (visitor: Visitor, ticket: Ticket, wanted: AccountWanted): Result<number> =>
  async () => {
    const { realmId } = visitor;
    const state = await ports.directory.newest(realmId);
    const early = proven(readTicket(ports, state, ticket, ports.clock.now()));
    if (isLeft(early)) return early;
    const fullName = checkFullName(wanted.fullName);
    if (isLeft(fullName)) return fullName;
    if (!wanted.acceptsTerms) return left(badRequest("You must agree to the terms."));
    const passwordHash = await hashFor(ports, state, wanted.password, early.right, fullName.right);
    if (isLeft(passwordHash)) return passwordHash;
    const joined = await ports.inTransaction(visitor, (tx) => async () => {
      if (tx.state.realm.isDeactivated) return left(realmDeactivated);
      const read = proven(readTicket(ports, tx.state, ticket, tx.now));
      if (isLeft(read)) return read;
      const { email, invitation } = read.right;
      const refusal = refusalOfAddress(tx.state, email, ports.disposableDomains);
      if (isLeft(refusal)) return refusal;
      const unique = checkOwnName(tx.state, fullName.right, undefined);
      if (isLeft(unique)) return unique;
      const role = invitation?.role ?? "member";
      const newcomer = { email, fullName: unique.right, role, passwordHash: passwordHash.right, invitation };
      // Guests have only the channels that they were invited to.
      const channelGroupIds = role === "guest" ? [] : (wanted.channelGroupIds ?? []);
      return right((await admitUser(tx, { ...newcomer, channelGroupIds, awaitsFirstLogin: false })).id);
    })();
    const { identity } = early.right;
    // Should this process end here, their address links them when they sign on again.
    if (joined._tag === "Right" && identity)
      await ports.signOnIdentities.link(realmId, identity, joined.right, ports.clock.now());
    return joined;
  };

/** A hash takes long, so it is made before the realm's lane is entered. */
const hashFor = async (
  { passwordStrength, passwords }: Ports,
  { realm }: RealmState,
  password: string,
  { email, needsPassword }: ProvenTicket,
  fullName: string,
): Promise<Either<ApiError, string | undefined>> => {
  if (!needsPassword) return right(undefined);
  const checked = await checkPassword(passwordStrength, realm.settings, password, [email, fullName]);
  return isLeft(checked) ? checked : right(await passwords.hash(checked.right));
};

/** A ticket that proves whose address it is. */
const proven = (read: Either<ApiError, ReadTicket>): Either<ApiError, ProvenTicket> => {
  if (isLeft(read)) return read;
  const { email } = read.right;
  return email === undefined ? left(linkRefused("unknown")) : right({ ...read.right, email });
};
