import type { Request, RequestHandler } from "express";
import { type Either, isLeft, right } from "fp-ts/Either";
import type { UseCases } from "../../application/use-cases";
import type { ApiError } from "../../domain/errors";
import type { SignedIn } from "./authentication";
import { decodeParameters, required } from "./codecs/parameter";
import { text } from "./codecs/wire-type";
import { givenIn } from "./request-body";
import { realmFacts, type ServerFacts } from "./request-context";
import { send } from "./send";

/** The key of a bot's in the URL, where another program can be told of a URL only. */
export const keyAuthentication = (app: UseCases, server: ServerFacts): RequestHandler => {
  const check = async (request: Request): Promise<Either<ApiError, SignedIn>> => {
    const key = decodeParameters({ api_key: required(text) }, givenIn(request));
    if (isLeft(key)) return key;
    const found = await app.realms.find(request.hostname)();
    if (isLeft(found)) return found;
    const { realm } = found.right;
    const user = await app.users.authenticateByKey(realm.id, key.right.api_key);
    return isLeft(user) ? user : right({ user: user.right, realm: realmFacts(realm, server) });
  };
  return (request, response, next) => {
    check(request).then((outcome) => {
      if (isLeft(outcome)) return send(response, outcome);
      Object.assign(request, { user: outcome.right });
      next();
    }, next);
  };
};
