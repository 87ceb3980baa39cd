import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { RealmId } from "../../domain/ids";
import type { LinkError } from "../../domain/login/link-refusals";
import { makeHalfLogin, type Ports, readHalfLogin } from "./internal/half-login-token";
import type { HalfLogin } from "./shared/half-login";

/** Repeats a half login after a wrong code. Its expiry stays. */
export const retrySecondFactor =
  (ports: Ports) =>
  (realmId: RealmId, token: string): TaskEither<CallerError | LinkError, HalfLogin> =>
  async () => {
    const state = await ports.directory.newest(realmId);
    const half = await readHalfLogin(ports, state, token);
    if (E.isLeft(half)) return half;
    const { user, expiresAt, passwordHash } = half.right;
    return E.right(await makeHalfLogin(ports, state, user, expiresAt, passwordHash));
  };
