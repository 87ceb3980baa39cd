import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import * as t from "io-ts";
import type { IncomingWebhook } from "../../../application/ports/bots/incoming-webhook";
import { gitlabNotices } from "./gitlab-notices";
import { lookUp } from "./notice-text";
import { branches, decodePayload, eventIn, maybe, unsupported } from "./notice-writer";

/** The fields that distinguish events GitLab sends under one name. */
const kind = t.partial({
  object_attributes: t.partial({ action: maybe(t.string), noteable_type: maybe(t.string) }),
});

const byAction = /^(Confidential )?Issue Hook$|^Merge Request Hook$|^Wiki Page Hook$/;
const byKind = /^(Confidential )?Note Hook$/;

/** GitLab's events of projects, named by the header `X-Gitlab-Event`. */
export const gitlabWebhook: IncomingWebhook = {
  name: "gitlab",
  label: "GitLab",
  displayName: "GitLab",
  events: Object.keys(gitlabNotices),
  options: [branches],
  translate: (delivery) =>
    pipe(
      E.Do,
      E.bind("header", () => eventIn(delivery, "X-Gitlab-Event")),
      E.bind("parts", () => decodePayload(kind, delivery)),
      E.chain(({ header, parts }) => {
        const { action, noteable_type: noteable } = parts.object_attributes ?? {};
        const more = byAction.test(header) ? action : byKind.test(header) ? noteable : undefined;
        const event = more ? `${header} ${more}` : header;
        const writeNotice = lookUp(gitlabNotices, event);
        return writeNotice === undefined ? unsupported(event) : writeNotice(event, delivery);
      }),
    ),
};
