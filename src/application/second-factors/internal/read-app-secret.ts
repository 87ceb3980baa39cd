import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { LinkError } from "../../../domain/login/link-refusals";
import type { Caller } from "../../caller";
import { readSetUp } from "./read-set-up";

/** The secret that the caller's app was shown. */
export const readAppSecret = (
  ports: Parameters<typeof readSetUp>[0],
  caller: Caller,
  token: string,
): E.Either<LinkError, string> =>
  pipe(
    readSetUp(ports, "app_set_up", caller, token),
    E.map(({ secret }) => secret),
  );
