import { map } from "fp-ts/TaskEither";
import type { SavedSnippet } from "../../../domain/saved-snippet";
import { optional, required } from "../codecs/parameter";
import { nat, text } from "../codecs/wire-type";
import { encodeSnippet } from "../encode/personal";
import { done, endpoint } from "../endpoint";

const snippetId = { saved_snippet_id: required(nat) };

const listSnippets = endpoint({
  method: "get",
  at: "/saved_snippets",
  caller: "user",
  summary: "The caller's saved snippets",
  path: {},
  params: {},
  response: { saved_snippets: { type: "array", items: { type: "object" } } },
  run: (app, { caller }) =>
    map((snippets: readonly SavedSnippet[]) => ({ saved_snippets: snippets.map(encodeSnippet) }))(
      app.snippets.list(caller),
    ),
});

const addSnippet = endpoint({
  method: "post",
  at: "/saved_snippets",
  caller: "user",
  summary: "Save a snippet",
  path: {},
  params: { title: required(text), content: required(text) },
  response: { saved_snippet_id: { type: "integer" } },
  run: (app, { caller }, wanted) =>
    map((id: number) => ({ saved_snippet_id: id }))(app.snippets.add(caller, wanted)),
});

const updateSnippet = endpoint({
  method: "patch",
  at: "/saved_snippets/{saved_snippet_id}",
  caller: "user",
  summary: "Change a saved snippet",
  path: snippetId,
  params: { title: optional(text), content: optional(text) },
  response: {},
  run: (app, { caller }, { saved_snippet_id, title, content }) =>
    done(app.snippets.update(caller, saved_snippet_id, { title, content })),
});

const removeSnippet = endpoint({
  method: "delete",
  at: "/saved_snippets/{saved_snippet_id}",
  caller: "user",
  summary: "Remove a saved snippet",
  path: snippetId,
  params: {},
  response: {},
  run: (app, { caller }, { saved_snippet_id }) => done(app.snippets.remove(caller, saved_snippet_id)),
});

export const snippetEndpoints = [listSnippets, addSnippet, updateSnippet, removeSnippet];
