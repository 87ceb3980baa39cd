import { pipe } from "fp-ts/function";
import * as TE from "fp-ts/TaskEither";
import * as t from "io-ts";
import { addDrafts } from "../../../../application/drafts/add-drafts";
import { listDrafts } from "../../../../application/drafts/list-drafts";
import { removeDraft } from "../../../../application/drafts/remove-draft";
import type { DraftInput } from "../../../../application/drafts/shared/check-draft";
import { updateDraft } from "../../../../application/drafts/update-draft";
import { unixSeconds } from "../../../../domain/codec/whole-number";
import { topicOf } from "../../../zulip-wire/codecs/message-destination";
import { draftId, names, naming } from "../../../zulip-wire/codecs/named-parameters";
import { required, withDefault } from "../../../zulip-wire/codecs/parameter";
import { integer } from "../../../zulip-wire/codecs/whole-numbers";
import { rawJson } from "../../../zulip-wire/codecs/wire-type";
import { encodeDraft } from "../../../zulip-wire/encode/user-data";
import { done, endpoint } from "../../declaration/endpoint";

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
  ...draft.names.map((naming) => ({ ...naming, write: (id: string | number) => `[${naming.write(id)}]` })),
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
  cost: "list",
  summary: "List the caller's drafts",
  path: {},
  params: {},
  response: { count: { type: "integer" }, drafts: { type: "array", items: draftSchema } },
  use: listDrafts,
  run: (listDrafts, { caller }) =>
    pipe(
      listDrafts(caller),
      TE.map((drafts) => ({ count: drafts.length, drafts: drafts.map(encodeDraft) })),
    ),
});

const addDraftsEndpoint = endpoint({
  method: "post",
  at: "/drafts",
  section: "4.10",
  caller: "user",
  bulkBeyond: { drafts: 20 },
  summary: "Save drafts for all of the caller's devices",
  path: {},
  params: { drafts: withDefault(drafts, []) },
  response: { ids: { type: "array", items: { type: "integer" } } },
  use: addDrafts,
  run: (addDrafts, { caller }, { drafts }) =>
    pipe(
      addDrafts(caller, drafts.map(toInput)),
      TE.map((ids) => ({ ids })),
    ),
});

const updateDraftEndpoint = endpoint({
  method: "patch",
  at: "/drafts/{draft_id}",
  caller: "user",
  summary: "Replace a draft",
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
