import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type ApiError, authenticationFailed, linkRefused, userDeactivated } from "../../domain/errors";
import type { RealmState } from "../../domain/realm-state";
import type { User } from "../../domain/user";
import type { Result } from "../caller";
import type { Clock } from "../ports/clock";
import type { CredentialReader } from "../ports/credentials";
import type { LinkTokens } from "../ports/link-tokens";
import type { Passkeys } from "../ports/passkeys";
import type { Seals } from "../ports/seals";
import type { RealmDirectory } from "../realm-directory";
import { isOver, type LinkPorts, readLink } from "../realm-links";
import { passkeysAmong, siteOf } from "./stored-passkey";

interface Ports extends LinkPorts {
  readonly directory: RealmDirectory;
  readonly credentials: CredentialReader;
  readonly passkeys: Passkeys;
  readonly seals: Seals;
  readonly clock: Clock;
}

/** A login that has got halfway. */
export interface HalfLogin {
  /** Shows, for some minutes, that the first factor was proved. */
  readonly token: string;
  readonly hasApp: boolean;
  /** What the browser is asked to do with a passkey; undefined for somebody who has none. */
  readonly passkeyOptions: string | undefined;
}

/** What a half login's token says. */
interface ReadHalf {
  readonly user: User;
  /** What a passkey must answer to; undefined where the user has none. */
  readonly challenge: string | undefined;
  /** Unix milliseconds. */
  readonly expiresAt: number;
}

const validMilliseconds = 600_000;

/** Follows from what was proved: a new password, a new key or another factor ends older halves. */
const proofOf = async (
  { linkTokens, credentials }: { readonly linkTokens: LinkTokens; readonly credentials: CredentialReader },
  realmId: number,
  { id, apiKeyVersion, secondFactors }: User,
): Promise<string> => {
  const hash = await credentials.passwordHash(realmId, id);
  return linkTokens.proof("second_factor", `${hash ?? "none"} ${apiKeyVersion} ${secondFactors}`);
};

const halfOf = async (
  ports: Ports,
  { realm }: RealmState,
  user: User,
  expiresAt: number,
): Promise<HalfLogin> => {
  const factors = await ports.credentials.secondFactors(realm.id, user.id);
  const known = passkeysAmong(ports.seals, factors);
  const asked = known.length === 0 ? undefined : await ports.passkeys.askToUse(siteOf(ports, realm), known);
  const token = ports.linkTokens.write("second_factor", {
    realm: realm.id,
    user: user.id,
    expiresAt,
    proof: await proofOf(ports, realm.id, user),
    ...(asked && { challenge: asked.challenge }),
  });
  return { token, hasApp: factors.some(({ kind }) => kind === "app"), passkeyOptions: asked?.options };
};

/**
 * What is left to do for somebody who has just proved their first factor, by whichever way: undefined where that is
 * enough.
 */
export const awaitSecondFactor =
  (ports: Ports) =>
  (realmId: number, userId: number): Result<HalfLogin | undefined> =>
  async () => {
    const state = await ports.directory.newest(realmId);
    const user = state.users.get(userId);
    if (user === undefined) return left(authenticationFailed);
    if (!user.isActive) return left(userDeactivated);
    if (user.secondFactors === 0) return right(undefined);
    return right(await halfOf(ports, state, user, ports.clock.now() + validMilliseconds));
  };

/** The same half once more, after a wrong code: for no longer than it was good. */
export const retrySecondFactor =
  (ports: Ports) =>
  (realmId: number, token: string): Result<HalfLogin> =>
  async () => {
    const state = await ports.directory.newest(realmId);
    const half = await readHalf(ports, state, token);
    return isLeft(half) ? half : right(await halfOf(ports, state, half.right.user, half.right.expiresAt));
  };

/** Whose login a token is half of. */
export const readHalf = async (
  ports: Pick<Ports, "linkTokens" | "credentials" | "clock">,
  state: RealmState,
  token: string,
): Promise<Either<ApiError, ReadHalf>> => {
  const read = readLink(ports, "second_factor", state.realm.id, token);
  if (isLeft(read)) return read;
  const { user: userId, challenge, expiresAt, proof } = read.right;
  const user = state.users.get(Number(userId));
  if (!user?.isActive || proof !== (await proofOf(ports, state.realm.id, user)))
    return left(linkRefused("revoked"));
  if (isOver(read.right, ports.clock.now())) return left(linkRefused("expired"));
  return right({
    user,
    expiresAt: Number(expiresAt),
    challenge: typeof challenge === "string" ? challenge : undefined,
  });
};
