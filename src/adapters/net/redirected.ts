import * as E from "fp-ts/Either";
import { OutgoingFailure, type OutgoingRequest } from "../../application/ports/system/outgoing-http";

/**
 * The request that a redirect asks for. Credentials stay with the server that they are for, and a redirect from HTTPS
 * to HTTP fails.
 */
export const redirected = (
  request: OutgoingRequest,
  status: number,
  location: string,
): E.Either<OutgoingFailure, OutgoingRequest> => {
  if (!URL.canParse(location, request.url))
    return E.left(new OutgoingFailure("unreachable", "The server redirects to what isn't a URL"));
  const [from, to] = [new URL(request.url), new URL(location, request.url)];
  if (from.protocol === "https:" && to.protocol === "http:")
    return E.left(new OutgoingFailure("forbidden", "The server redirects from https to http"));
  const forwarded = Object.entries(request.headers ?? {}).filter(
    ([name]) => from.origin === to.origin || !/^(authorization|cookie)$/i.test(name),
  );
  if (status === 307 || status === 308)
    return E.right({ ...request, url: to.href, headers: Object.fromEntries(forwarded) });
  const headers = Object.fromEntries(forwarded.filter(([name]) => !/^content-/i.test(name)));
  return E.right({ method: "GET", url: to.href, headers });
};
