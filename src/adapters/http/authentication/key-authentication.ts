import type { Request, RequestHandler } from "express";
import { type Either, isLeft, right } from "fp-ts/Either";
import { type Needs, together } from "../../../application/bind-use-cases";
import { findRealm } from "../../../application/realm/find-realm";
import { authenticateByKey } from "../../../application/users/authenticate-by-key";
import { decodeParameters, required } from "../../zulip-wire/codecs/parameter";
import { text } from "../../zulip-wire/codecs/wire-type";
import { realmFacts, type ServerFacts } from "../../zulip-wire/facts";
import type { HttpError } from "../reply/http-error";
import { parametersOf } from "../request/request-body";
import { keyClientOf } from "./authentication";
import { byStrategy, type Refuse } from "./by-strategy";
import { checkStrategy } from "./check-strategy";
import type { SignedIn } from "./signed-in";

const useKeys = together({ authenticateByKey, findRealm });

/** Authentication by a bot's key in the URL, for programs that can only be configured with a URL. */
export const keyAuthentication = (
  services: Needs<typeof useKeys>,
  server: ServerFacts,
  refuse: Refuse,
): RequestHandler => {
  const { authenticateByKey, findRealm } = useKeys(services);
  const check = async (request: Request): Promise<Either<HttpError, SignedIn>> => {
    const key = decodeParameters({ api_key: required(text) }, parametersOf(request));
    if (isLeft(key)) return key;
    const found = await findRealm(request.hostname)();
    if (isLeft(found)) return found;
    const { realm } = found.right;
    const user = await authenticateByKey(realm.id, key.right.api_key, keyClientOf(request));
    return isLeft(user) ? user : right({ user: user.right, realm: realmFacts(realm, server) });
  };
  return byStrategy(checkStrategy(check), refuse);
};
