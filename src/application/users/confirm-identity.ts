import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type ApiError, confirmationRequired, tooManyTries } from "../../domain/errors";
import type { Caller } from "../caller";
import type { CredentialReader } from "../ports/credentials";
import type { PasswordHasher } from "../ports/password-hasher";
import type { Throttle } from "../ports/throttle";
import { type CodePorts, checkCode } from "../second-factors/check-code";

interface PasswordPorts {
  readonly credentials: CredentialReader;
  readonly passwords: PasswordHasher;
  readonly throttle: Throttle;
}

export type ConfirmationPorts = PasswordPorts & CodePorts;

type Who = Pick<Caller, "realmId" | "userId">;

/** What somebody gives to show again who they are: their password, or a code where they have none. */
export interface Confirmation {
  readonly password: string | undefined;
  readonly code: string | undefined;
}

/** Whether a password is the user's. Guessers are slowed down. */
export const checkOwnPassword = async (
  { credentials, passwords, throttle }: PasswordPorts,
  { realmId, userId }: Who,
  password: string,
): Promise<Either<ApiError, boolean>> => {
  const guesses = `${realmId} ${userId}`;
  const wait = await throttle.take("password", guesses);
  if (wait !== undefined) return left(tooManyTries(wait));
  const isRight = await passwords.verify(await credentials.passwordHash(realmId, userId), password);
  if (isRight) await throttle.forget("password", guesses);
  return right(isRight);
};

/** How somebody shows again who they are: some log in by another service, and have a second factor or none. */
export const howToConfirm =
  ({ credentials }: { readonly credentials: CredentialReader }) =>
  async ({ realmId, userId }: Who): Promise<"password" | "code" | "nothing"> => {
    if ((await credentials.passwordHash(realmId, userId)) !== undefined) return "password";
    return (await credentials.secondFactors(realmId, userId)).length > 0 ? "code" : "nothing";
  };

/**
 * Has somebody who is logged in show again who they are, so that a browser that was left open gives nothing away.
 * Whoever has neither a password nor a second factor is believed.
 */
export const confirmIdentity = async (
  ports: ConfirmationPorts,
  who: Who,
  { password, code }: Confirmation,
): Promise<Either<ApiError, undefined>> => {
  const way = await howToConfirm(ports)(who);
  if (way === "nothing") return right(undefined);
  if (way === "code")
    return code === undefined
      ? left(confirmationRequired("Give a code of your second factor."))
      : checkCode(ports, who.realmId, who.userId, code);
  if (password === undefined) return left(confirmationRequired("Give your password again."));
  const isRight = await checkOwnPassword(ports, who, password);
  if (isLeft(isRight)) return isRight;
  return isRight.right ? right(undefined) : left(confirmationRequired("Wrong password!"));
};
