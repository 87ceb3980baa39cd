import { isLeft, left } from "fp-ts/Either";
import * as t from "io-ts";
import type { IncomingWebhook } from "../../../application/ports/bots/incoming-webhook";
import { gitlabNotices } from "./gitlab-notices";
import { wordsFor } from "./notice-text";
import { anomalous, branches, eventIn, maybe, unsupported } from "./notice-writer";

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
  translate: (delivery) => {
    const header = eventIn(delivery, "X-Gitlab-Event");
    if (isLeft(header)) return header;
    const parts = kind.decode(delivery.payload);
    if (isLeft(parts)) return left(anomalous);
    const { action, noteable_type: noteable } = parts.right.object_attributes ?? {};
    const more = byAction.test(header.right) ? action : byKind.test(header.right) ? noteable : undefined;
    const event = more ? `${header.right} ${more}` : header.right;
    const writeNotice = wordsFor(gitlabNotices, event);
    return writeNotice === undefined ? unsupported(event) : writeNotice(event, delivery);
  },
};
