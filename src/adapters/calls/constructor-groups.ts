import { createHash } from "node:crypto";
import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import * as t from "io-ts";
import type { CallProvider } from "../../application/ports/calls/call-provider";
import type { OutgoingHttp } from "../../application/ports/system/outgoing-http";
import { callServices } from "../../domain/calls/call-service";
import { askFor, expectDocument, failed, posting } from "./answers";

interface Options {
  readonly http: OutgoingHttp;
  /** The API's URL, such as https://example.constructor.app/api/groups/xapi. */
  readonly url: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

const room = t.type({ url: t.string });

/** A signature in place of the secret key, which never leaves this server. */
const tokenOf = (accessKey: string, secretKey: string): string =>
  `${accessKey}|${createHash("sha256").update(`${accessKey}|${secretKey}`).digest("hex")}`;

/** Video calls in the caller's own room at Constructor Groups, which is created at first use. */
export const constructorGroups = ({ http, url, accessKey, secretKey }: Options): CallProvider => ({
  service: callServices.constructorGroups,
  create: async ({ caller: { email, fullName } }) => {
    const name = `${fullName}'s room`;
    const answer = await askFor(
      http,
      posting(
        `${url.replace(/\/+$/, "")}/room/default`,
        // Room names must be unique: the second name is tried if the first is taken.
        { creator_email: email, name, fallback_name: `${name} (${email})` },
        { Authorization: `Bearer ${tokenOf(accessKey, secretKey)}` },
      ),
    );
    return pipe(
      answer,
      E.chain(expectDocument(room)),
      E.filterOrElse(
        ({ url }) => /^https?:\/\//.test(url),
        () => failed,
      ),
      E.map((made) => ({ url: made.url })),
    );
  },
});
