import { randomUUID } from "node:crypto";
import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { CallProvider } from "../../application/ports/calls/call-provider";
import type { OutgoingHttp } from "../../application/ports/system/outgoing-http";
import { callServices } from "../../domain/calls/call-service";
import { millisecondsIn } from "../../domain/units/time";
import { askFor, basic, failed, posting } from "./answers";

interface Options {
  readonly http: OutgoingHttp;
  readonly url: string;
  /** An administrator's credentials. */
  readonly user: string;
  readonly password: string;
}

/** Video calls on a Galene server: one group per call, and a token that admits anyone with the link for a day. */
export const galene = ({ http, url, user, password }: Options): CallProvider => ({
  service: callServices.galene,
  create: async ({ title }) => {
    const name = `parley-${randomUUID()}`;
    const group = `${url}/galene-api/v0/.groups/${name}`;
    const Authorization = basic(user, password);
    const made = await askFor(http, {
      ...posting(group, { displayName: title }, { Authorization, "If-None-Match": "*" }),
      method: "PUT",
    });
    if (E.isLeft(made)) return made;
    const expires = new Date(Date.now() + millisecondsIn.day).toISOString();
    const invitation = { permissions: ["present", "message"], expires };
    const invited = await askFor(http, posting(`${group}/.tokens/`, invitation, { Authorization }));
    return pipe(
      invited,
      E.chain(({ headers }) =>
        pipe(headers.location?.split("/").at(-1) || undefined, E.fromNullable(failed)),
      ),
      E.map((token) => ({ url: `${url}/group/${name}/?token=${token}` })),
    );
  },
});
