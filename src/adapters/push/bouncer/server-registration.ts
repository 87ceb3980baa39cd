import { randomBytes, randomUUID } from "node:crypto";
import { type Either, left, right } from "fp-ts/Either";
import type { RelayFailure } from "../../../application/ports/push-relay";
import { call, failureOf, isFailure } from "../wire/call";

/** What a server is known by at a bouncer, once it has told it so. */
interface ServerIdentity {
  readonly serverId: string;
  readonly serverKey: string;
}

const keyBytes = 32;

/** Registers a server with a bouncer under a new identity; `contact` is the address of whoever runs it. */
export const registerServer = async (
  url: string,
  host: string,
  contact: string,
  timeout: number,
): Promise<Either<RelayFailure, ServerIdentity>> => {
  const identity = { serverId: randomUUID(), serverKey: randomBytes(keyBytes).toString("hex") };
  const answer = await call(new URL(`${url}/api/v1/remotes/server/register`), {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded", "User-Agent": "Parley" },
    body: new URLSearchParams({
      zulip_org_id: identity.serverId,
      zulip_org_key: identity.serverKey,
      hostname: host,
      contact_email: contact,
    }).toString(),
    timeout,
  });
  if (isFailure(answer)) return left(answer);
  return answer.status === 200 ? right(identity) : left(failureOf("The push bouncer", answer));
};
