import { map } from "fp-ts/TaskEither";
import * as t from "io-ts";
import type { DraftInput } from "../../../application/drafts/check-draft";
import { addDrafts, listDrafts, removeDraft, updateDraft } from "../../../application/drafts/keep-drafts";
import type { Draft } from "../../../domain/draft";
import { topicOf } from "../codecs/message-destination";
import { draftId, names, naming } from "../codecs/naming";
import { integer, unixSeconds } from "../codecs/numbers";
import { required, withDefault } from "../codecs/parameter";
import { rawJson } from "../codecs/wire-type";
import { encodeDraft } from "../encode/personal";
import { done, endpoint } from "../endpoint";

const draftPath = { draft_id: required(draftId) };
const draftSchema = { type: "object", description: "A draft, §2.6" };

const wireDraft = t.intersection([
  t.type({
    type: t.union([t.literal(""), t.literal("stream"), t.literal("private")]),
    to: t.array(integer),
    topic: t.string,
    content: t.string,
  }),
  t.partial({ timestamp: t.union([unixSeconds, t.null]) }),
]);

const draftTo = (type: string) => (id: string | number) =>
  JSON.stringify({ type, to: [Number(id)], topic: "x", content: "x" });
const draft = naming(rawJson(wireDraft), names.user(draftTo("private")), names.channel(draftTo("stream")));
const drafts = naming(
  rawJson(t.array(wireDraft)),
  ...(draft.names ?? []).map((one) => ({ ...one, write: (id: string | number) => `[${one.write(id)}]` })),
);

const places = { "": "", stream: "channel", private: "direct" } as const;

const toInput = ({ type, to, topic, content, timestamp }: t.TypeOf<typeof wireDraft>): DraftInput => ({
  type: places[type],
  to,
  topic: topicOf(topic),
  content,
  editedAt: timestamp ?? undefined,
});

const listDraftsEndpoint = endpoint({
  method: "get",
  at: "/drafts",
  caller: "user",
  summary: "The caller's drafts",
  path: {},
  params: {},
  response: { count: { type: "integer" }, drafts: { type: "array", items: draftSchema } },
  use: listDrafts,
  run: (listDrafts, { caller }) =>
    map((drafts: readonly Draft[]) => ({ count: drafts.length, drafts: drafts.map(encodeDraft) }))(
      listDrafts(caller),
    ),
});

const addDraftsEndpoint = endpoint({
  method: "post",
  at: "/drafts",
  section: "4.10",
  caller: "user",
  summary: "Keep drafts on all of the caller's devices",
  path: {},
  params: { drafts: withDefault(drafts, []) },
  response: { ids: { type: "array", items: { type: "integer" } } },
  use: addDrafts,
  run: (addDrafts, { caller }, { drafts }) =>
    map((ids: readonly number[]) => ({ ids }))(addDrafts(caller, drafts.map(toInput))),
});

const updateDraftEndpoint = endpoint({
  method: "patch",
  at: "/drafts/{draft_id}",
  caller: "user",
  summary: "Write another draft in the place of one",
  path: draftPath,
  params: { draft: required(draft) },
  response: {},
  use: updateDraft,
  run: (updateDraft, { caller }, { draft_id, draft }) => done(updateDraft(caller, draft_id, toInput(draft))),
});

const removeDraftEndpoint = endpoint({
  method: "delete",
  at: "/drafts/{draft_id}",
  caller: "user",
  summary: "Remove a draft",
  path: draftPath,
  params: {},
  response: {},
  use: removeDraft,
  run: (removeDraft, { caller }, { draft_id }) => done(removeDraft(caller, draft_id)),
});

export const draftEndpoints = [
  listDraftsEndpoint,
  addDraftsEndpoint,
  updateDraftEndpoint,
  removeDraftEndpoint,
];
