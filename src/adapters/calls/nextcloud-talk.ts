import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import * as t from "io-ts";
import type { CallProvider } from "../../application/ports/calls/call-provider";
import type { OutgoingHttp } from "../../application/ports/system/outgoing-http";
import { callServices } from "../../domain/calls/call-service";
import { askFor, basic, expectDocument, posting } from "./answers";

interface Options {
  readonly http: OutgoingHttp;
  readonly url: string;
  readonly user: string;
  readonly password: string;
}

/** A conversation that anyone with the link may join. */
const publicRoom = 3;
const longestName = 255;
const room = t.type({ ocs: t.type({ data: t.type({ token: t.string }) }) });

const shortened = (name: string): string => {
  const points = [...name];
  return points.length <= longestName ? name : `${points.slice(0, longestName - 3).join("")}...`;
};

/** Video calls with Nextcloud Talk: public conversations, created by one account for all. */
export const nextcloudTalk = ({ http, url, user, password }: Options): CallProvider => ({
  service: callServices.nextcloudTalk,
  create: async ({ title }) => {
    const answer = await askFor(
      http,
      posting(
        `${url}/ocs/v2.php/apps/spreed/api/v4/room`,
        { roomType: publicRoom, roomName: shortened(title) },
        { "OCS-APIRequest": "true", Authorization: basic(user, password) },
      ),
    );
    return pipe(
      answer,
      E.chain(expectDocument(room)),
      E.map((made) => ({ url: `${url}/index.php/call/${encodeURIComponent(made.ocs.data.token)}` })),
    );
  },
});
