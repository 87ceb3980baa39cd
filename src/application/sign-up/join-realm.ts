import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { DefaultChannelGroupId, UserId } from "../../domain/ids";
import type { InputError } from "../../domain/input-refusals";
import type { InvitationError } from "../../domain/invitations/refusals";
import { type LinkError, linkRefused } from "../../domain/login/link-refusals";
import type { PasswordError } from "../../domain/passwords/refusals";
import type { LoginMethod } from "../../domain/realm/login-method";
import type { RealmState } from "../../domain/state/realm-state";
import type { UserError } from "../../domain/users/refusals";
import { asVisitor } from "../as-visitor";
import type { Visitor } from "../caller";
import { checkJoinAddress } from "../domains/shared/check-join-address";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { LinkTokens } from "../ports/login/link-tokens";
import type { PasswordHasher } from "../ports/login/password-hasher";
import type { PasswordStrength } from "../ports/login/password-strength";
import type { SignOnIdentities } from "../ports/login/sign-on-identities";
import type { DisposableDomains } from "../ports/mail/disposable-domains";
import type { Clock } from "../ports/system/clock";
import { prepareOutside, stillPrepared } from "../prepared-outside";
import { recordLink } from "../sign-on/shared/record-link";
import type { InTransaction, Transaction } from "../transaction";
import { preparePassword } from "../users/shared/check-password";
import { checkFullName, checkUniqueName } from "../users/shared/check-profile";
import { readTicket } from "./internal/read-ticket";
import { admitUser } from "./shared/admit-user";
import type { ReadTicket, Ticket } from "./shared/ticket";

export interface AccountForm {
  readonly fullName: string;
  readonly password: string;
  /** Ids of the groups of default channels that they chose. */
  readonly channelGroupIds?: readonly DefaultChannelGroupId[];
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
  (
    visitor: Visitor,
    ticket: Ticket,
    account: AccountForm,
  ): TaskEither<CallerError | InputError | InvitationError | LinkError | PasswordError | UserError, UserId> =>
  async () => {
    const { realmId } = visitor;
    const state = await ports.directory.newest(realmId);
    const early = checkJoining(ports, state, ticket, account, ports.clock.now());
    if (E.isLeft(early)) return early;
    const { ticket: proven, fullName } = early.right;
    const prepare = ({ realm }: RealmState) =>
      preparePassword(ports, realm.settings, { password: account.password, known: [proven.email, fullName] });
    const prepared = proven.needsPassword ? await prepareOutside(state, prepare(state)) : undefined;
    if (prepared && E.isLeft(prepared.made)) return prepared.made;
    const joined = await asVisitor(ports.inTransaction, visitor, async (tx) => {
      const checked = checkStillJoining(ports, tx, ticket, fullName);
      if (E.isLeft(checked)) return checked;
      const { ticket: read, fullName: unique } = checked.right;
      const hash = prepared && stillPrepared(tx, "password", prepared, () => prepare(tx.state));
      if (hash && E.isLeft(hash)) return hash;
      const { email, invitation } = read;
      const role = invitation?.role ?? "member";
      const newcomer = { email, fullName: unique, role, passwordHash: hash?.right, invitation };
      // Guests get only the channels of their invitation.
      const channelGroupIds = role === "guest" ? [] : (account.channelGroupIds ?? []);
      return E.right((await admitUser(tx, { ...newcomer, channelGroupIds, awaitsFirstLogin: false })).id);
    })();
    const { identity } = proven;
    // If this process dies here, their address links them at the next sign-on.
    if (E.isRight(joined) && identity) {
      const { signOnIdentities, inTransaction, clock } = ports;
      const isLinked = await signOnIdentities.link(realmId, identity, joined.right, clock.now());
      if (isLinked) await recordLink(inTransaction, visitor, identity, joined.right);
    }
    return joined;
  };

/** Refuses a ticket that doesn't prove an address. */
const requireAddress = ({ email, ...ticket }: ReadTicket): E.Either<LinkError, ProvenTicket> =>
  email === undefined ? E.left(linkRefused("unknown")) : E.right({ ...ticket, email });

/** The ticket and the name that the account gets. */
const checkJoining = (ports: Ports, state: RealmState, ticket: Ticket, account: AccountForm, now: number) =>
  pipe(
    E.Do,
    E.bind("ticket", () => pipe(readTicket(ports, state, ticket, now), E.chainW(requireAddress))),
    E.bindW("fullName", () => checkFullName(account.fullName)),
  );

/** Checks again against the realm at commit time. */
const checkStillJoining = (ports: Ports, { state, now }: Transaction, ticket: Ticket, fullName: string) =>
  pipe(
    readTicket(ports, state, ticket, now),
    E.chainW(requireAddress),
    E.chainFirstW(({ email }) => checkJoinAddress(state, email, ports.disposableDomains)),
    E.bindTo("ticket"),
    E.bindW("fullName", () => checkUniqueName(state, fullName, undefined)),
  );
