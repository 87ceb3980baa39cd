import type { Request, RequestHandler } from "express";
import { type Either, isLeft, right } from "fp-ts/Either";
import { findRealm } from "../../application/realm/find-realm";
import { type Needs, together } from "../../application/together";
import { authenticateByKey } from "../../application/users/authenticate";
import type { ApiError } from "../../domain/errors";
import { holderIn, type Refuse, type SignedIn } from "./authentication";
import { decodeParameters, required } from "./codecs/parameter";
import { text } from "./codecs/wire-type";
import { givenIn } from "./request-body";
import { realmFacts, type ServerFacts } from "./request-context";

const useKeys = together({ authenticateByKey, findRealm });

/** The key of a bot's in the URL, where another program can be told of a URL only. */
export const keyAuthentication = (
  services: Needs<typeof useKeys>,
  server: ServerFacts,
  refuse: Refuse,
): RequestHandler => {
  const { authenticateByKey, findRealm } = useKeys(services);
  const check = async (request: Request): Promise<Either<ApiError, SignedIn>> => {
    const key = decodeParameters({ api_key: required(text) }, givenIn(request));
    if (isLeft(key)) return key;
    const found = await findRealm(request.hostname)();
    if (isLeft(found)) return found;
    const { realm } = found.right;
    const user = await authenticateByKey(realm.id, key.right.api_key, holderIn(request));
    return isLeft(user) ? user : right({ user: user.right, realm: realmFacts(realm, server) });
  };
  return (request, response, next) => {
    check(request).then((outcome) => {
      if (isLeft(outcome)) return refuse(request, response, outcome.left);
      Object.assign(request, { user: outcome.right });
      next();
    }, next);
  };
};
