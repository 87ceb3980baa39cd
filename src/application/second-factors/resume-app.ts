import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { LinkError } from "../../domain/login/link-refusals";
import { readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { ConfirmationPorts } from "../login/shared/confirm-identity";
import type { RandomTokens } from "../ports/system/random-tokens";
import type { AppSetUp } from "./begin-app";
import { readAppSecret } from "./internal/read-app-secret";

interface Ports extends ConfirmationPorts {
  readonly directory: RealmDirectory;
  readonly tokens: RandomTokens;
}

/** Repeats the same set-up after a wrong code, so that the app needs no new secret. */
export const resumeApp =
  (ports: Ports) =>
  (caller: Caller, token: string): TaskEither<CallerError | LinkError, AppSetUp> =>
    readAsCaller(ports.directory, caller, async (state, user) => {
      const secret = readAppSecret(ports, caller, token);
      if (E.isLeft(secret)) return secret;
      const uri = ports.oneTimeCodes.uriOf(secret.right, state.realm.name, user.email);
      return E.right({ secret: secret.right, uri, token });
    });
