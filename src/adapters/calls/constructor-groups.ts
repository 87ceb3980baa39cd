import { createHash } from "node:crypto";
import { isLeft, left, right } from "fp-ts/Either";
import * as t from "io-ts";
import type { CallProvider } from "../../application/ports/call-provider";
import type { OutgoingHttp } from "../../application/ports/outgoing-http";
import { callServices } from "../../domain/call-service";
import { askFor, documentIn, posting } from "./answers";

interface Options {
  readonly http: OutgoingHttp;
  /** Where the API is, as https://example.constructor.app/api/groups/xapi. */
  readonly url: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

const room = t.type({ url: t.string });

/** The secret key itself never leaves this server. */
const tokenOf = (accessKey: string, secretKey: string): string =>
  `${accessKey}|${createHash("sha256").update(`${accessKey}|${secretKey}`).digest("hex")}`;

/** The caller's own room at Constructor Groups, which is made the first time. */
export const constructorGroups = ({ http, url, accessKey, secretKey }: Options): CallProvider => ({
  service: callServices.constructorGroups,
  create: async ({ caller: { email, fullName } }) => {
    const name = `${fullName}'s room`;
    const answer = await askFor(
      http,
      posting(
        `${url.replace(/\/+$/, "")}/room/default`,
        // Rooms have names of their own: the second one is for a name that is taken.
        { creator_email: email, name, fallback_name: `${name} (${email})` },
        { Authorization: `Bearer ${tokenOf(accessKey, secretKey)}` },
      ),
    );
    if (isLeft(answer)) return answer;
    const made = documentIn(room, answer.right);
    return made === undefined || !/^https?:\/\//.test(made.url)
      ? left({ kind: "failed" })
      : right({ url: made.url });
  },
});
