import * as E from "fp-ts/Either";
import { type CallerError, realmDeactivated } from "../../../domain/caller-refusals";
import { type LinkError, linkRefused } from "../../../domain/login/link-refusals";
import type { RealmState } from "../../../domain/state/realm-state";
import type { User } from "../../../domain/users/user";
import type { RealmDirectory } from "../../held-realms/realm-directory";
import { isLinkExpired, type LinkPorts, readLink } from "../../links/realm-links";
import { proofOfLogin } from "../../login/shared/proof-of-login";
import type { CredentialReader } from "../../ports/login/credentials";
import type { Passkeys } from "../../ports/login/passkeys";
import type { Clock } from "../../ports/system/clock";
import type { Seals } from "../../ports/system/seals";
import type { HalfLogin } from "../shared/half-login";
import { passkeysAmong, siteOf } from "./stored-passkey";

export interface Ports extends LinkPorts {
  readonly directory: RealmDirectory;
  readonly credentials: CredentialReader;
  readonly passkeys: Passkeys;
  readonly seals: Seals;
  readonly clock: Clock;
}

/** The contents of a half login's token. */
interface OpenedHalfLogin {
  readonly user: User;
  /** The challenge for a passkey; undefined if the user has none. */
  readonly challenge: string | undefined;
  /** Unix milliseconds. */
  readonly expiresAt: number;
  /** Hash of the user's password; undefined if they have none. */
  readonly passwordHash: string | undefined;
}

export const validMilliseconds = 600_000;

export const makeHalfLogin = async (
  ports: Ports,
  { realm }: RealmState,
  user: User,
  expiresAt: number,
  shown?: string,
): Promise<HalfLogin> => {
  const factors = await ports.credentials.secondFactors(realm.id, user.id);
  const known = passkeysAmong(ports.seals, factors);
  const asked = known.length === 0 ? undefined : await ports.passkeys.offerUse(siteOf(ports, realm), known);
  const token = ports.linkTokens.write("second_factor", {
    realm: realm.id,
    user: user.id,
    expiresAt,
    proof: proofOfLogin(
      ports.linkTokens,
      "second_factor",
      user,
      shown ?? (await ports.credentials.passwordHash(realm.id, user.id)),
    ),
    ...(asked && { challenge: asked.challenge }),
  });
  return { token, hasApp: factors.some(({ kind }) => kind === "app"), passkeyOptions: asked?.options };
};

/** Reads the token of a half login. Refuses where the realm is deactivated. */
export const readHalfLogin = async (
  ports: Pick<Ports, "linkTokens" | "credentials" | "clock">,
  state: RealmState,
  token: string,
): Promise<E.Either<CallerError | LinkError, OpenedHalfLogin>> => {
  if (state.realm.isDeactivated) return E.left(realmDeactivated);
  const read = readLink(ports, "second_factor", state.realm.id, token);
  if (E.isLeft(read)) return read;
  const { user: userId, challenge, expiresAt, proof } = read.right;
  const user = state.users.get(userId);
  if (!user?.isActive) return E.left(linkRefused("revoked"));
  const passwordHash = await ports.credentials.passwordHash(state.realm.id, user.id);
  if (proof !== proofOfLogin(ports.linkTokens, "second_factor", user, passwordHash))
    return E.left(linkRefused("revoked"));
  if (isLinkExpired(read.right, ports.clock.now())) return E.left(linkRefused("expired"));
  return E.right({ user, passwordHash, expiresAt, challenge });
};
