import type { Request, RequestHandler } from "express";
import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import { authenticateByKey } from "../../../application/api-keys/authenticate-by-key";
import { bindUseCases, type Needs } from "../../../application/bind-use-cases";
import { findRealm } from "../../../application/realm/find-realm";
import { decodeParameters, required } from "../../zulip-wire/codecs/parameter";
import { text } from "../../zulip-wire/codecs/wire-type";
import type { ServerInfo } from "../../zulip-wire/server-info";
import type { HttpError } from "../reply/http-error";
import { parametersOf } from "../request/request-body";
import { keyClientOf } from "./authentication";
import { byStrategy, type Refuse } from "./by-strategy";
import { callerAtHost } from "./caller-at-host";
import { checkStrategy } from "./check-strategy";
import type { SignedIn } from "./signed-in";

const bindKeys = bindUseCases({ authenticateByKey, findRealm });

/** Authentication by a bot's key in the URL, for programs that can only be configured with a URL. */
export const keyAuthentication = (
  services: Needs<typeof bindKeys>,
  server: ServerInfo,
  refuse: Refuse,
): RequestHandler => {
  const { authenticateByKey, findRealm } = bindKeys(services);
  const check = (request: Request): TE.TaskEither<HttpError, SignedIn> =>
    pipe(
      decodeParameters({ api_key: required(text) }, parametersOf(request)),
      TE.fromEither,
      TE.chainW(({ api_key: key }) =>
        callerAtHost(findRealm, server, request, (realmId) =>
          pipe(
            () => authenticateByKey(realmId, key, keyClientOf(request)),
            TE.map((user) => ({ user })),
          ),
        ),
      ),
    );
  return byStrategy(checkStrategy(check), refuse);
};
