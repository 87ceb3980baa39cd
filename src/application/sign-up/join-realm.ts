import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type ApiError, linkRefused, realmDeactivated } from "../../domain/errors";
import type { DefaultChannelGroupId } from "../../domain/ids";
import { mustAcceptTerms } from "../../domain/invitations/refusals";
import type { LoginMethod } from "../../domain/realm/login-method";
import type { RealmState } from "../../domain/state/realm-state";
import type { Result, Visitor } from "../caller";
import { checkJoinAddress } from "../domains/shared/check-join-address";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { LinkTokens } from "../ports/login/link-tokens";
import type { PasswordHasher } from "../ports/login/password-hasher";
import type { PasswordStrength } from "../ports/login/password-strength";
import type { SignOnIdentities } from "../ports/login/sign-on-identities";
import type { DisposableDomains } from "../ports/mail/disposable-domains";
import type { Clock } from "../ports/system/clock";
import type { InTransaction } from "../transaction";
import { checkPassword } from "../users/shared/check-password";
import { checkFullName, checkUniqueName } from "../users/shared/check-profile";
import { readTicket } from "./internal/read-ticket";
import { admitUser } from "./shared/admit-user";
import type { ReadTicket, Ticket } from "./shared/ticket";

interface AccountWanted {
  readonly fullName: string;
  readonly password: string;
  /** Ids of the groups of default channels that they chose. */
  readonly channelGroupIds?: readonly DefaultChannelGroupId[];
  /** Whether they accept the organization's terms. */
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

/** Creates the account that a ticket entitles to and returns its user's id. A ticket creates one account. */
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
    if (!wanted.acceptsTerms) return left(mustAcceptTerms);
    const passwordHash = await hashFor(ports, state, wanted.password, early.right, fullName.right);
    if (isLeft(passwordHash)) return passwordHash;
    const joined = await ports.inTransaction(visitor, (tx) => async () => {
      if (tx.state.realm.isDeactivated) return left(realmDeactivated);
      const read = proven(readTicket(ports, tx.state, ticket, tx.now));
      if (isLeft(read)) return read;
      const { email, invitation } = read.right;
      const refusal = checkJoinAddress(tx.state, email, ports.disposableDomains);
      if (isLeft(refusal)) return refusal;
      const unique = checkUniqueName(tx.state, fullName.right, undefined);
      if (isLeft(unique)) return unique;
      const role = invitation?.role ?? "member";
      const newcomer = { email, fullName: unique.right, role, passwordHash: passwordHash.right, invitation };
      // Guests get only the channels of their invitation.
      const channelGroupIds = role === "guest" ? [] : (wanted.channelGroupIds ?? []);
      return right((await admitUser(tx, { ...newcomer, channelGroupIds, awaitsFirstLogin: false })).id);
    })();
    const { identity } = early.right;
    // If this process dies here, their address links them at the next sign-on.
    if (joined._tag === "Right" && identity)
      await ports.signOnIdentities.link(realmId, identity, joined.right, ports.clock.now());
    return joined;
  };

/** Hashing is slow, so it happens outside the realm's lane. */
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

/** Refuses a ticket that doesn't prove an address. */
const proven = (read: Either<ApiError, ReadTicket>): Either<ApiError, ProvenTicket> => {
  if (isLeft(read)) return read;
  const { email } = read.right;
  return email === undefined ? left(linkRefused("unknown")) : right({ ...read.right, email });
};
