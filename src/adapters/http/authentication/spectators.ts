import type { RequestHandler } from "express";
import { isLeft, left } from "fp-ts/Either";
import type { Needs } from "../../../application/bind-use-cases";
import { findRealm } from "../../../application/realm/find-realm";
import { realmDeactivated } from "../../../domain/errors";
import { type RealmFacts, realmFacts, type ServerFacts } from "../../zulip-wire/facts";
import { send } from "../reply/send";
import type { Authentication } from "./authentication";

/** A request without an account, with the realm at its host. */
export interface Spectating {
  readonly realm: RealmFacts;
}

/** Admits requests without an account if the realm does. Credentials, if given, must be valid. */
export const authenticatedOrSpectator =
  (
    services: Needs<typeof findRealm>,
    server: ServerFacts,
    { carriesCredentials, required, refusal }: Authentication,
  ): RequestHandler =>
  (request, response, next) => {
    if (carriesCredentials(request)) return required(request, response, next);
    const admitSpectator = async (): Promise<void> => {
      const found = await findRealm(services)(request.hostname)();
      if (isLeft(found)) return send(response, found);
      const { realm } = found.right;
      if (realm.isDeactivated) return send(response, left(realmDeactivated));
      if (!realm.settings.enableSpectatorAccess) return send(response, left(refusal));
      Object.assign(request, { realm: realmFacts(realm, server) });
      next();
    };
    admitSpectator().catch(next);
  };
