import type * as t from "io-ts";
import * as on from "./github-shapes";
import {
  branchOf,
  code,
  commitList,
  count,
  isBranchIncluded,
  link,
  lookUp,
  quoted,
  shortHash,
  who,
} from "./notice-text";
import { type NoticeWriter, noticeWriter } from "./notice-writer";

type InRepository = t.TypeOf<typeof on.inRepository>;

const by = ({ sender }: InRepository): string => who(sender.login);
const repositoryLink = ({ repository: { full_name, html_url } }: InRepository): string =>
  link(full_name, html_url);
const topicOf = ({ repository }: InRepository, more = ""): string => `${repository.name}${more}`;

/** A link to a numbered item, with its title if the topic doesn't show it. */
const numbered = (
  noun: string,
  { number, title, html_url }: { readonly number: number; readonly title: string; readonly html_url: string },
  hasTopic: boolean,
): string => link(`${noun} #${number}${hasTopic ? `: ${title}` : ""}`, html_url);

const commented = (action: string | undefined, url: string): string =>
  action === "created" || action === undefined
    ? link("commented", url)
    : `${action} a ${link("comment", url)}`;

const issue = noticeWriter(on.onIssue, (payload, { hasTopic }) => {
  const { action, issue, assignee, label, milestone } = payload;
  const what = numbered("issue", issue, hasTopic);
  const verbs: Readonly<Record<string, string>> = {
    assigned: `assigned ${assignee?.login ?? "somebody"} to ${what}`,
    unassigned: `unassigned ${assignee?.login ?? "somebody"} from ${what}`,
    labeled: `added the label ${code(label?.name ?? "")} to ${what}`,
    unlabeled: `removed the label ${code(label?.name ?? "")} from ${what}`,
    milestoned: `added ${what} to the milestone ${code(milestone?.title ?? "")}`,
    demilestoned: `removed ${what} from the milestone ${code(milestone?.title ?? "")}`,
  };
  const text = action === "opened" || action === "edited" ? quoted(issue.body) : "";
  return {
    topic: topicOf(payload, ` / issue #${issue.number} ${issue.title}`),
    content: `${by(payload)} ${lookUp(verbs, action) ?? `${action} ${what}`}${text}`,
  };
});

const issueComment = noticeWriter(on.onIssue, (payload, { hasTopic }) => {
  const { action, issue, comment } = payload;
  const noun = issue.pull_request === undefined ? "issue" : "PR";
  return {
    topic: topicOf(payload, ` / ${noun} #${issue.number} ${issue.title}`),
    content: `${by(payload)} ${commented(action, comment?.html_url ?? issue.html_url)} on ${numbered(noun, issue, hasTopic)}${quoted(comment?.body)}`,
  };
});

type PullRequest = t.TypeOf<typeof on.onPullRequest>;
const onPull = (write: (payload: PullRequest, what: string) => string): NoticeWriter =>
  noticeWriter(on.onPullRequest, (payload, { hasTopic }) => {
    const { pull_request: pull } = payload;
    return {
      topic: topicOf(payload, ` / PR #${pull.number} ${pull.title}`),
      content: `${by(payload)} ${write(payload, numbered("PR", pull, hasTopic))}`,
    };
  });

const reviewVerbs: Readonly<Record<string, string>> = {
  approved: "approved",
  changes_requested: "requested changes to",
  dismissed: "dismissed a review of",
};

const push: NoticeWriter = (event, delivery) =>
  noticeWriter(on.onPush, (payload, { options }) => {
    const { ref, compare, commits, created, deleted, forced } = payload;
    const branch = branchOf(ref);
    if (!isBranchIncluded(branch, options.branches)) return undefined;
    const change = deleted
      ? `deleted the branch ${code(branch)}`
      : commits.length === 0
        ? `${created ? "created" : "moved"} the branch ${link(branch, compare)}`
        : `${link(forced ? "force-pushed" : "pushed", compare)} ${count(commits.length, "commit")} to ${code(branch)}`;
    const list = commitList(
      commits.map(({ id, message, url, author }) => ({
        id,
        message,
        url,
        author: author.username ?? author.name,
      })),
    );
    return {
      topic: topicOf(payload, ` / ${branch}`),
      content: `${by(payload)} ${change}${list === "" ? "." : `.\n\n${list}`}`,
    };
  })(event, delivery);

const tag = noticeWriter(on.onPush, (payload) => ({
  topic: topicOf(payload),
  content: `${by(payload)} ${payload.deleted ? "removed" : "pushed"} the tag ${code(branchOf(payload.ref))}.`,
}));

const discussion = noticeWriter(on.onDiscussion, (payload, { hasTopic }) => {
  const { action, discussion: about, comment } = payload;
  const what = numbered("discussion", about, hasTopic);
  return {
    topic: topicOf(payload, ` discussion #${about.number}: ${about.title}`),
    content: comment
      ? `${by(payload)} ${commented(action, comment.html_url)} on ${what}${quoted(comment.body)}`
      : `${by(payload)} ${action} ${what} in ${about.category.name}${action === "created" ? quoted(about.body) : ""}`,
  };
});

const aboutRepository = (write: (payload: InRepository) => string): NoticeWriter =>
  noticeWriter(on.inRepository, (payload) => ({
    topic: topicOf(payload),
    content: `${by(payload)} ${write(payload)}.`,
  }));

const aboutRef = (verb: string): NoticeWriter =>
  noticeWriter(on.onRef, (payload) => ({
    topic: topicOf(payload),
    content: `${by(payload)} ${verb} the ${payload.ref_type} ${code(payload.ref)}.`,
  }));

const deployment = noticeWriter(on.onDeployment, (payload) => {
  const { environment } = payload.deployment;
  return {
    topic: topicOf(payload, ` / Deployment on ${environment}`),
    content: payload.deployment_status
      ? `The deployment on ${environment} is now: ${payload.deployment_status.state}.`
      : `${by(payload)} started a deployment on ${environment}.`,
  };
});

/** The writer of each event's notice, by the event names that webhook URLs can select. */
export const githubNotices: Readonly<Record<string, NoticeWriter>> = {
  assigned_or_unassigned_pull_request: onPull(
    ({ action, assignee }, what) =>
      `${action} ${assignee?.login ?? "somebody"} ${action === "assigned" ? "to" : "from"} ${what}`,
  ),
  check_run: noticeWriter(on.onCheck, (payload) => {
    const { name, head_sha, html_url, conclusion, status } = payload.check_run;
    return {
      topic: topicOf(payload, " / checks"),
      content: `The check ${link(name, html_url)} of ${code(shortHash(head_sha))} is done: ${conclusion ?? status}.`,
    };
  }),
  closed_pull_request: onPull(({ pull_request: { merged } }, what) =>
    merged ? `merged ${what}` : `closed ${what} without merging it`,
  ),
  commit_comment: noticeWriter(on.onCommitComment, (payload) => {
    const { html_url, commit_id, body } = payload.comment;
    const commit = link(shortHash(commit_id), html_url.replace(/#.*$/, ""));
    return {
      topic: topicOf(payload),
      content: `${by(payload)} ${commented("created", html_url)} on ${commit}${quoted(body)}`,
    };
  }),
  create: aboutRef("created"),
  delete: aboutRef("deleted"),
  deployment,
  deployment_status: deployment,
  discussion,
  discussion_comment: discussion,
  fork: noticeWriter(on.onFork, (payload) => ({
    topic: topicOf(payload),
    content: `${by(payload)} forked the repository to ${link(payload.forkee.full_name, payload.forkee.html_url)}.`,
  })),
  gollum: noticeWriter(on.onWiki, (payload) => ({
    topic: topicOf(payload, " / wiki pages"),
    content: `${by(payload)} changed the wiki:\n\n${payload.pages.map(({ action, title, html_url }) => `* ${action} ${link(title, html_url)}`).join("\n")}`,
  })),
  issue_comment: issueComment,
  issues: issue,
  locked_or_unlocked_pull_request: onPull(({ action }, what) => `${action} ${what}`),
  member: noticeWriter(on.onMember, (payload) => {
    const { action, member } = payload;
    const place = `${action === "removed" ? "from" : "to"} ${repositoryLink(payload)}`;
    return {
      topic: topicOf(payload),
      content: `${by(payload)} ${action} ${link(member.login, member.html_url)} ${place}.`,
    };
  }),
  membership: noticeWriter(on.onMembership, ({ sender, action, member, team, organization }) => ({
    topic: `${organization.login} organization`,
    content: `${who(sender.login)} ${action} ${link(member.login, member.html_url)} ${action === "removed" ? "from" : "to"} the team ${team.name}.`,
  })),
  opened_or_update_pull_request: onPull(({ action, pull_request: pull }, what) =>
    action === "opened"
      ? `opened ${what} from ${code(pull.head.ref)} to ${code(pull.base.ref)}${quoted(pull.body)}`
      : `${action === "synchronize" ? "pushed to" : action} ${what}${action === "edited" ? quoted(pull.body) : ""}`,
  ),
  ping: noticeWriter(on.onPing, ({ repository, organization, sender }) => ({
    topic: repository?.name ?? organization?.login ?? "GitHub",
    content: `GitHub's webhook works${sender ? `, set up by ${who(sender.login)}` : ""}.`,
  })),
  public: aboutRepository((payload) => `made ${repositoryLink(payload)} public`),
  pull_request_auto_merge: onPull(
    ({ action }, what) =>
      `${action === "auto_merge_enabled" ? "enabled" : "disabled"} merging ${what} automatically`,
  ),
  pull_request_ready_for_review: onPull((_payload, what) => `marked ${what} as ready for review`),
  pull_request_review: onPull(({ review }, what) => {
    const verb = lookUp(reviewVerbs, review?.state.toLowerCase() ?? "") ?? "reviewed";
    return `${verb} ${what} (${link("review", review?.html_url ?? "")})${quoted(review?.body)}`;
  }),
  pull_request_review_comment: onPull(
    ({ action, comment, pull_request: pull }, what) =>
      `${commented(action, comment?.html_url ?? pull.html_url)} on the code of ${what}${quoted(comment?.body)}`,
  ),
  pull_request_review_requested: onPull(
    ({ requested_reviewer, requested_team }, what) =>
      `asked ${requested_reviewer?.login ?? requested_team?.name ?? "somebody"} to review ${what}`,
  ),
  push_commits: push,
  push_tags: tag,
  release: noticeWriter(on.onRelease, (payload) => {
    const { action, release } = payload;
    return {
      topic: topicOf(payload),
      content: `${by(payload)} ${action} the release ${link(release.name || release.tag_name, release.html_url)} of the tag ${code(release.tag_name)}.`,
    };
  }),
  repository: aboutRepository(
    (payload) => `${payload.action ?? "changed"} the repository ${repositoryLink(payload)}`,
  ),
  star: aboutRepository(
    (payload) =>
      `${payload.action === "deleted" ? "took a star from" : "starred"} ${repositoryLink(payload)}`,
  ),
  status: noticeWriter(on.onStatus, (payload) => {
    const { sha, commit, state, context, target_url, description } = payload;
    const check = target_url ? link(context, target_url) : context;
    return {
      topic: topicOf(payload),
      content: `${link(shortHash(sha), commit.html_url)}: ${check} is ${state}${description ? `: ${description}` : ""}.`,
    };
  }),
  team_add: noticeWriter(on.onTeamAdd, (payload) => ({
    topic: topicOf(payload),
    content: `${repositoryLink(payload)} now belongs to the team ${payload.team.name}.`,
  })),
  watch: aboutRepository((payload) => `starred ${repositoryLink(payload)}`),
};
