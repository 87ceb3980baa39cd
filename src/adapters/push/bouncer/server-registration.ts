import { randomBytes, randomUUID } from "node:crypto";
import * as E from "fp-ts/Either";
import type { RelayFailure } from "../../../application/ports/push/push-relay";
import type { OutgoingHttp } from "../../../application/ports/system/outgoing-http";
import { call, failureOf, isFailure } from "../wire/call";

/** A server's credentials at a bouncer. */
interface ServerIdentity {
  readonly serverId: string;
  readonly serverKey: string;
}

const keyBytes = 32;

/** Registers a server with a bouncer under new credentials; `contact` is the operator's email address. */
export const registerServer = async (
  http: OutgoingHttp,
  url: string,
  host: string,
  contact: string,
): Promise<E.Either<RelayFailure, ServerIdentity>> => {
  const identity = { serverId: randomUUID(), serverKey: randomBytes(keyBytes).toString("hex") };
  const answer = await call(http, {
    url: new URL(`${url}/api/v1/remotes/server/register`),
    headers: { "Content-Type": "application/x-www-form-urlencoded", "User-Agent": "Parley" },
    body: new URLSearchParams({
      zulip_org_id: identity.serverId,
      zulip_org_key: identity.serverKey,
      hostname: host,
      contact_email: contact,
    }).toString(),
  });
  if (isFailure(answer)) return E.left(answer);
  return answer.status === 200 ? E.right(identity) : E.left(failureOf("The push bouncer", answer));
};
