import type { RequestHandler } from "express";
import { isLeft, left } from "fp-ts/Either";
import { findRealm } from "../../application/realm/find-realm";
import type { Needs } from "../../application/together";
import { realmDeactivated } from "../../domain/errors";
import type { Authentication } from "./authentication";
import { type RealmFacts, realmFacts, type ServerFacts } from "./request-context";
import { send } from "./send";

/** A request of somebody without an account, with the realm at its host. */
export interface Spectating {
  readonly realm: RealmFacts;
}

/** Lets people without an account in where the realm does; whoever names themselves must be who they say. */
export const authenticatedOrSpectator =
  (
    services: Needs<typeof findRealm>,
    server: ServerFacts,
    { isTried, required, refusal }: Authentication,
  ): RequestHandler =>
  (request, response, next) => {
    if (isTried(request)) return required(request, response, next);
    const letIn = async (): Promise<void> => {
      const found = await findRealm(services)(request.hostname)();
      if (isLeft(found)) return send(response, found);
      const { realm } = found.right;
      if (realm.isDeactivated) return send(response, left(realmDeactivated));
      if (!realm.settings.enableSpectatorAccess) return send(response, left(refusal));
      Object.assign(request, { realm: realmFacts(realm, server) });
      next();
    };
    letIn().catch(next);
  };
