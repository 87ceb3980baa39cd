/** Deliveries as GitHub's documentation describes them, invented and shortened. */
const sender = { login: "mona", id: 1, html_url: "https://github.example/mona" };
const repository = {
  id: 7,
  name: "tiles",
  full_name: "maps/tiles",
  html_url: "https://github.example/maps/tiles",
  private: false,
};
const common = { sender, repository };
const url = repository.html_url;

const commit = (id: string, message: string, author = "mona") => ({
  id: id.repeat(40).slice(0, 40),
  message,
  url: `${url}/commit/${id}`,
  distinct: true,
  author: { name: "Mona L", username: author, email: "mona@example.com" },
});

export const push = (more: object = {}) => ({
  ...common,
  ref: "refs/heads/main",
  before: "a".repeat(40),
  after: "b".repeat(40),
  compare: `${url}/compare/a...b`,
  created: false,
  deleted: false,
  forced: false,
  commits: [commit("abc1", "Fix the estuary\n\nLong story."), commit("def2", "Test [it]")],
  ...more,
});
export const manyCommits = Array.from({ length: 23 }, (_, index) =>
  commit(`${index % 10}`, `Change ${index}`, `p${index % 2}`),
);

const pull = {
  number: 12,
  title: "Faster tiles",
  html_url: `${url}/pull/12`,
  body: "It is *faster*.\n<!-- template -->",
  merged: false,
  head: { ref: "faster" },
  base: { ref: "main" },
};
export const pullRequest = (action: string, more: object = {}, ofPull: object = {}) => ({
  ...common,
  action,
  number: 12,
  pull_request: { ...pull, ...ofPull },
  ...more,
});

const one = { number: 5, title: "Empty tiles", html_url: `${url}/issues/5`, body: "Only ~~~ there" };
export const issue = (action: string, more: object = {}, ofIssue: object = {}) => ({
  ...common,
  action,
  issue: { ...one, ...ofIssue },
  ...more,
});
export const comment = {
  id: 3,
  html_url: `${url}/issues/5#issuecomment-3`,
  body: "Me too",
  commit_id: "c".repeat(40),
};
export const discussion = {
  number: 9,
  title: "Colours",
  html_url: `${url}/discussions/9`,
  body: "Which?",
  category: { name: "Ideas" },
};
export const member = { login: "hub", html_url: "https://github.example/hub" };
export const inRepository = (more: object = {}) => ({ ...common, ...more });
export const release = { tag_name: "v1", name: "One", html_url: `${url}/releases/v1` };
export const check = {
  name: "build",
  head_sha: "d".repeat(40),
  html_url: `${url}/runs/1`,
  status: "completed",
  conclusion: "success",
};
