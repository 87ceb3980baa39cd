import type { Request } from "express";
import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import type { Bound } from "../../../application/bind-use-cases";
import type { findRealm } from "../../../application/realm/find-realm";
import type { RealmId } from "../../../domain/ids";
import { realmInfo, type ServerInfo } from "../../zulip-wire/server-info";
import type { HttpError } from "../reply/http-error";
import type { SignedIn } from "./signed-in";

/** Finds the caller of a request by a check in the realm at the request's host. */
export const callerAtHost = (
  find: Bound<typeof findRealm>,
  server: ServerInfo,
  request: Request,
  check: (realmId: RealmId) => TE.TaskEither<HttpError, Omit<SignedIn, "realm">>,
): TE.TaskEither<HttpError, SignedIn> =>
  pipe(
    find(request.hostname),
    TE.chainW(({ realm }) =>
      pipe(
        check(realm.id),
        TE.map((caller) => ({ ...caller, realm: realmInfo(realm, server) })),
      ),
    ),
  );
