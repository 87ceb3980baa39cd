import type { RequestHandler } from "express";
import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import type { Needs } from "../../../application/bind-use-cases";
import { findRealm } from "../../../application/realm/find-realm";
import { realmDeactivated } from "../../../domain/caller-refusals";
import type { RealmState } from "../../../domain/state/realm-state";
import { type RealmInfo, realmInfo, type ServerInfo } from "../../zulip-wire/server-info";
import type { HttpError } from "../reply/http-error";
import { sendError } from "../reply/send";
import type { Authentication } from "./authentication";

/** A request without an account, with the realm at its host. */
export interface Spectating {
  readonly realm: RealmInfo;
}

/** Admits requests without an account if the realm does. Credentials, if given, must be valid. */
export const authenticatedOrSpectator =
  (
    services: Needs<typeof findRealm>,
    server: ServerInfo,
    { carriesCredentials, required, refusal }: Authentication,
  ): RequestHandler =>
  (request, response, next) => {
    if (carriesCredentials(request)) return required(request, response, next);
    const admitted: TE.TaskEither<HttpError, RealmState> = pipe(
      findRealm(services)(request.hostname),
      TE.filterOrElseW(
        ({ realm }) => !realm.isDeactivated,
        () => realmDeactivated,
      ),
      TE.filterOrElseW(
        ({ realm }) => realm.settings.enableSpectatorAccess,
        () => refusal,
      ),
    );
    admitted()
      .then(
        E.match(
          (error) => sendError(response, error),
          ({ realm }) => {
            Object.assign(request, { realm: realmInfo(realm, server) });
            next();
          },
        ),
      )
      .catch(next);
  };
