import { pipe } from "fp-ts/function";
import type { TaskEither } from "fp-ts/TaskEither";
import * as TE from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { LimitError } from "../../domain/limit-refusals";
import type { LoginError } from "../../domain/login/refusals";
import type { Needs } from "../bind-use-cases";
import type { Visitor } from "../caller";
import { finishLogin } from "./finish-login";
import type { issueApiKey, LoggedIn } from "./issue-api-key";
import { type ProofPorts, provePassword } from "./prove-password";
import type { CodePorts } from "./shared/check-code";

interface Proofs {
  readonly email: string;
  readonly password: string;
  /** The code of the second factor, if given. */
  readonly code: string | undefined;
}

/** Exchanges an email address, a password and, for accounts with two factors, a code for the user's API key. */
export const logIn =
  (ports: ProofPorts & CodePorts & Needs<typeof issueApiKey>) =>
  (
    visitor: Visitor,
    { email, password, code }: Proofs,
  ): TaskEither<CallerError | LimitError | LoginError, LoggedIn> =>
    pipe(
      provePassword(ports)(visitor, email, password),
      TE.chain(({ user, passwordHash }) => finishLogin(ports, visitor, user, code, { passwordHash })),
    );
