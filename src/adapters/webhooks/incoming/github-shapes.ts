import * as t from "io-ts";
import { maybe } from "./notice-writer";

const account = t.type({ login: t.string });
const repository = t.type({ name: t.string, full_name: t.string, html_url: t.string });

/** The fields of every repository event. */
export const inRepository = t.intersection([
  t.type({ sender: account, repository }),
  t.partial({ action: t.string }),
]);

/** An issue, pull request or discussion. */
const item = t.intersection([
  t.type({ number: t.number, title: t.string, html_url: t.string }),
  t.partial({ body: maybe(t.string) }),
]);
const comment = t.type({ html_url: t.string, body: t.string });

export const onIssue = t.intersection([
  inRepository,
  t.type({ action: t.string, issue: t.intersection([item, t.partial({ pull_request: t.unknown })]) }),
  t.partial({
    assignee: maybe(account),
    label: maybe(t.type({ name: t.string })),
    milestone: maybe(t.type({ title: t.string })),
    comment,
  }),
]);

export const onPullRequest = t.intersection([
  inRepository,
  t.type({
    action: t.string,
    pull_request: t.intersection([
      item,
      t.type({ head: t.type({ ref: t.string }), base: t.type({ ref: t.string }) }),
      t.partial({ merged: maybe(t.boolean) }),
    ]),
  }),
  t.partial({
    assignee: maybe(account),
    requested_reviewer: maybe(account),
    requested_team: maybe(t.type({ name: t.string })),
    review: t.intersection([
      t.type({ state: t.string, html_url: t.string }),
      t.partial({ body: maybe(t.string) }),
    ]),
    comment,
  }),
]);

export const onDiscussion = t.intersection([
  inRepository,
  t.type({
    action: t.string,
    discussion: t.intersection([item, t.type({ category: t.type({ name: t.string }) })]),
  }),
  t.partial({ comment }),
]);

export const onPush = t.intersection([
  inRepository,
  t.type({
    ref: t.string,
    compare: t.string,
    created: t.boolean,
    deleted: t.boolean,
    forced: t.boolean,
    commits: t.array(
      t.type({
        id: t.string,
        message: t.string,
        url: t.string,
        author: t.intersection([t.type({ name: t.string }), t.partial({ username: maybe(t.string) })]),
      }),
    ),
  }),
]);

export const onRef = t.intersection([inRepository, t.type({ ref: t.string, ref_type: t.string })]);

export const onCommitComment = t.intersection([
  inRepository,
  t.type({ comment: t.intersection([comment, t.type({ commit_id: t.string })]) }),
]);

export const onFork = t.intersection([
  inRepository,
  t.type({ forkee: t.type({ full_name: t.string, html_url: t.string }) }),
]);

export const onRelease = t.intersection([
  inRepository,
  t.type({
    action: t.string,
    release: t.intersection([
      t.type({ tag_name: t.string, html_url: t.string }),
      t.partial({ name: maybe(t.string) }),
    ]),
  }),
]);

export const onCheck = t.intersection([
  inRepository,
  t.type({
    check_run: t.intersection([
      t.type({ name: t.string, head_sha: t.string, html_url: t.string, status: t.string }),
      t.partial({ conclusion: maybe(t.string) }),
    ]),
  }),
]);

export const onStatus = t.intersection([
  inRepository,
  t.type({ sha: t.string, state: t.string, context: t.string, commit: t.type({ html_url: t.string }) }),
  t.partial({ target_url: maybe(t.string), description: maybe(t.string) }),
]);

const deployment = t.type({ environment: t.string });
export const onDeployment = t.intersection([
  inRepository,
  t.type({ deployment }),
  t.partial({ deployment_status: t.type({ state: t.string }) }),
]);

export const onWiki = t.intersection([
  inRepository,
  t.type({ pages: t.array(t.type({ action: t.string, title: t.string, html_url: t.string })) }),
]);

export const onMember = t.intersection([
  inRepository,
  t.type({ action: t.string, member: t.type({ login: t.string, html_url: t.string }) }),
]);

export const onMembership = t.type({
  sender: account,
  action: t.string,
  member: t.type({ login: t.string, html_url: t.string }),
  team: t.type({ name: t.string }),
  organization: account,
});

export const onTeamAdd = t.intersection([inRepository, t.type({ team: t.type({ name: t.string }) })]);

/** Sent for the webhook of a repository or of a whole organization. */
export const onPing = t.intersection([
  t.type({ zen: t.string }),
  t.partial({ repository, organization: account, sender: account }),
]);
