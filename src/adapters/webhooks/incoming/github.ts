import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import * as t from "io-ts";
import type { IncomingWebhook } from "../../../application/ports/bots/incoming-webhook";
import { githubNotices } from "./github-notices";
import { lookUp } from "./notice-text";
import { branches, decodePayload, eventIn, nothing, unsupported } from "./notice-writer";

/** The fields that distinguish events GitHub sends under one name. */
const kind = t.partial({
  action: t.string,
  ref: t.string,
  check_run: t.partial({ status: t.string }),
});

const pullRequestEvents: Readonly<Record<string, string>> = {
  opened: "opened_or_update_pull_request",
  synchronize: "opened_or_update_pull_request",
  reopened: "opened_or_update_pull_request",
  edited: "opened_or_update_pull_request",
  assigned: "assigned_or_unassigned_pull_request",
  unassigned: "assigned_or_unassigned_pull_request",
  closed: "closed_pull_request",
  review_requested: "pull_request_review_requested",
  ready_for_review: "pull_request_ready_for_review",
  locked: "locked_or_unlocked_pull_request",
  unlocked: "locked_or_unlocked_pull_request",
  auto_merge_enabled: "pull_request_auto_merge",
  auto_merge_disabled: "pull_request_auto_merge",
};

/** Ignored events. An action follows the name of its event. */
const ignored: ReadonlySet<string> = new Set([
  "check_suite",
  "label",
  "meta",
  "milestone",
  "organization",
  "page_build",
  "project_card",
  "repository_vulnerability_alert",
  "team",
  "workflow_job",
  "workflow_run",
  ...["approved", "converted_to_draft", "labeled", "unlabeled", "review_request_removed"].map(
    (action) => `pull_request:${action}`,
  ),
]);

/** The event name that webhook URLs can select; undefined for events without a notice. */
const nameOf = (event: string, { action = "", ref = "" }: t.TypeOf<typeof kind>): string | undefined => {
  if (event === "pull_request") return lookUp(pullRequestEvents, action);
  if (event === "push") return ref.startsWith("refs/heads/") ? "push_commits" : "push_tags";
  return Object.hasOwn(githubNotices, event) ? event : undefined;
};

/** GitHub's events of repositories and organizations, named by the header `X-GitHub-Event`. */
export const githubWebhook: IncomingWebhook = {
  name: "github",
  label: "GitHub",
  displayName: "GitHub",
  events: Object.keys(githubNotices),
  options: [branches],
  translate: (delivery) =>
    pipe(
      E.Do,
      E.bind("event", () => eventIn(delivery, "X-GitHub-Event")),
      E.bind("parts", () => decodePayload(kind, delivery)),
      E.chain(({ event, parts }) => {
        const { action, check_run: check } = parts;
        if (ignored.has(event) || ignored.has(`${event}:${action}`)) return nothing;
        // Checks are reported only once they are complete.
        if (event === "check_run" && check?.status !== undefined && check.status !== "completed")
          return nothing;
        const name = nameOf(event, parts);
        const writeNotice = name === undefined ? undefined : lookUp(githubNotices, name);
        if (name === undefined || writeNotice === undefined)
          return unsupported(action === undefined ? event : `${event}:${action}`);
        return writeNotice(name, delivery);
      }),
    ),
};
